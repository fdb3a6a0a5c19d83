import type { Voice } from '@myelin/plugins/host';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import { given } from './session.ts';

type Asked = Params<'ui/request'>;

/** Asks the person before a session as the caller's hooks and tools would in this process. */
export async function request(params: Asked, client: Client, call: Call): Promise<Result<'ui/request'>> {
	const fault = faultOf(params);
	if (fault !== undefined) throw new ServerError('INVALID_PARAMS', `ui/request: ${fault}`);
	const { sessionId, toolCallId } = params;
	const voice = client.voice(client.parts.sessions.get(sessionId), call.signal);
	const note = client.plugin.asker(sessionId, toolCallId);
	const value = await answerOf(voice.ui, params);
	call.signal.throwIfAborted();
	const by = voice.heard ?? 'default';
	note(by);
	return { ...given({ value }), by };
}

/** Tells the person before a session something. */
export function notify(
	{ sessionId, message, level }: Params<'ui/notify'>,
	client: Client,
	call: Call,
): Result<'ui/notify'> {
	client.voice(client.parts.sessions.get(sessionId), call.signal).notify(message, level);
	return {};
}

function answerOf(ui: Voice['ui'], { kind, ...question }: Asked): Promise<boolean | string | undefined> {
	const asked = given(question);
	switch (kind) {
		case 'confirm':
			return ui.confirm(asked as unknown as Parameters<typeof ui.confirm>[0]);
		case 'select':
			return ui.select(asked as unknown as Parameters<typeof ui.select>[0]);
		case 'input':
			return ui.input(asked as unknown as Parameters<typeof ui.input>[0]);
	}
}

/** What is wrong with a question beyond its shape. */
function faultOf({ kind, options = [], default: preset }: Asked): string | undefined {
	if (kind === 'select' && options.length === 0) return 'a select needs options';
	if (preset === undefined) return undefined;
	if (kind === 'select' && !options.some(({ value }) => value === preset))
		return `the default ${JSON.stringify(preset)} is the value of no option`;
	const wanted = kind === 'confirm' ? 'boolean' : 'string';
	return typeof preset === wanted
		? undefined
		: `the default of a ${kind} is a ${wanted}, and this is a ${typeof preset}`;
}

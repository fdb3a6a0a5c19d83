import { isAbsolute } from 'node:path';
import type { Input } from '@myelin/core';
import type { Session } from '@myelin/session';
import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';
import { wireState } from '../wire-state.ts';

/** Makes a session; the caller is subscribed as soon as it has the answer that names it. */
export function create(params: Params<'session/create'>, client: Client, call: Call): Result<'session/create'> {
	const { cwd = client.parts.cwd, model, thinkingLevel, systemPrompt = client.parts.systemPrompt } = params;
	if (!isAbsolute(cwd))
		throw new ServerError(
			'INVALID_PARAMS',
			`session/create: cwd must be an absolute path, and is ${JSON.stringify(cwd)}`,
		);
	const session = client.parts.sessions.create({
		cwd,
		systemPrompt,
		...(model === undefined ? {} : { model }),
		...(thinkingLevel === undefined ? {} : { thinkingLevel }),
	});
	call.afterAnswer(() =>
		client.attach(session, {
			snapshots: params.snapshots === true,
			chunks: params.chunks === true,
			window: { kind: 'open' },
			whenFull: 'wait',
		}),
	);
	return resultOf(session);
}

/** Where a session stands. */
export function state({ sessionId }: Params<'session/state'>, client: Client): Result<'session/state'> {
	return resultOf(client.parts.sessions.get(sessionId));
}

/** The sessions of this process. */
export function list(_params: Params<'session/list'>, client: Client): Result<'session/list'> {
	const sessions = client.parts.sessions.list().map((session) => ({
		sessionId: session.id,
		cwd: session.cwd,
		isRunning: session.state().isRunning,
	}));
	return { sessions };
}

/** Aborts what runs and ends the session. */
export async function close({ sessionId }: Params<'session/close'>, client: Client): Promise<Result<'session/close'>> {
	const session = client.parts.sessions.get(sessionId);
	await client.parts.sessions.close(session);
	client.detach(sessionId);
	return {};
}

/** Changes the model, from the next model call on. */
export async function setModel(
	{ sessionId, model }: Params<'session/setModel'>,
	client: Client,
): Promise<Result<'session/setModel'>> {
	await client.parts.sessions.get(sessionId).setModel(model);
	return {};
}

/** Exactly one of `text` and `content`. */
export function inputOf(
	method: string,
	{ text, content }: { text?: string | undefined; content?: readonly unknown[] | undefined },
): Input {
	if ((text === undefined) === (content === undefined)) {
		const found = text === undefined ? 'neither' : 'both';
		throw new ServerError('INVALID_PARAMS', `${method} takes either text or content, and got ${found}`);
	}
	return text ?? (content as Input);
}

function resultOf(session: Session): Result<'session/state'> {
	const state = session.state();
	return { sessionId: session.id, seq: state.seq, state: wireState(state) };
}

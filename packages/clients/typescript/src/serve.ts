import { type AskHandler, answerQuestion } from './ask.ts';
import type { CommandTable } from './commands.ts';
import type { Requests } from './connection.ts';
import { MyelinError } from './errors.ts';
import type {
	CommandExecuteParams,
	HookCallParams,
	ToolExecuteParams,
	ToolPreviewParams,
} from './generated/protocol.ts';
import type { HookTable } from './hooks.ts';
import type { SessionStream } from './session-stream.ts';
import type { ToolTable } from './tools.ts';

/** What the server's requests are answered from. */
export interface Desk {
	readonly hooks: HookTable;
	readonly tools: ToolTable;
	readonly commands: CommandTable;
	/** The sessions that are attached, by id. */
	readonly streams: ReadonlyMap<string, SessionStream>;
	readonly onAsk?: AskHandler | undefined;
}

/** Answers a request of the server; `requests` is the connection that it came by. */
export function serve(
	{ hooks, tools, commands, streams, onAsk }: Desk,
	requests: Requests,
	method: string,
	params: unknown,
	signal: AbortSignal,
): Promise<unknown> {
	switch (method) {
		case 'hook/call': {
			const { payload, ...call } = params as HookCallParams;
			const stream = streams.get(call.sessionId);
			const hasMessages = payload.messageIds !== undefined;
			const whole = hasMessages && stream !== undefined ? stream.contextPayload(payload) : payload;
			return hooks.call({ ...call, payload: whole }, signal);
		}
		case 'tool/execute': {
			const call = params as ToolExecuteParams;
			return tools.execute(call, signal, (value) => {
				requests.notify('$/progress', { token: call.progressToken, value });
			});
		}
		case 'tool/preview':
			return tools.preview(params as ToolPreviewParams, signal);
		case 'command/execute':
			return commands.execute(params as CommandExecuteParams, signal);
		case 'ui/ask':
			if (onAsk !== undefined) return answerQuestion(onAsk, params as never, signal);
	}
	throw new MyelinError('METHOD_NOT_FOUND', `this client knows no method "${method}"`);
}

import { createConnection } from './connection.ts';
import { MyelinError } from './errors.ts';
import type { HookCallParams, SessionEventParams, ToolExecuteParams } from './generated/protocol.ts';
import { createHookTable } from './hooks.ts';
import type { ProcessExit, ServerProcess } from './process.ts';
import type { ScopeParts } from './scope.ts';
import type { SessionStream } from './session-stream.ts';
import { createToolTable } from './tools.ts';

/** A server's process and the connection to it, with all that hangs on the two. */
export interface Link extends ScopeParts {
	/** The sessions that are attached, by id. */
	readonly streams: Map<string, SessionStream>;
	/** Resolves when the connection has ended, for whatever reason. */
	readonly ended: Promise<void>;
	/** Rejects what waits with `DISCONNECTED` and resolves when the process is gone. */
	close(): Promise<void>;
}

/** Joins a process and a connection: what ends one ends the other. `whyGone` says what an end of the process means for what waits. */
export function connect(server: ServerProcess, whyGone: (exit: ProcessExit) => MyelinError): Link {
	const streams = new Map<string, SessionStream>();
	const hooks = createHookTable();
	const tools = createToolTable();
	let closing: Promise<ProcessExit> | undefined;
	let markEnded: () => void = () => {};
	const ended = new Promise<void>((resolve) => {
		markEnded = resolve;
	});
	const connection = createConnection((line) => server.stdin.write(line), {
		notification(method, params) {
			if (method !== 'session/event') return;
			const event = params as SessionEventParams;
			streams.get(event.sessionId)?.receive(event);
		},
		request(method, params, signal) {
			return answer({ connection, hooks, tools, streams }, method, params, signal);
		},
		ended(reason) {
			for (const stream of streams.values()) stream.end(closing === undefined ? reason : undefined);
			closing ??= server.close();
			markEnded();
		},
	});
	server.stdout.on('data', (chunk: Buffer) => connection.receive(chunk));
	// Its output has ended: it is on its way out, or of no more use.
	server.stdout.once('close', () => void server.close());
	void server.exited.then((exit) => connection.end(whyGone(exit)));

	async function close(): Promise<void> {
		closing ??= server.close();
		connection.end(new MyelinError('DISCONNECTED', 'the client was closed'));
		await closing;
	}

	return { connection, hooks, tools, streams, ended, close };
}

function answer(
	{ connection, hooks, tools, streams }: Omit<Link, 'close' | 'ended'>,
	method: string,
	params: unknown,
	signal: AbortSignal,
): Promise<unknown> {
	switch (method) {
		case 'hook/call': {
			const { payload, ...call } = params as HookCallParams;
			const stream = streams.get(call.sessionId);
			const hasMessages = call.point === 'context' || call.point === 'model_request';
			const whole = hasMessages && stream !== undefined ? stream.contextPayload(payload) : payload;
			return hooks.call({ ...call, payload: whole }, signal);
		}
		case 'tool/execute': {
			const call = params as ToolExecuteParams;
			return tools.execute(call, signal, (value) => {
				connection.notify('$/progress', { token: call.progressToken, value });
			});
		}
		default:
			throw new MyelinError('METHOD_NOT_FOUND', `this client knows no method "${method}"`);
	}
}

/** Why calls fail when a server that we started with `command` has ended. */
export function exitError(command: readonly string[], exit: ProcessExit): MyelinError {
	const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
	const words = exit.stderr.trim() === '' ? 'it said nothing on stderr' : `its last words: ${exit.stderr.trim()}`;
	return new MyelinError('PROCESS_EXITED', `the server (${command.join(' ')}) ${how}; ${words}`, { exit });
}

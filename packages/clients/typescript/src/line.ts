import { type Connection, createConnection, type Requests } from './connection.ts';
import { checkPlace } from './envelope.ts';
import type { MyelinError } from './errors.ts';
import type { InitializeResult, SessionEventParams } from './generated/protocol.ts';
import type { Transport } from './transport.ts';

/** One connection to a server, from its greeting to its end. */
export interface Line {
	readonly connection: Connection;
	/** Who answered, and the limits in force. */
	readonly server: InitializeResult;
	/** How it ended; nothing while it lives. */
	readonly end: LineEnd | undefined;
	/** Ends it, for this reason; resolves when the way to the server is gone. */
	close(reason: MyelinError): Promise<unknown>;
}

/** How a line ended. `isCut`: not because of what was said on it. */
export interface LineEnd {
	readonly reason: MyelinError;
	readonly isCut: boolean;
}

/** What is done with what comes by a line. */
export interface LineEnds {
	/** Opens the protocol. */
	greet(connection: Connection): Promise<InitializeResult>;
	/** How long the greeting may go unanswered, in ms; `Infinity` for ever. */
	readonly timeoutMs: number;
	/** Answers a request of the server. */
	serve(requests: Requests, method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
	/** Takes an event that came in so many characters. */
	receive(event: SessionEventParams, characters: number): void;
	/** The line has ended. Called before anybody who waits for an answer hears of it. */
	onEnd(end: LineEnd): void;
}

/** Opens the protocol on a transport. Rejects as `greet` does, or as a silent transport says; the transport is gone then. */
export async function openLine(transport: Transport, ends: LineEnds): Promise<Line> {
	let end: LineEnd | undefined;
	let cut: MyelinError | undefined;
	const connection: Connection = createConnection((line) => transport.toServer.write(line), {
		notification(method, params, characters) {
			if (method !== 'session/event') return;
			checkPlace(params);
			ends.receive(params, characters);
		},
		request: (method, params, signal) => ends.serve(connection, method, params, signal),
		ended(reason) {
			end = { reason, isCut: reason === cut };
			void transport.close();
			ends.onEnd(end);
		},
	});
	transport.fromServer.on('data', (chunk: Buffer) => connection.receive(chunk));
	void transport.gone.then((reason) => {
		cut = reason;
		connection.end(reason);
	});
	const stopWaiting = afterMs(ends.timeoutMs, () => connection.end(transport.silent(ends.timeoutMs)));
	try {
		const server = await ends.greet(connection).finally(stopWaiting);
		connection.limitFrames(server.limits.maxFrameBytes);
		return {
			connection,
			server,
			get end() {
				return end;
			},
			close(reason) {
				connection.end(reason);
				return transport.close();
			},
		};
	} catch (error) {
		await transport.close();
		throw error;
	}
}

/** The longest that a timer of Node waits; beyond, it would go off at once. */
export const longestMs = 2 ** 31 - 1;

/** Does something later, unless the function that it returns was called before. */
function afterMs(limitMs: number, act: () => void): () => void {
	if (limitMs > longestMs) return () => {};
	const timer = setTimeout(act, limitMs);
	return () => clearTimeout(timer);
}

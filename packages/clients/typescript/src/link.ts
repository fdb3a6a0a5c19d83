import { setTimeout as delay } from 'node:timers/promises';
import type { Connection, RequestOptions, Requests } from './connection.ts';
import { cancelled, errorText, MyelinError, untilAborted } from './errors.ts';
import type { InitializeResult } from './generated/protocol.ts';
import { type Line, type LineEnd, longestMs, openLine } from './line.ts';
import { onAbort } from './on-abort.ts';
import type { Scope } from './scope.ts';
import { type Desk, serve } from './serve.ts';
import type { Transport } from './transport.ts';

/** A server as this program reaches it: by one connection, or by one after the other. */
export interface Link {
	/** Who answered first, and the limits in force. */
	readonly server: InitializeResult;
	/** Asks on the connection that is there; waits while a lost one is replaced. */
	readonly requests: Requests;
	/** Resolves when it has ended for good, for whatever reason. */
	readonly ended: Promise<void>;
	/** When the connection that was lost with this error is there again, with all that hung on it; rejects if it cannot be had. Nothing if the error is another. */
	recovered(error: unknown): Promise<void> | undefined;
	/** When the connection that is sought is there, with all that hung on it; rejects if it cannot be had. Nothing if none is sought. */
	restoring(): Promise<void> | undefined;
	/** Rejects what waits with `DISCONNECTED` and resolves when the server's process, or the connection, is gone. */
	close(): Promise<void>;
}

/** What a link is made of. */
export interface LinkParts {
	/** A way to the server; called again when that was lost and `reconnectMs` is more than 0. */
	dial(): Promise<Transport>;
	/** Opens the protocol on a new connection. The signal ends a wait for a connection that replaces a lost one. */
	greet(connection: Connection, signal: AbortSignal | undefined): Promise<InitializeResult>;
	readonly desk: Desk;
	/** The scopes there are, the connection's own first. */
	readonly scopes: ReadonlySet<Scope>;
	/** How long a greeting may go unanswered, in ms; `Infinity` for ever. */
	readonly timeoutMs: number;
	/** How long a lost connection is sought anew, in ms. */
	readonly reconnectMs: number;
	/** Whether the server is told before the connection is closed, since it lives on. */
	readonly takesLeave: boolean;
}

type State =
	| { readonly phase: 'up'; readonly line: Line }
	| { readonly phase: 'down'; readonly restored: Promise<void> }
	| { readonly phase: 'ended'; readonly reason: MyelinError };

/** Waits between attempts, in ms: from the first, doubled each time, to the longest. */
const pauses = { first: 20, longest: 1000 };
/** How long taking leave may last, in ms. */
const leaveMs = 1000;

/** Reaches a server and opens the protocol. Rejects as `dial` and `greet` do, and leaves nothing behind then. */
export async function openLink(parts: LinkParts): Promise<Link> {
	const { desk, scopes, reconnectMs } = parts;
	/** The errors of connections that are replaced. */
	const losses = new WeakSet<MyelinError>();
	const closing = new AbortController();
	let markEnded: () => void = () => {};
	const ended = new Promise<void>((resolve) => {
		markEnded = resolve;
	});
	let state: State | undefined;

	async function open(signal?: AbortSignal): Promise<Line> {
		let line: Line | undefined;
		line = await openLine(await parts.dial(), {
			greet: (connection) => parts.greet(connection, signal),
			timeoutMs: parts.timeoutMs,
			serve: (requests, method, params, aborted) => serve(desk, requests, method, params, aborted),
			receive: (event, characters) => desk.streams.get(event.sessionId)?.receive(event, characters),
			onEnd(end) {
				if (end.isCut && reconnectMs > 0 && !closing.signal.aborted) losses.add(end.reason);
				if (line !== undefined) lose(line, end);
			},
		});
		return line;
	}

	/** Goes on with a new connection. */
	function take(line: Line): void {
		state = { phase: 'up', line };
		newest = line;
		if (line.end !== undefined) lose(line, line.end);
	}

	function lose(line: Line, { reason }: LineEnd): void {
		if (state?.phase !== 'up' || state.line !== line) return;
		if (losses.has(reason)) state = { phase: 'down', restored: restored(reason) };
		else finish(reason);
	}

	/** There will be no other connection. */
	function finish(reason: MyelinError): void {
		if (state?.phase === 'ended') return;
		state = { phase: 'ended', reason };
		endStreams(closing.signal.aborted ? undefined : reason);
		markEnded();
	}

	function endStreams(error?: MyelinError): void {
		for (const stream of desk.streams.values()) stream.end(error);
	}

	function restored(loss: MyelinError): Promise<void> {
		const done = goOn(loss).catch((error) => {
			const reason = closing.signal.aborted ? loss : notRestored(loss, error);
			finish(reason);
			throw reason;
		});
		done.catch(() => {});
		return done;
	}

	async function goOn(loss: MyelinError): Promise<void> {
		const line = await restore(Date.now() + reconnectMs);
		if (!closing.signal.aborted) return take(line);
		await abandon(line);
		throw loss;
	}

	/** Ends a line that is not in use yet. Where the program has closed the link meanwhile, what stands on it is taken back first. */
	async function abandon(line: Line): Promise<void> {
		if (closing.signal.aborted) await leave(line);
		await line.close(new MyelinError('DISCONNECTED', 'the new connection came to nothing'));
	}

	async function leave(line: Line): Promise<void> {
		if (parts.takesLeave) await takeLeave(line.connection);
	}

	async function restore(deadline: number): Promise<Line> {
		for (let pause = pauses.first; ; pause = Math.min(2 * pause, pauses.longest)) {
			try {
				return await reopen(AbortSignal.any([closing.signal, AbortSignal.timeout(timerMs(deadline - Date.now()))]));
			} catch (error) {
				const mayPass = error instanceof MyelinError && error.code === 'DISCONNECTED' && Date.now() < deadline;
				if (!mayPass || closing.signal.aborted) throw error;
				await delay(pause, undefined, { signal: closing.signal });
			}
		}
	}

	/** A new connection on which everything stands as it did: what guards and serves first, then what is told. */
	async function reopen(signal: AbortSignal): Promise<Line> {
		const line = await open(signal);
		let abandoned: Promise<void> | undefined;
		const giveUp = () => {
			abandoned ??= abandon(line);
			return abandoned;
		};
		const ignoreAbort = onAbort(signal, () => void giveUp());
		try {
			await Promise.all([...scopes].map((scope) => scope.again(line.connection)));
			await Promise.all([...desk.streams.values()].map((stream) => stream.restore(line.connection)));
			if (line.end !== undefined) throw line.end.reason;
			return line;
		} catch (error) {
			await giveUp();
			throw error;
		} finally {
			ignoreAbort();
		}
	}

	async function laterRequest<T>(method: string, params: object, options: RequestOptions<T>): Promise<T> {
		while (state?.phase === 'down' && options.signal?.aborted !== true) {
			// What became of the connection is looked at after the wait, and so is whether anybody waits still.
			await untilAborted(method, state.restored, options.signal).catch(() => {});
		}
		if (options.signal?.aborted === true) throw cancelled(method, options.signal);
		return request(method, params, options);
	}

	/** What is asked in one turn is sent in that turn, in its order. */
	function request<T>(method: string, params: object, options: RequestOptions<T> = {}): Promise<T> {
		switch (state?.phase) {
			case 'up':
				return state.line.connection.request(method, params, options);
			case 'down':
				return laterRequest(method, params, options);
			default:
				return Promise.reject(state?.reason);
		}
	}

	let closed: Promise<void> | undefined;
	async function close(): Promise<void> {
		const reason = new MyelinError('DISCONNECTED', 'the client was closed');
		if (state?.phase === 'up') await leave(state.line);
		// What waits for a line that will not come is over, quietly: not for want of that line.
		if (state?.phase === 'down') endStreams();
		closing.abort(reason);
		if (state?.phase === 'down') await state.restored.catch(() => {});
		// Also one that ended by itself may still be on its way out.
		await newest.close(reason);
	}

	const first = await open();
	let newest = first;
	take(first);
	return {
		server: first.server,
		requests: {
			request,
			notify(method, params) {
				if (state?.phase === 'up') state.line.connection.notify(method, params);
			},
		},
		ended,
		recovered(error) {
			if (!(error instanceof MyelinError) || !losses.has(error)) return undefined;
			return state?.phase === 'down' ? state.restored : Promise.resolve();
		},
		restoring: () => (state?.phase === 'down' ? state.restored : undefined),
		close() {
			closed ??= close();
			return closed;
		},
	};
}

async function takeLeave(connection: Connection): Promise<void> {
	const inTime = AbortSignal.timeout(leaveMs);
	await connection.request('shutdown', {}, { signal: inTime }).catch(() => {});
}

function notRestored(loss: MyelinError, cause: unknown): MyelinError {
	const why = errorText(cause);
	return new MyelinError('DISCONNECTED', `${loss.message}, and could not be had again: ${why}`, { cause });
}

/** What is left of a time, as a timer takes it; of an endless one, as long as there is. */
function timerMs(left: number): number {
	return Math.max(0, Math.min(left, longestMs));
}

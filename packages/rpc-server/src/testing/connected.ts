import { PassThrough, Writable } from 'node:stream';
import { type Call, type Connection, createConnection, type Handler } from '../connection.ts';
import type { Framing } from '../framing/framing.ts';

/** Any JSON-RPC message. */
export type Message = Record<string, unknown>;

/** A client of one connection: says lines, hears messages one by one. */
export function connect(parts: Partial<Handler> = {}, options: { framing?: Framing; maxFrameBytes?: number } = {}) {
	const input = new PassThrough();
	const output = new PassThrough();
	const logged: unknown[][] = [];
	const keep = (...values: unknown[]) => void logged.push(values);
	const log = { debug() {}, info: keep, warn: keep, error: keep };
	const handler: Handler = {
		request: (_method, params) => params,
		notification() {},
		async closed() {},
		...parts,
	};
	const connection = createConnection({ input, output }, { maxFrameBytes: 1000, log, ...options }, () => handler);
	const lines = output.iterator({ destroyOnReturn: false });
	let rest = '';
	async function hear(): Promise<Message> {
		while (!rest.includes('\n')) rest += String((await lines.next()).value);
		const end = rest.indexOf('\n');
		const message = JSON.parse(rest.slice(0, end));
		rest = rest.slice(end + 1);
		return message;
	}
	const say = (...messages: (Message | string)[]) =>
		input.write(
			messages.map((m) => `${typeof m === 'string' ? m : JSON.stringify({ jsonrpc: '2.0', ...m })}\n`).join(''),
		);
	return { input, output, connection, logged, hear, say };
}

/** What a request does that only a cancellation ends. */
export const untilAborted = (call: Call) =>
	new Promise((_, reject) => {
		if (call.signal.aborted) reject(call.signal.reason);
		call.signal.addEventListener('abort', () => reject(call.signal.reason));
	});

/** An output that takes one write at a time, when told to. */
export function slowOutput() {
	let done: (() => void) | undefined;
	let look = () => {};
	const chunks: string[] = [];
	const stream = new Writable({
		write(chunk, _encoding, next) {
			chunks.push(String(chunk));
			done = next;
			look();
		},
	});
	return {
		output: Object.assign(stream, { text: () => chunks.join('') }),
		/** Resolves when something waits to be taken. */
		waiting: () =>
			new Promise<void>((resolve) => {
				look = resolve;
				if (done !== undefined) resolve();
			}),
		take() {
			const next = done;
			done = undefined;
			next?.();
		},
	};
}

/** A connection on an output, with a handler that does nothing. */
export function openOn(output: Writable, input = new PassThrough()): Connection {
	const log = { debug() {}, info() {}, warn() {}, error() {} };
	const handler: Handler = { request() {}, notification() {}, async closed() {} };
	return createConnection({ input, output }, { maxFrameBytes: 1000, log }, () => handler);
}

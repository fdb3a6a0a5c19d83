import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Call, type Connection, createConnection, type Handler } from './connection.ts';
import { ServerError } from './errors.ts';
import type { Framing } from './framing/framing.ts';

type Message = Record<string, unknown>;

/** A client of one connection: says lines, hears messages one by one. */
function connect(parts: Partial<Handler> = {}, options: { framing?: Framing; maxFrameBytes?: number } = {}) {
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

const untilAborted = (call: Call) =>
	new Promise((_, reject) => {
		if (call.signal.aborted) reject(call.signal.reason);
		call.signal.addEventListener('abort', () => reject(call.signal.reason));
	});

afterEach(() => {
	vi.useRealTimers();
});

describe('a request of the client', () => {
	it('is answered with its id as it was sent, and nothing more than JSON-RPC has', async () => {
		const { say, hear } = connect();
		say({ id: 1, method: 'echo', params: { a: '\ud800é' } }, { id: '1', method: 'echo' }, { id: -0.5, method: 'echo' });
		expect(await hear()).toEqual({ jsonrpc: '2.0', id: 1, result: { a: '\ud800é' } });
		expect(await hear()).toEqual({ jsonrpc: '2.0', id: '1', result: {} });
		expect(await hear()).toEqual({ jsonrpc: '2.0', id: -0.5, result: {} });
	});

	it('is handed on in order of arrival, notifications between, whatever earlier ones wait for', async () => {
		const seen: string[] = [];
		const { say, hear } = connect({
			request(method, _, call) {
				seen.push(method);
				return method === 'first' ? untilAborted(call) : null;
			},
			notification: (method) => void seen.push(method),
		});
		say(
			{ id: 1, method: 'first' },
			{ method: '$/progress', params: { token: 1 } },
			{ method: 'n' },
			{ id: 2, method: 'last' },
		);
		expect(await hear()).toEqual({ jsonrpc: '2.0', id: 2, result: null });
		expect(seen).toEqual(['first', '$/progress', 'n', 'last']);
	});

	it('is answered with the code and data of a ServerError, and with nothing of any other error', async () => {
		const { say, hear, logged } = connect({
			request(method) {
				if (method === 'known') throw new ServerError('SESSION_NOT_FOUND', 'No session x.', { data: { id: 'x' } });
				throw new Error('the secret is 42');
			},
		});
		say({ id: 1, method: 'known' }, { id: 2, method: 'unknown' });
		expect(await hear()).toEqual({
			jsonrpc: '2.0',
			id: 1,
			error: { code: -32000, message: 'No session x.', data: { code: 'SESSION_NOT_FOUND', id: 'x' } },
		});
		expect(await hear()).toEqual({
			jsonrpc: '2.0',
			id: 2,
			error: {
				code: -32603,
				message: 'The server failed at "unknown"; its log says more.',
				data: { code: 'INTERNAL' },
			},
		});
		expect(logged).toHaveLength(1);
	});

	it('is answered also when the answer cannot be serialised', async () => {
		const { say, hear } = connect({ request: () => ({ big: 1n }) });
		say({ id: 1, method: 'm' });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32603, data: { code: 'INTERNAL' } } });
	});

	it('is refused while another of the same id is in flight, and taken after its answer', async () => {
		const { say, hear } = connect({ request: (method, _, call) => (method === 'wait' ? untilAborted(call) : method) });
		say({ id: 1, method: 'wait' }, { id: 1, method: 'twice' });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32600, data: { code: 'INVALID_REQUEST' } } });
		say({ method: '$/cancelRequest', params: { id: 1 } });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32800 } });
		say({ id: 1, method: 'again' });
		expect(await hear()).toMatchObject({ id: 1, result: 'again' });
	});

	it('is cancelled also by a cancel that comes in the same chunk', async () => {
		const { say, hear } = connect({ request: (_method, _params, call) => untilAborted(call) });
		say({ id: 'a', method: 'm' }, { method: '$/cancelRequest', params: { id: 'a' } });
		expect(await hear()).toEqual({
			jsonrpc: '2.0',
			id: 'a',
			error: { code: -32800, message: 'The client cancelled the request.', data: { code: 'CANCELLED' } },
		});
	});

	it('is cancelled only when what came between it and its cancel has begun', async () => {
		let first: Call | undefined;
		const { say, hear } = connect({
			request(method, _params, call) {
				if (method !== 'wait') return { isFirstCancelled: first?.signal.aborted };
				first = call;
				return untilAborted(call);
			},
		});
		say({ id: 1, method: 'wait' });
		say({ id: 2, method: 'm' }, { method: '$/cancelRequest', params: { id: 1 } }, { id: 3, method: 'm' });
		expect(await hear()).toMatchObject({ id: 2, result: { isFirstCancelled: false } });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32800 } });
		expect(await hear()).toMatchObject({ id: 3, result: { isFirstCancelled: true } });
	});

	it('is not cancelled by the cancel of an earlier one that had its id', async () => {
		const { say, hear } = connect({
			request: (method, _params, call) => (method === 'm' ? {} : untilAborted(call)),
		});
		say({ id: 1, method: 'm' }, { method: '$/cancelRequest', params: { id: 1 } });
		expect(await hear()).toMatchObject({ id: 1, result: {} });
		say({ id: 1, method: 'wait' }, { id: 2, method: 'm' });
		expect(await hear()).toMatchObject({ id: 2, result: {} });
		say({ method: '$/cancelRequest', params: { id: 1 } });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32800 } });
	});

	it('may be cancelled late, twice or without an id', async () => {
		const { say, hear } = connect();
		say({ id: 1, method: 'm' });
		await hear();
		say({ method: '$/cancelRequest', params: { id: 1 } }, { method: '$/cancelRequest' }, { id: 2, method: 'm' });
		expect(await hear()).toMatchObject({ id: 2, result: {} });
	});

	it('is CANCELLED also when its handler fails with the AbortError of something it waited for', async () => {
		const { say, hear, logged } = connect({
			request: (_method, _params, call) => sleep(60_000, undefined, { signal: call.signal }),
		});
		say({ id: 1, method: 'm' }, { method: '$/cancelRequest', params: { id: 1 } });
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32800, data: { code: 'CANCELLED' } } });
		expect(logged).toEqual([]);
	});

	it('may come after a byte order mark', async () => {
		const { say, hear } = connect();
		say('\ufeff {"id":1,"method":"m"}');
		expect(await hear()).toMatchObject({ id: 1, result: {} });
	});

	it('has its answer out before anything that waits for it', async () => {
		const { say, hear, connection } = connect({
			request(method, _, call) {
				call.afterAnswer(() => connection.notify('after', { method }));
				if (method === 'fail') throw new ServerError('INTERNAL', 'no');
				return method;
			},
		});
		say({ id: 1, method: 'm' }, { id: 2, method: 'fail' });
		expect(await hear()).toMatchObject({ id: 1 });
		expect(await hear()).toMatchObject({ method: 'after', params: { method: 'm' } });
		expect(await hear()).toMatchObject({ id: 2, error: {} });
		expect(await hear()).toMatchObject({ method: 'after', params: { method: 'fail' } });
	});
});

describe('a notification that cannot be used', () => {
	it('is told of in the log once for each method, with what is wrong, and the next message is handed on', async () => {
		const { say, hear, logged } = connect({
			async notification(method) {
				await Promise.resolve();
				throw new ServerError('INVALID_PARAMS', `${method} has no sense`);
			},
		});
		const flood = Array.from({ length: 100 }, (_, count) => ({ method: count % 2 === 0 ? 'a' : 'b' }));
		say(...flood, { id: 1, method: 'm' });
		expect(await hear()).toMatchObject({ id: 1, result: {} });
		expect(logged).toEqual(
			['a', 'b'].map((method) => [
				`The notification "${method}" was ignored, and more like it will be without a word:`,
				`${method} has no sense`,
			]),
		);
	});

	it('fills no log with names that a client makes up', async () => {
		const { say, hear, logged } = connect({
			notification() {
				throw new ServerError('INVALID_PARAMS', 'no');
			},
		});
		say(...Array.from({ length: 100 }, (_, count) => ({ method: `n${count}` })), { id: 1, method: 'm' });
		await hear();
		expect(logged).toHaveLength(16);
	});
});

describe('an answer to nothing', () => {
	it('is told of once', async () => {
		const { say, hear, logged } = connect();
		say(...Array.from({ length: 100 }, () => ({ id: 1_000_000, result: 1 })), { id: 1, method: 'm' });
		expect(await hear()).toMatchObject({ id: 1, result: {} });
		expect(logged).toHaveLength(1);
	});
});

describe('a message that cannot be used', () => {
	it('is answered, and the next one is read', async () => {
		const { say, hear } = connect();
		say('null', '[]', '{"id":1', `{"id":2,"method":"${'x'.repeat(1000)}"}`, { id: 3, method: 'm' });
		expect(await hear()).toMatchObject({ id: null, error: { code: -32600, data: { code: 'INVALID_REQUEST' } } });
		expect(await hear()).toMatchObject({ id: null, error: { code: -32600, data: { code: 'INVALID_REQUEST' } } });
		expect(await hear()).toMatchObject({ id: null, error: { code: -32700, data: { code: 'PARSE_ERROR' } } });
		expect(await hear()).toEqual({
			jsonrpc: '2.0',
			id: null,
			error: {
				code: -32600,
				message: 'The message has more than 1000 bytes; send less, or start the server with a larger --max-frame.',
				data: { code: 'FRAME_TOO_LARGE', maxFrameBytes: 1000 },
			},
		});
		expect(await hear()).toMatchObject({ id: 3, result: {} });
	});
});

describe('a request of the server', () => {
	it('is numbered from a million and resolves with the result', async () => {
		const { connection, say, hear } = connect();
		const answer = connection.request('ask', { a: 1 });
		const asked = await hear();
		expect(asked).toEqual({ jsonrpc: '2.0', id: expect.any(Number), method: 'ask', params: { a: 1 } });
		expect(asked.id).toBeGreaterThanOrEqual(1_000_000);
		say({ id: asked.id, result: null });
		expect(await answer).toBeNull();
	});

	it('rejects with what the client gave as its error', async () => {
		const { connection, say, hear } = connect();
		const answer = connection.request('ask', {});
		say({ id: (await hear()).id, error: { code: 7, message: 'no idea', data: [1] } });
		await expect(answer).rejects.toMatchObject({
			code: 'CLIENT_FAILED',
			message: 'The client failed at "ask": no idea',
			data: { rpcCode: 7, clientData: [1] },
		});
	});

	it('rejects at once on abort, tells the client, and ignores a late answer', async () => {
		const { connection, say, hear } = connect();
		const controller = new AbortController();
		const answer = connection.request('ask', {}, controller.signal);
		const { id } = await hear();
		controller.abort(new Error('too slow'));
		await expect(answer).rejects.toThrow('too slow');
		expect(await hear()).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
		say({ id, result: 1 }, { id: 5, method: 'm' });
		expect(await hear()).toMatchObject({ id: 5, result: {} });
	});

	it('is not sent when its signal is aborted already', async () => {
		const { connection, say, hear } = connect();
		await expect(connection.request('ask', {}, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
		say({ id: 5, method: 'm' });
		expect(await hear()).toMatchObject({ id: 5 });
	});

	it('rejects when the connection ends, before and after', async () => {
		const { connection, input, hear } = connect();
		const answer = connection.request('ask', {});
		await hear();
		input.end();
		await expect(answer).rejects.toMatchObject({ code: 'DISCONNECTED' });
		await expect(connection.request('ask', {})).rejects.toMatchObject({ code: 'DISCONNECTED' });
	});
});

describe('the end of a connection', () => {
	it('comes after everything that was read is handed on and answered', async () => {
		const order: string[] = [];
		const { input, say, hear, connection } = connect({
			async request(method) {
				order.push(method);
				await new Promise((resolve) => setImmediate(resolve));
				return method;
			},
			async closed() {
				order.push('closed');
			},
		});
		say({ id: 1, method: 'a' }, { id: 2, method: 'b' });
		input.end('{"jsonrpc":"2.0","id":3,"method":"without a line end"}');
		expect(await hear()).toMatchObject({ id: 1, result: 'a' });
		expect(await hear()).toMatchObject({ id: 2, result: 'b' });
		expect(await hear()).toMatchObject({ id: 3, result: 'without a line end' });
		await connection.closed;
		expect(order).toEqual(['a', 'b', 'without a line end', 'closed']);
	});

	it('answers what nobody answered in time and waits for no handler for ever', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		let markClosing = () => {};
		const closing = new Promise<void>((resolve) => {
			markClosing = resolve;
		});
		const { input, say, hear, connection } = connect({
			request: () => new Promise(() => {}),
			closed() {
				markClosing();
				return new Promise(() => {});
			},
		});
		say({ id: 1, method: 'm' });
		input.end();
		await closing;
		await vi.advanceTimersByTimeAsync(1200);
		await vi.advanceTimersByTimeAsync(200);
		expect(await hear()).toMatchObject({ id: 1, error: { code: -32000, data: { code: 'SHUTTING_DOWN' } } });
		await connection.closed;
	});

	it('goes on sending as long as the client takes something, however long that is', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { output, take, waiting } = slowOutput();
		const input = new PassThrough();
		const connection = openOn(output, input);
		const texts = ['😀'.repeat(100_000), `x${'😀'.repeat(100_000)}`];
		const sent = texts.map((text) => JSON.stringify({ jsonrpc: '2.0', method: 'large', params: { text } }));
		for (const json of sent) void connection.send(json);
		input.end();
		for (let piece = 0; piece < 8; piece += 1) {
			await waiting();
			await vi.advanceTimersByTimeAsync(1700);
			take();
		}
		await connection.closed;
		expect(connection.isCutOff).toBe(false);
		expect(output.text()).toBe(`${sent.join('\n')}\n`);
	});

	it('gives up a client that takes nothing within two seconds, and says so', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { output, waiting } = slowOutput();
		const input = new PassThrough();
		const connection = openOn(output, input);
		connection.notify('m', {});
		await waiting();
		input.end();
		let isClosed = false;
		void connection.closed.then(() => {
			isClosed = true;
		});
		await vi.advanceTimersByTimeAsync(1700);
		expect(isClosed).toBe(false);
		await vi.advanceTimersByTimeAsync(200);
		await connection.closed;
		expect(connection.isCutOff).toBe(true);
	});

	it('does not wait longer than for the last answer', async () => {
		let answer: (result: string) => void = () => {};
		const { input, say, hear, connection, logged } = connect({
			request: () => new Promise((resolve) => (answer = resolve)),
			async closed() {
				setImmediate(() => answer('late'));
			},
		});
		say({ id: 1, method: 'm' });
		input.end();
		expect(await hear()).toMatchObject({ id: 1, result: 'late' });
		await connection.closed;
		expect(logged).toEqual([]);
	});

	it('comes with an input that ends and is not closed', async () => {
		const input = new PassThrough({ autoDestroy: false });
		const connection = openOn(new PassThrough(), input);
		input.end();
		await connection.closed;
	});

	it('comes with exit, with end, and when the output is lost', async () => {
		const exit = connect();
		exit.say({ method: 'exit' });
		await exit.connection.closed;

		const ended = connect();
		ended.connection.end();
		await ended.connection.closed;

		const lost = connect();
		lost.output.destroy(new Error('EPIPE'));
		await lost.connection.closed;
		lost.connection.notify('into the void', {});
		await lost.connection.flush();
	});

	it('survives a handler that fails to close', async () => {
		const { input, connection, logged } = connect({
			closed() {
				throw new Error('broken');
			},
		});
		input.end();
		await connection.closed;
		expect(logged).toEqual([['The work of the connection failed.', new Error('broken')]]);
	});
});

describe('what goes out', () => {
	it('is written once a turn, in the order of the calls', async () => {
		const written: string[] = [];
		const output = new Writable({
			write(chunk, _, done) {
				written.push(String(chunk));
				done();
			},
		});
		const connection = openOn(output);
		connection.notify('a', { n: 1 });
		void connection.send('{"b":2}');
		await Promise.resolve();
		connection.notify('c', {});
		await connection.flush();
		expect(written).toEqual([
			'{"jsonrpc":"2.0","method":"a","params":{"n":1}}\n{"b":2}\n{"jsonrpc":"2.0","method":"c","params":{}}\n',
		]);
	});

	it('asks the sender to wait when the client does not read, until it does or is gone', async () => {
		let take: (() => void) | undefined;
		const output = new Writable({
			write(_chunk, _encoding, done) {
				take = done;
			},
		});
		const connection = openOn(output);
		const message = JSON.stringify('x'.repeat(300_000));
		expect([1, 2, 3].map(() => connection.send(message))).toEqual([undefined, undefined, undefined]);
		let hasRoom = false;
		const room = Promise.resolve(connection.send(message)).then(() => {
			hasRoom = true;
		});
		await new Promise((resolve) => setImmediate(resolve));
		expect(hasRoom).toBe(false);
		for (let piece = 0; piece < 4; piece += 1) take?.();
		await room;

		void connection.send(message);
		const waiting = connection.send(message);
		expect(waiting).toBeInstanceOf(Promise);
		output.destroy();
		await waiting;
	});

	it('has a header when the client spoke with headers', async () => {
		const { input, output } = connect();
		input.write('Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":1,"method":"m","x":1} ');
		const [chunk] = await once(output, 'data');
		expect(String(chunk)).toBe('Content-Length: 36\r\n\r\n{"jsonrpc":"2.0","id":1,"result":{}}');
	});
});

describe('a client that does not take its answers', () => {
	const large = 'x'.repeat(3 << 20);

	/** A connection on an output that takes nothing yet; one request, `wait`, is open. */
	async function crowd(count: number) {
		const { output, take } = slowOutput();
		const input = new PassThrough();
		const begun: string[] = [];
		const told: string[] = [];
		const handler: Handler = {
			request(method, _params, call) {
				begun.push(method);
				return method === 'wait' ? untilAborted(call) : large;
			},
			notification: (method) => void told.push(method),
			async closed() {},
		};
		const log = { debug() {}, info() {}, warn() {}, error() {} };
		const connection = createConnection({ input, output }, { maxFrameBytes: 1000, log }, () => handler);
		const say = (...messages: object[]) =>
			input.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
		const requests = Array.from({ length: count }, (_, id) => ({ id, method: 'large' }));
		say({ id: 'w', method: 'wait' }, ...requests);
		await vi.waitFor(() => expect(begun).toHaveLength(4));
		await turns();
		async function takeAll(until: () => boolean) {
			while (!until()) {
				take();
				await new Promise((resolve) => setImmediate(resolve));
			}
		}
		return { connection, input, output, begun, told, say, takeAll };
	}

	const turns = async () => {
		for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
	};

	it('is given no more of them than the limit and one, also in one chunk, and the rest when it takes', async () => {
		const { begun, takeAll } = await crowd(12);
		expect(begun).toEqual(['wait', 'large', 'large', 'large']);
		await takeAll(() => begun.length === 13);
		expect(begun).toHaveLength(13);
	});

	it('has large answers made one after another, each for a second at most before others go on', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const begun: number[] = [];
		const ends: (() => void)[] = [];
		const { say, hear } = connect({
			request(method, _params, { id }) {
				begun.push(Number(id));
				return method === 'm' ? {} : new Promise<void>((resolve) => ends.push(resolve));
			},
		});
		say(...[1, 2, 3].map((id) => ({ id, method: 'session/entries' })), { id: 4, method: 'm' });
		await vi.waitFor(() => expect(begun).toHaveLength(1));
		await turns();
		expect(begun).toEqual([1]);
		ends[0]?.();
		expect(await hear()).toMatchObject({ id: 1 });
		await turns();
		expect(begun).toEqual([1, 2]);
		await vi.advanceTimersByTimeAsync(1000);
		await turns();
		expect(begun).toEqual([1, 2, 3]);
		ends[2]?.();
		expect(await hear()).toMatchObject({ id: 3 });
		expect(await hear()).toMatchObject({ id: 4, result: {} });
	});

	it('can still answer, acknowledge, tell progress and cancel', async () => {
		const { connection, told, say, begun, output, takeAll } = await crowd(6);
		const asked = connection.request('ask', {});
		say(
			{ method: 'plugin/ready' },
			{ method: 'session/ack' },
			{ method: '$/progress' },
			{ id: 1_000_000, result: 'yes' },
			{ method: '$/cancelRequest', params: { id: 'w' } },
		);
		expect(await asked).toBe('yes');
		await turns();
		expect([begun.length, told]).toEqual([4, ['session/ack', '$/progress']]);
		await takeAll(() => told.includes('plugin/ready'));
		expect(begun).toHaveLength(7);
		expect(output.text().match(/-32800/g)).toHaveLength(1);
	});

	it('and ends is given up with what waits, and with nothing more begun', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { connection, input, begun } = await crowd(6);
		input.end();
		await once(input, 'end');
		for (let step = 0; step < 22; step += 1) await vi.advanceTimersByTimeAsync(100);
		await connection.closed;
		expect([connection.isCutOff, begun.length]).toEqual([true, 4]);
	});

	it('and ends, but goes on taking, gets the answers to all that it asked', async () => {
		const { connection, input, begun, takeAll } = await crowd(6);
		let isClosed = false;
		void connection.closed.then(() => {
			isClosed = true;
		});
		input.end('{"id":"last","method":"large"}\n{"method":"exit"}\n{"id":"after","method":"large"}\n');
		await takeAll(() => isClosed);
		expect([connection.isCutOff, begun.length]).toEqual([false, 8]);
	});
});

describe('reading', () => {
	it('pauses while many messages wait for their turn', async () => {
		let paused = 0;
		const { input, say, hear } = connect();
		input.on('pause', () => {
			paused += 1;
		});
		for (let id = 0; id < 2000; id += 500) {
			say(...Array.from({ length: 500 }, (_, i) => ({ id: id + i, method: 'm' })));
		}
		for (let id = 0; id < 2000; id += 1) expect(await hear()).toMatchObject({ id });
		expect(paused).toBeGreaterThan(0);
	});

	it('pauses while nobody takes the answers to a flood, and goes on when somebody does', async () => {
		let reads = false;
		let take: () => void = () => {};
		const output = new Writable({
			write(_chunk, _encoding, done) {
				if (reads) done();
				else take = done;
			},
		});
		const input = new PassThrough();
		openOn(output, input);
		const paused = once(input, 'pause');
		input.write(`{"id":"${'x'.repeat(900)}"}\n`.repeat(18_000));
		await paused;
		const resumed = once(input, 'resume');
		reads = true;
		take();
		await resumed;
	});
});

/** An output that takes one write at a time, when told to. */
function slowOutput() {
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

function openOn(output: Writable, input = new PassThrough()): Connection {
	const log = { debug() {}, info() {}, warn() {}, error() {} };
	const handler: Handler = { request() {}, notification() {}, async closed() {} };
	return createConnection({ input, output }, { maxFrameBytes: 1000, log }, () => handler);
}

import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createConnection, type Handler } from './connection.ts';
import { connect, openOn, slowOutput, untilAborted } from './testing/connected.ts';

afterEach(() => {
	vi.useRealTimers();
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
		const connection = createConnection({ input, output }, { maxFrameBytes: 4 << 20, log }, () => handler);
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
			say(...Array.from({ length: 500 }, (_, i) => ({ id: id + i, method: 'm', params: { text: 'x'.repeat(900) } })));
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
		input.write('\n'.repeat(1 << 20));
		await paused;
		const resumed = once(input, 'resume');
		reads = true;
		take();
		await resumed;
	});
});

import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connect, openOn, slowOutput } from './testing/connected.ts';

afterEach(() => {
	vi.useRealTimers();
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

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Call } from './connection.ts';
import { ServerError } from './errors.ts';
import { connect, untilAborted } from './testing/connected.ts';

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
	it('is told of in the log once for each method, with what is wrong, and at the end how many there were; the next message is handed on', async () => {
		const { say, hear, input, connection, logged } = connect({
			async notification(method) {
				await Promise.resolve();
				throw new ServerError('INVALID_PARAMS', `${method} has no sense`);
			},
		});
		const flood = Array.from({ length: 100 }, (_, count) => ({ method: count % 2 === 0 ? 'a' : 'b' }));
		say(...flood, { id: 1, method: 'm' });
		expect(await hear()).toMatchObject({ id: 1, result: {} });
		expect(logged.splice(0)).toEqual(
			['a', 'b'].map((method) => [
				`The notification "${method}" was ignored, and more like it are only counted:`,
				`${method} has no sense`,
			]),
		);
		input.end();
		await connection.closed;
		expect(logged).toEqual([
			['The notification "a" was ignored 50 times in all.'],
			['The notification "b" was ignored 50 times in all.'],
		]);
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

import { describe, expect, it } from 'vitest';
import { createConnection } from './connection.ts';
import { MyelinError } from './errors.ts';

/** A connection whose other side is the test. */
function open(request: (method: string, params: unknown, signal: AbortSignal) => unknown = () => null) {
	const sent: Record<string, unknown>[] = [];
	const told: [string, unknown][] = [];
	const connection = createConnection((line) => sent.push(JSON.parse(line)), {
		request,
		notification: (method, params) => told.push([method, params]),
		ended: (reason) => told.push(['ended', reason]),
	});
	const receive = (...messages: unknown[]) => {
		connection.receive(Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join('')));
	};
	return { connection, sent, told, receive };
}

function nested(depth: number): unknown {
	let value: unknown = [];
	for (let level = 0; level < depth; level += 1) value = [value];
	return value;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a request', () => {
	it('gets the answer with its id, in whatever order answers come', async () => {
		const { connection, sent, receive } = open();
		const answers = [connection.request('a', { x: 1 }), connection.request('b', {})];
		expect(sent).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'a', params: { x: 1 } },
			{ jsonrpc: '2.0', id: 2, method: 'b', params: {} },
		]);
		receive({ id: 2, result: { B: 2 } }, { id: 1, result: { A: 1 } }, { id: 1, result: {} }, { id: 'x', result: 0 });
		expect(await Promise.all(answers)).toEqual([{ A: 1 }, { B: 2 }]);
	});

	it('is accepted before anything that came after its answer is looked at', async () => {
		const { connection, told, receive } = open();
		const seen = connection.request('open', {}, { accept: () => told.length });
		receive({ id: 1, result: {} }, { method: 'news', params: {} });
		expect(await seen).toBe(0);
		expect(told).toEqual([['news', {}]]);
	});

	it.each([
		[
			{ code: -32000, message: 'm', data: { code: 'SESSION_BUSY', more: 1 } },
			'SESSION_BUSY',
			{ code: 'SESSION_BUSY', more: 1 },
		],
		[{ code: -32602, message: 'm', data: [1] }, 'INVALID_PARAMS', [1]],
		[{ code: -32603, message: 'm' }, 'INTERNAL', undefined],
		[{ code: 42, message: 'm' }, 'UNKNOWN', undefined],
	])('that is answered by the error %j rejects %s', async (error, code, data) => {
		const { connection, receive } = open();
		const answer = connection.request('a', {});
		receive({ id: 1, error });
		await expect(answer).rejects.toThrow(expect.objectContaining({ code, message: 'a: m', rpcCode: error.code, data }));
	});

	it('whose answer cannot be read rejects INVALID_ANSWER', async () => {
		const { connection, receive } = open();
		const answer = connection.request('a', {}, { accept: (result) => (result as { x: { y: 1 } }).x.y });
		receive({ id: 1, result: {} });
		await expect(answer).rejects.toThrow(expect.objectContaining({ code: 'INVALID_ANSWER' }));
	});

	it('that is aborted is cancelled at the server and rejects at once; its late answer is ignored', async () => {
		const { connection, sent, receive } = open();
		const controller = new AbortController();
		const answer = connection.request('a', {}, { signal: controller.signal });
		controller.abort(new Error('enough'));
		await expect(answer).rejects.toThrow(expect.objectContaining({ code: 'CANCELLED', cause: new Error('enough') }));
		expect(sent[1]).toEqual({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 1 } });
		receive({ id: 1, result: 'late' });
	});

	it('with a signal that is aborted already is not sent', async () => {
		const { connection, sent } = open();
		await expect(connection.request('a', {}, { signal: AbortSignal.abort() })).rejects.toThrow('a was cancelled');
		expect(sent).toEqual([]);
	});

	it('that is too large for the server is not sent and leaves nothing waiting', async () => {
		const { connection, sent } = open();
		connection.limitFrames(100);
		await expect(connection.request('a', { text: 'x'.repeat(100) })).rejects.toThrow(
			expect.objectContaining({ code: 'FRAME_TOO_LARGE' }),
		);
		expect(sent).toEqual([]);
	});
});

describe("the server's request", () => {
	it('is answered, and no user code runs while bytes are read', async () => {
		const order: string[] = [];
		const { sent, receive } = open(async (method, params) => {
			order.push('handler');
			return { method, params };
		});
		receive({ id: 7, method: 'ask', params: { q: 1 } });
		order.push('read');
		await settled();
		expect(order).toEqual(['read', 'handler']);
		expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, result: { method: 'ask', params: { q: 1 } } }]);
	});

	it.each([
		[new MyelinError('METHOD_NOT_FOUND', 'm'), { code: -32601, message: 'm', data: { code: 'METHOD_NOT_FOUND' } }],
		[new MyelinError('HOOK_FAILED', 'm'), { code: -32000, message: 'm', data: { code: 'HOOK_FAILED' } }],
		[new TypeError('m'), { code: -32603, message: 'TypeError: m', data: { code: 'INTERNAL' } }],
	])('whose handler throws %s is answered by an error', async (thrown, error) => {
		const { sent, receive } = open(() => {
			throw thrown;
		});
		receive({ id: 7, method: 'ask' });
		await settled();
		expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, error }]);
	});

	it.each([
		['a function', () => () => 1],
		['something whose JSON is nothing', () => ({ toJSON: () => undefined })],
		['an error longer than the server takes', () => Promise.reject(new MyelinError('HOOK_FAILED', 'x'.repeat(1000)))],
		['an error without a text', () => Promise.reject(Object.create(null))],
		[
			'an error whose text is an error',
			() => {
				throw Object.assign(new Error(), { toString: null, name: Symbol('n') });
			},
		],
		['nesting without an end', () => nested(100_000)],
	])('that comes to %s is answered by a short error', async (_what, request) => {
		const { connection, sent, receive } = open(request);
		connection.limitFrames(1000);
		receive({ id: 7, method: 'hook/call', params: {} });
		await settled();
		expect(sent).toEqual([{ jsonrpc: '2.0', id: 7, error: expect.objectContaining({ message: expect.any(String) }) }]);
	});

	it('whose answer is no JSON is answered by an error', async () => {
		const { sent, receive } = open(() => ({ big: 1n }));
		receive({ id: 7, method: 'ask' });
		await settled();
		expect(sent).toMatchObject([{ id: 7, error: { code: -32603 } }]);
	});

	it('that the server cancels is answered at once, whatever its handler does', async () => {
		let seen: AbortSignal | undefined;
		const { sent, receive } = open((_method, _params, signal) => {
			seen = signal;
			return new Promise(() => {});
		});
		receive({ id: 7, method: 'ask' });
		await settled();
		receive({ method: '$/cancelRequest', params: { id: 7 } }, { method: '$/cancelRequest', params: { id: 8 } });
		await settled();
		expect(seen?.aborted).toBe(true);
		expect(sent).toMatchObject([{ id: 7, error: { code: -32800, data: { code: 'CANCELLED' } } }]);
	});

	it('that is cancelled in the same chunk is answered as cancelled', async () => {
		const { sent, receive } = open(() => 'too quick');
		receive({ id: 7, method: 'ask' }, { method: '$/cancelRequest', params: { id: 7 } });
		await settled();
		expect(sent).toMatchObject([{ id: 7, error: { code: -32800 } }]);
	});

	it('may be answered after asking the server something', async () => {
		const { connection, sent, receive } = open(async () => connection.request('nested', {}));
		receive({ id: 7, method: 'ask' });
		await settled();
		receive({ id: 1, result: { inner: 1 } });
		await settled();
		expect(sent[1]).toEqual({ jsonrpc: '2.0', id: 7, result: { inner: 1 } });
	});
});

describe('the end', () => {
	it('rejects all that waits and all that is asked later, and stops handlers', async () => {
		let seen: AbortSignal | undefined;
		const { connection, sent, told, receive } = open((_method, _params, signal) => {
			seen = signal;
			return new Promise(() => {});
		});
		const waiting = connection.request('a', {});
		receive({ id: 7, method: 'ask' });
		await settled();
		const reason = new MyelinError('PROCESS_EXITED', 'gone');
		connection.end(reason);
		connection.end(new MyelinError('DISCONNECTED', 'later'));
		await expect(waiting).rejects.toBe(reason);
		await expect(connection.request('b', {})).rejects.toBe(reason);
		expect(seen?.aborted).toBe(true);
		expect(told).toEqual([['ended', reason]]);
		connection.notify('c', {});
		expect(sent).toHaveLength(1);
	});

	it.each(['hello', '[1]', '"x"', 'null', '{"a":'])('comes with the line %s, which is no protocol', async (line) => {
		const { connection } = open();
		const waiting = connection.request('a', {});
		connection.receive(Buffer.from(`${line}\n`));
		await expect(waiting).rejects.toThrow(
			expect.objectContaining({
				code: 'DISCONNECTED',
				message: expect.stringContaining('is the command a Myelin server?'),
			}),
		);
	});
});

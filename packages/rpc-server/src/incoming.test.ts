import { describe, expect, it } from 'vitest';
import { type Incoming, readMessage } from './incoming.ts';

const read = (text: string) => readMessage(Buffer.from(text));

/** Errors by their number, to be compared with what JSON-RPC asks for. */
const short = (message: Incoming) => (message.kind === 'refused' ? [message.error.rpcCode, message.id] : message);

describe('a message of the client', () => {
	it('is a request with an id and a notification without', () => {
		expect(read('{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":1}}')).toEqual({
			kind: 'request',
			id: 1,
			method: 'm',
			params: { a: 1 },
		});
		expect(read('{"id":"x","method":"m","params":[1]}')).toEqual({
			kind: 'request',
			id: 'x',
			method: 'm',
			params: [1],
		});
		expect(read('{"jsonrpc":"2.0","method":"m"}')).toEqual({ kind: 'notification', method: 'm', params: {} });
	});

	it.each(['', ',"params":null', ',"params":[]', ',"params":{}'])('has no parameters with %j', (params) => {
		expect(read(`{"jsonrpc":"2.0","id":0,"method":"m"${params}}`)).toEqual({
			kind: 'request',
			id: 0,
			method: 'm',
			params: {},
		});
	});

	it.each([
		['', [-32700, null]],
		['{"id":1', [-32700, null]],
		['\ufeff{}', [-32700, null]],
		['null', [-32600, null]],
		['42', [-32600, null]],
		['"x"', [-32600, null]],
		['[]', [-32600, null]],
		['[{"jsonrpc":"2.0","id":1,"method":"m"}]', [-32600, null]],
		['{}', [-32600, null]],
		['{"foo":"boo"}', [-32600, null]],
		['{"id":7}', [-32600, 7]],
		['{"jsonrpc":"1.0","id":7,"method":"m"}', [-32600, 7]],
		['{"jsonrpc":"2.0","id":7,"method":1,"params":"bar"}', [-32600, 7]],
		['{"jsonrpc":"2.0","id":7,"method":null}', [-32600, 7]],
		['{"jsonrpc":"2.0","id":7,"method":"m","params":"bar"}', [-32600, 7]],
		['{"jsonrpc":"2.0","method":"m","params":true}', [-32600, null]],
		['{"jsonrpc":"2.0","id":null,"method":"m"}', [-32600, null]],
		['{"jsonrpc":"2.0","id":{},"method":"m"}', [-32600, null]],
		['{"jsonrpc":"2.0","id":true,"method":"m"}', [-32600, null]],
		['{"jsonrpc":"2.0","id":9007199254740993,"method":"m"}', [-32600, null]],
		['{"jsonrpc":"2.0","id":1e999,"method":"m"}', [-32600, null]],
	])('is refused when it is %j', (text, expected) => {
		expect(short(read(text))).toEqual(expected);
	});

	it('is refused when it is not UTF-8, and taken with a lone surrogate, which JSON can spell', () => {
		expect(short(readMessage(Buffer.from([0x22, 0xc3, 0x28, 0x22])))).toEqual([-32700, null]);
		expect(read('{"id":1,"method":"m","params":{"a":"\\ud800"}}')).toMatchObject({ params: { a: '\ud800' } });
	});

	it('cancels a request by its id and nothing without one', () => {
		expect(read('{"method":"$/cancelRequest","params":{"id":3}}')).toEqual({ kind: 'cancel', id: 3 });
		for (const params of ['null', '[]', '[3]', '{}', '{"id":null}', '{"id":{}}']) {
			expect(read(`{"method":"$/cancelRequest","params":${params}}`), params).toMatchObject({ kind: 'ignored' });
		}
	});
});

describe('an answer of the client', () => {
	it('has a result or an error, and a null error is none', () => {
		expect(read('{"id":1000000,"result":null}')).toEqual({ kind: 'result', id: 1_000_000, result: null });
		expect(read('{"id":1000000,"result":[1],"error":null}')).toEqual({ kind: 'result', id: 1_000_000, result: [1] });
		expect(read('{"id":1000001,"result":null,"error":{"code":5,"message":"no","data":[1]}}')).toEqual({
			kind: 'error',
			id: 1_000_001,
			error: { code: 5, message: 'no', data: [1] },
		});
	});

	it('is an error when it makes no sense, so that nobody waits for ever', () => {
		expect(read('{"id":1000000}')).toMatchObject({ kind: 'error', id: 1_000_000, error: { code: -32603 } });
		expect(read('{"id":1000000,"error":"broken"}')).toMatchObject({ kind: 'error', error: { message: 'broken' } });
		expect(read('{"id":1000000,"error":{"code":"E"}}')).toMatchObject({ kind: 'error', error: { code: -32603 } });
	});

	it('is ignored when nobody asked', () => {
		for (const text of ['{"id":5,"result":1}', '{"id":"1000000","result":1}', '{"id":null,"error":{"code":-32700}}']) {
			expect(read(text), text).toMatchObject({ kind: 'ignored' });
		}
	});
});

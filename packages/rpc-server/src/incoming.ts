import { isUtf8 } from 'node:buffer';
import { ServerError } from './errors.ts';

/** The server numbers its own requests from here, so that a person reading a log never takes one side's id for the other's. */
export const firstServerId = 1_000_000;

/** An error object of JSON-RPC. */
export interface RpcError {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

/**
 * One message as the server understands it. `params` is `{}` where none were sent. `refused` is to be answered with its
 * error; `ignored` needs no answer and says why.
 */
export type Incoming =
	| { readonly kind: 'request'; readonly id: number | string; readonly method: string; readonly params: object }
	| { readonly kind: 'notification'; readonly method: string; readonly params: object }
	| { readonly kind: 'cancel'; readonly id: number | string }
	| { readonly kind: 'result'; readonly id: number; readonly result: unknown }
	| { readonly kind: 'error'; readonly id: number; readonly error: RpcError }
	| { readonly kind: 'refused'; readonly id: number | string | null; readonly error: ServerError }
	| { readonly kind: 'ignored'; readonly reason: string };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads one message (JSON-RPC 2.0, 4 and 5). Never throws. As editors' libraries do it takes a missing `jsonrpc` as
 * 2.0, and `null`, `[]` and `{}` as no parameters.
 */
export function readMessage(bytes: Buffer): Incoming {
	if (!isUtf8(bytes)) return parseError('The message is not valid UTF-8');
	let value: unknown;
	try {
		value = JSON.parse(bytes.toString());
	} catch {
		return parseError('The message is not valid JSON');
	}
	if (Array.isArray(value)) return refuse(null, 'Batches are not supported; send the messages one by one');
	if (!isObject(value)) return refuse(null, `A message must be a JSON object, but this is ${nameOf(value)}`);
	if (value.jsonrpc !== undefined && value.jsonrpc !== '2.0') {
		return refuse(idOf(value), '`jsonrpc` must be "2.0"');
	}
	return value.method === undefined ? readAnswer(value) : readCall(value);
}

function readCall(value: Fields): Incoming {
	const { method, id } = value;
	if (typeof method !== 'string')
		return refuse(idOf(value), `\`method\` must be a string, but it is ${nameOf(method)}`);
	const params = readParams(value.params);
	if (params === undefined) {
		return refuse(idOf(value), `\`params\` must be an object, but it is ${nameOf(value.params)}`);
	}
	if (id === undefined) return readNotification(method, params);
	if (!isId(id)) return refuse(null, `\`id\` must be a string or a safe number, but it is ${nameOf(id)}`);
	return { kind: 'request', id, method, params };
}

function readNotification(method: string, params: object): Incoming {
	if (method !== '$/cancelRequest') return { kind: 'notification', method, params };
	const id = 'id' in params ? params.id : undefined;
	return isId(id) ? { kind: 'cancel', id } : { kind: 'ignored', reason: '$/cancelRequest names no request' };
}

function readParams(params: unknown): object | undefined {
	if (params === undefined || params === null) return {};
	if (typeof params !== 'object') return undefined;
	return Array.isArray(params) && params.length === 0 ? {} : params;
}

/** An answer of the client. Some libraries send both members with one of them null, so a null error is no error. */
function readAnswer(value: Fields): Incoming {
	const { id, error, result } = value;
	const isServerId = typeof id === 'number' && Number.isSafeInteger(id) && id >= firstServerId;
	const hasError = error !== undefined && error !== null;
	if (hasError && isServerId) return { kind: 'error', id, error: readError(error) };
	if (result !== undefined && isServerId) return { kind: 'result', id, result };
	if (hasError || result !== undefined) {
		return { kind: 'ignored', reason: `an answer to a request that the server never sent (id ${JSON.stringify(id)})` };
	}
	if (isServerId) return { kind: 'error', id, error: readError('The answer has neither result nor error') };
	return refuse(idOf(value), 'A message needs a `method`, a `result` or an `error`');
}

function readError(error: unknown): RpcError {
	const fields = isObject(error) ? error : { message: error };
	return {
		code: typeof fields.code === 'number' ? fields.code : -32603,
		message: typeof fields.message === 'string' ? fields.message : 'The client gave no message',
		data: fields.data,
	};
}

function parseError(what: string): Incoming {
	return { kind: 'refused', id: null, error: new ServerError('PARSE_ERROR', `${what}.`) };
}

function refuse(id: number | string | null, what: string): Incoming {
	return { kind: 'refused', id, error: new ServerError('INVALID_REQUEST', `${what}.`) };
}

/** Numbers beyond 2^53 could not be echoed as they were sent. */
function isId(id: unknown): id is number | string {
	return typeof id === 'string' || (typeof id === 'number' && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}

function idOf(value: Fields): number | string | null {
	return isId(value.id) ? value.id : null;
}

function isObject(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null;
}

function nameOf(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'an array';
	return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

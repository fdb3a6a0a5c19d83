import {
	cancelled,
	describeError,
	fromRpcError,
	MyelinError,
	numbersByCode,
	type RpcError,
	untilAborted,
} from './errors.ts';
import { createLineDecoder, encodeLine } from './framing.ts';
import { type JsonObject, rpcCodes } from './generated/protocol.ts';
import { onAbort } from './on-abort.ts';

/** What a connection asks of its owner. */
export interface ConnectionHandler {
	/** Answers a request of the server; never called while bytes are being read. A throw is an error answer. The signal aborts when the server cancels the request, which is then answered at once, or the connection ends. */
	request(method: string, params: unknown, signal: AbortSignal): unknown | Promise<unknown>;
	/** Called while bytes are being read: must not run a user's code, nor throw. It came in so many characters. */
	notification(method: string, params: unknown, characters: number): void;
	/** Called once, when the connection ends for whatever reason. */
	ended(reason: MyelinError): void;
}

/** How a request is made. */
export interface RequestOptions<T> {
	/** Aborting it sends `$/cancelRequest` and rejects `CANCELLED` at once. */
	readonly signal?: AbortSignal | undefined;
	/** Turns the answer into what the caller gets, before anything that came after the answer is looked at. A throw rejects `INVALID_ANSWER`. */
	readonly accept?: (result: unknown) => T;
	/** Is given the answer of a call that was cancelled and succeeded all the same. Must not throw. */
	readonly onLate?: (result: unknown) => void;
}

/** What the server can be asked and told. */
export interface Requests {
	/** Rejects with what the server answered, `CANCELLED`, or the reason for which the connection ended. */
	request<T = unknown>(method: string, params: object, options?: RequestOptions<T>): Promise<T>;
	/** Says something without an answer; ignored once the connection has ended. */
	notify(method: string, params: object): void;
}

/** JSON-RPC 2.0 both ways, over whatever carries its bytes. */
export interface Connection extends Requests {
	/** Takes bytes in. What is no protocol ends the connection. */
	receive(chunk: Uint8Array): void;
	/** The largest message either way, in bytes. */
	limitFrames(maxFrameBytes: number): void;
	/** Rejects everything that waits and will be asked. Only the first call counts. */
	end(reason: MyelinError): void;
}

interface Pending {
	settle(answer: { readonly result?: unknown; readonly error?: RpcError }): void;
	fail(reason: MyelinError): void;
}

interface InFlight {
	nextId: number;
	readonly pending: Map<unknown, Pending>;
	readonly serving: Map<unknown, AbortController>;
	ended: MyelinError | undefined;
}

type Answer = { readonly result: unknown } | { readonly error: RpcError };

interface Incoming {
	readonly id?: string | number | null;
	readonly method?: string;
	readonly params?: unknown;
	readonly result?: unknown;
	readonly error?: RpcError;
}

/** A connection that writes its lines by `write`. */
export function createConnection(write: (line: string) => void, handler: ConnectionHandler): Connection {
	const decoder = createLineDecoder();
	const inFlight: InFlight = { nextId: 1, pending: new Map(), serving: new Map(), ended: undefined };

	function encode(message: object): string {
		return encodeLine({ jsonrpc: '2.0', ...message }, decoder.maxFrameBytes);
	}

	function send(message: object): void {
		if (inFlight.ended === undefined) write(encode(message));
	}

	/** The answer as a line; what cannot be one is an error, and one that cannot be told is told in short: the server never waits in vain. */
	function encodeAnswer(id: string | number, method: string, answer: Answer): string {
		try {
			const line = encode({ id, ...answer });
			if (line !== encode({ id })) return line;
			throw new TypeError(`the answer to ${method} is no JSON value`);
		} catch (error) {
			const told = toRpcError(error);
			return encode({ id, error: { ...told, message: told.message.slice(0, 200) } });
		}
	}

	async function serve(id: string | number, method: string, params: unknown): Promise<void> {
		const controller = new AbortController();
		inFlight.serving.set(id, controller);
		const answer = await answerOf(method, controller.signal, () => handler.request(method, params, controller.signal));
		inFlight.serving.delete(id);
		if (inFlight.ended === undefined) write(encodeAnswer(id, method, answer));
	}

	function dispatch({ id, method, params, result, error }: Incoming, characters: number): void {
		if (method === undefined) {
			inFlight.pending.get(id)?.settle(error === undefined ? { result } : { error });
		} else if (id !== undefined && id !== null) {
			void serve(id, method, params);
		} else if (method === '$/cancelRequest') {
			inFlight.serving.get((params as { id?: unknown } | undefined)?.id)?.abort();
		} else {
			handler.notification(method, params, characters);
		}
	}

	return {
		request(method, params, options = {}) {
			return makeRequest(inFlight, send, method, params, options);
		},
		notify(method, params) {
			send({ method, params });
		},
		receive(chunk) {
			if (inFlight.ended !== undefined) return;
			try {
				for (const line of decoder.push(chunk)) dispatch(parseLine(line), line.length);
			} catch (error) {
				this.end(asProtocolError(error));
			}
		},
		limitFrames(maxFrameBytes) {
			decoder.maxFrameBytes = maxFrameBytes;
		},
		end(reason) {
			if (inFlight.ended !== undefined) return;
			inFlight.ended = reason;
			for (const pending of [...inFlight.pending.values()]) pending.fail(reason);
			for (const controller of inFlight.serving.values()) controller.abort(reason);
			handler.ended(reason);
		},
	};
}

function makeRequest<T>(
	inFlight: InFlight,
	send: (message: object) => void,
	method: string,
	params: object,
	{ signal, accept, onLate }: RequestOptions<T>,
): Promise<T> {
	return new Promise((resolve, reject) => {
		if (inFlight.ended !== undefined) return reject(inFlight.ended);
		if (signal?.aborted) return reject(cancelled(method, signal));
		const id = inFlight.nextId;
		inFlight.nextId += 1;
		try {
			send({ id, method, params });
		} catch (cause) {
			return reject(cause instanceof MyelinError ? cause : unsendable(method, cause));
		}
		const finish = () => {
			inFlight.pending.delete(id);
			ignoreAbort?.();
		};
		const cancel = () => {
			finish();
			if (onLate !== undefined)
				inFlight.pending.set(
					id,
					awaitLate(() => inFlight.pending.delete(id), onLate),
				);
			send({ method: '$/cancelRequest', params: { id } });
			reject(cancelled(method, signal as AbortSignal));
		};
		const ignoreAbort = signal && onAbort(signal, cancel);
		inFlight.pending.set(id, {
			fail(reason) {
				finish();
				reject(reason);
			},
			settle({ result, error }) {
				finish();
				try {
					if (error !== undefined) return reject(fromRpcError(method, objectOf(error) as unknown as RpcError));
					objectOf(result);
					resolve(accept === undefined ? (result as T) : accept(result));
				} catch (cause) {
					reject(new MyelinError('INVALID_ANSWER', `${method}: ${describeError(cause)}`, { cause }));
				}
			},
		});
	});
}

function unsendable(method: string, cause: unknown): MyelinError {
	return new MyelinError('INVALID_PARAMS', `${method} cannot be sent as JSON: ${describeError(cause)}`, { cause });
}

/** A call that nobody waits for any more, but what it did has to be undone. */
function awaitLate(finish: () => void, onLate: (result: unknown) => void): Pending {
	return {
		fail: finish,
		settle({ result, error }) {
			finish();
			if (error === undefined && isObject(result)) onLate(result);
		},
	};
}

async function answerOf(method: string, signal: AbortSignal, ask: () => unknown): Promise<Answer> {
	// Bytes are being read just now; what follows runs after that.
	await Promise.resolve();
	try {
		const asked = Promise.resolve(ask());
		return { result: (await untilAborted(method, asked, signal)) ?? null };
	} catch (error) {
		return { error: toRpcError(error) };
	}
}

function toRpcError(error: unknown): RpcError {
	if (!(error instanceof MyelinError)) {
		return { code: rpcCodes.internalError, message: describeError(error), data: { code: 'INTERNAL' } };
	}
	const { code, message, data } = error;
	return { code: numbersByCode[code] ?? rpcCodes.domain, message, data: { ...data, code } };
}

function parseLine(line: string): Incoming {
	const message: unknown = JSON.parse(line);
	if (isObject(message) && isMessage(message)) return message;
	throw new SyntaxError(`found ${line.slice(0, 200)}`);
}

/** Whether it asks, tells or answers. */
function isMessage(message: JsonObject): boolean {
	return message.method === undefined ? 'result' in message || 'error' in message : typeof message.method === 'string';
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): JsonObject {
	if (isObject(value)) return value;
	throw new TypeError(`a JSON object was expected, found ${JSON.stringify(value)?.slice(0, 200)}`);
}

function asProtocolError(error: unknown): MyelinError {
	if (error instanceof MyelinError) return error;
	return new MyelinError(
		'DISCONNECTED',
		`expected JSON-RPC messages on the server's stdout: ${describeError(error)}; is the command a Myelin server?`,
		{ cause: error },
	);
}

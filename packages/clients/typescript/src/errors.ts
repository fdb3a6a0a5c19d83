import { type DomainErrorCode, rpcCodes } from './generated/protocol.ts';
import { onAbort } from './on-abort.ts';
import type { ProcessExit } from './process.ts';

/**
 * The codes that this library gives itself. `DISCONNECTED`: the client was closed, the connection was lost, or the server no
 * longer speaks the protocol. `PROCESS_EXITED`: the server's process ended by itself. `SPAWN_FAILED`: it could not be started.
 * `HOOK_REJECTED`: a hook, a tool or a command was refused, by the server or before it was asked. `HOOK_FAILED` and `ASK_FAILED` are told to the server: a handler
 * threw. `INVALID_ANSWER`: an answer that cannot be read. `CHAIN_BROKEN`: events are missing that the server does not give.
 * `EVENTS_MISSED`: the loop over a run began too late, or another took its events.
 * `UNKNOWN`: the server's error has neither a code nor a number that says more.
 */
export type ClientErrorCode =
	| 'DISCONNECTED'
	| 'PROCESS_EXITED'
	| 'SPAWN_FAILED'
	| 'VERSION_MISMATCH'
	| 'CANCELLED'
	| 'HOOK_REJECTED'
	| 'HOOK_FAILED'
	| 'ASK_FAILED'
	| 'CHAIN_BROKEN'
	| 'EVENTS_MISSED'
	| 'FRAME_TOO_LARGE'
	| 'INVALID_ANSWER'
	| 'UNKNOWN';

/** What to match on. The set is open: a server may send codes that this version does not know. */
export type ErrorCode = ClientErrorCode | DomainErrorCode | (string & {});

/** Everything that this library throws. Match on `code`, never on the text; `cause` is kept. */
export class MyelinError extends Error {
	override readonly name = 'MyelinError';
	readonly code: ErrorCode;
	/** The number of a JSON-RPC error, if the server answered with one. */
	readonly rpcCode?: number;
	/** What the server sent with the error. */
	readonly data?: Readonly<Record<string, unknown>>;
	/** With `PROCESS_EXITED`: how the server's process ended. */
	readonly exit?: ProcessExit;

	constructor(
		code: ErrorCode,
		message: string,
		more: { cause?: unknown; rpcCode?: number; data?: Readonly<Record<string, unknown>>; exit?: ProcessExit } = {},
	) {
		super(message, more.cause === undefined ? undefined : { cause: more.cause });
		this.code = code;
		if (more.rpcCode !== undefined) this.rpcCode = more.rpcCode;
		if (more.data !== undefined) this.data = more.data;
		if (more.exit !== undefined) this.exit = more.exit;
	}
}

/** The numbers of JSON-RPC errors that have a code of their own; all others are `rpcCodes.domain`. */
export const numbersByCode: Readonly<Record<string, number>> = {
	PARSE_ERROR: rpcCodes.parseError,
	INVALID_REQUEST: rpcCodes.invalidRequest,
	METHOD_NOT_FOUND: rpcCodes.methodNotFound,
	INVALID_PARAMS: rpcCodes.invalidParams,
	INTERNAL: rpcCodes.internalError,
	NOT_INITIALIZED: rpcCodes.notInitialized,
	CANCELLED: rpcCodes.requestCancelled,
};

const codesByNumber = new Map(Object.entries(numbersByCode).map(([code, number]) => [number, code]));

/** The `error` member of an answer. */
export interface RpcError {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
}

/** Carries a server's error: by its `data.code` where there is one, else by a name for its number. */
export function fromRpcError(method: string, { code: rpcCode, message, data }: RpcError): MyelinError {
	const facts = typeof data === 'object' && data !== null ? (data as Readonly<Record<string, unknown>>) : undefined;
	const code = typeof facts?.code === 'string' ? facts.code : (codesByNumber.get(rpcCode) ?? 'UNKNOWN');
	const said = String(message);
	const why = said.startsWith(`${method}: `) ? said : `${method}: ${said}`;
	return new MyelinError(code, why, { rpcCode, ...(facts === undefined ? {} : { data: facts }) });
}

/** Whether something that was thrown is an error of this library with that code. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
	return error instanceof MyelinError && error.code === code;
}

/** The error of a call whose signal was aborted; the signal's reason is the cause. */
export function cancelled(what: string, signal: AbortSignal): MyelinError {
	return new MyelinError('CANCELLED', `${what} was cancelled by the caller`, { cause: signal.reason });
}

/** Waits for something that has no signal of its own; an abort ends the wait and nothing else. */
export function untilAborted<T>(what: string, promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (signal === undefined) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(cancelled(what, signal));
		if (signal.aborted) abort();
		const ignoreAbort = onAbort(signal, abort);
		promise.then(resolve, reject).finally(ignoreAbort);
	});
}

/** The name and message of anything thrown, for people. Never throws, whatever it is given. */
export function describeError(error: unknown): string {
	return described(error, ({ name, message }) => `${name}: ${message}`);
}

/** The message of anything thrown. Never throws, whatever it is given. */
export function errorText(error: unknown): string {
	return described(error, ({ message }) => message);
}

function described(error: unknown, textOf: (error: Error) => unknown): string {
	try {
		return String(error instanceof Error ? textOf(error) : error);
	} catch {
		return 'something that cannot be described';
	}
}

import type { JsonObject } from './json.ts';

/** Why a model call failed. The kernel decides by these codes alone, never by text. */
export type ModelErrorCode =
	| 'RATE_LIMIT'
	| 'OVERLOADED'
	| 'TIMEOUT'
	| 'NETWORK'
	| 'AUTH'
	| 'QUOTA'
	| 'CONTEXT_OVERFLOW'
	| 'INVALID_REQUEST'
	| 'CONTENT_FILTER'
	| 'STREAM_BROKEN'
	| 'UNKNOWN';

const retryableCodes: ReadonlySet<ModelErrorCode> = new Set([
	'RATE_LIMIT',
	'OVERLOADED',
	'TIMEOUT',
	'NETWORK',
	'STREAM_BROKEN',
]);

/** What a model provider throws. `status` is the HTTP status and `retryAfterMs` the provider's own wish, where told. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly code: ModelErrorCode;
	readonly retryable: boolean;
	readonly status: number | undefined;
	readonly retryAfterMs: number | undefined;

	constructor(
		code: ModelErrorCode,
		message: string,
		facts: { cause?: unknown; status?: number | undefined; retryAfterMs?: number | undefined } = {},
	) {
		super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
		this.code = code;
		this.retryable = retryableCodes.has(code);
		this.status = facts.status;
		this.retryAfterMs = facts.retryAfterMs;
	}
}

/** What the kernel itself can fail with. */
export type AgentErrorCode =
	| 'ALREADY_RUNNING'
	| 'WOULD_DEADLOCK'
	| 'NOTHING_TO_CONTINUE'
	| 'NO_MODEL'
	| 'LISTENER_FAILED'
	| 'HOOK_FAILED';

/** The kernel's own errors; match on `code`. */
export class AgentError extends Error {
	override readonly name = 'AgentError';
	readonly code: AgentErrorCode;

	constructor(code: AgentErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
	}
}

/** An error as plain data, as it travels in events and summaries. `code` is open: consumers carry codes they do not know. */
export interface ErrorInfo {
	readonly code: string;
	readonly message: string;
	/** Whether the same call may succeed later. */
	readonly retryable: boolean;
	readonly status?: number;
	readonly retryAfterMs?: number;
	readonly data?: JsonObject;
}

/** The text of anything that was thrown. Never throws itself, whatever it is given: a getter or a proxy may. */
export function errorText(thrown: unknown): string {
	try {
		return String(thrown instanceof Error ? thrown.message : thrown);
	} catch {
		return 'it threw something that cannot be read';
	}
}

/** Whether something that was thrown is of this class; what cannot be asked is of none. */
export function isThrown<T extends Error>(thrown: unknown, kind: abstract new (...args: never[]) => T): thrown is T {
	try {
		return thrown instanceof kind;
	} catch {
		return false;
	}
}

/** Any thrown value as plain data; what is neither ours nor a model's gets the code `UNKNOWN`. */
export function errorInfo(thrown: unknown): ErrorInfo {
	if (isThrown(thrown, ModelError)) {
		return {
			code: thrown.code,
			message: thrown.message,
			retryable: thrown.retryable,
			...(thrown.status === undefined ? {} : { status: thrown.status }),
			...(thrown.retryAfterMs === undefined ? {} : { retryAfterMs: thrown.retryAfterMs }),
		};
	}
	const code = isThrown(thrown, AgentError) ? thrown.code : 'UNKNOWN';
	return { code, message: errorText(thrown), retryable: false };
}

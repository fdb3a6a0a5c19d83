import { type ErrorInfo, errorInfo } from '@myelin/core';

/** Why a session refuses. */
export type SessionErrorCode =
	| 'SESSION_BUSY'
	| 'SESSION_CLOSED'
	| 'SESSION_READ_ONLY'
	| 'SESSION_NOT_FOUND'
	| 'SESSION_EXISTS'
	| 'SESSION_LOCKED'
	| 'SESSION_VERSION'
	| 'SESSION_DAMAGED'
	| 'STORE_WRITE_FAILED'
	| 'ENTRY_NOT_FOUND'
	| 'RUN_LOST'
	| 'PROMPT_MISMATCH'
	| 'GOAL_NOT_FOUND'
	| 'GOAL_CONFLICT'
	| 'DENIED'
	| 'CANCELLED'
	| 'NOTHING_TO_COMPACT'
	| 'COMPACTION_FAILED'
	| 'MODEL_NOT_FOUND'
	| 'TOOL_NOT_FOUND';

/** A session's own errors; match on `code`. */
export class SessionError extends Error {
	override readonly name = 'SessionError';
	readonly code: SessionErrorCode;

	constructor(code: SessionErrorCode, message: string, cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.code = code;
	}
}

/** Whatever was thrown, as it is told on the stream. */
export function failureInfo(thrown: unknown): ErrorInfo {
	const info = errorInfo(thrown);
	return thrown instanceof SessionError ? { ...info, code: thrown.code } : info;
}

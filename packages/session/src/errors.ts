/** Why a session refuses. */
export type SessionErrorCode = 'SESSION_BUSY' | 'SESSION_CLOSED' | 'MODEL_NOT_FOUND';

/** A session's own errors; match on `code`. */
export class SessionError extends Error {
	override readonly name = 'SessionError';
	readonly code: SessionErrorCode;

	constructor(code: SessionErrorCode, message: string) {
		super(message);
		this.code = code;
	}
}

import { SessionError } from '../errors.ts';

/** Whether this may be a session's id; anything else could lead out of a store's folder. */
export function isSessionId(text: string): boolean {
	return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** The error for a session that is not there. */
export function notFound(sessionId: string, place: string): SessionError {
	return new SessionError('SESSION_NOT_FOUND', `there is no session ${JSON.stringify(sessionId)} in ${place}`);
}

/** The error for an id that is taken. */
export function exists(sessionId: string, place: string): SessionError {
	return new SessionError('SESSION_EXISTS', `a session ${sessionId} was to be made, but ${place} has one`);
}

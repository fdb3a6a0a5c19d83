import { SessionError } from './errors.ts';
import type { HookScope, SessionHooks } from './hooks.ts';
import { askBefore } from './session-step.ts';
import type { SessionStore } from './store.ts';

/**
 * Deletes a session that is not open, unless somebody who guards it denies that; one that is open is asked itself first, by `Session.askDelete`.
 * Rejects with `SESSION_NOT_FOUND`, `SESSION_LOCKED`, `DENIED`.
 */
export async function deleteSession(store: SessionStore, sessionId: string, hooks: SessionHooks): Promise<void> {
	const scope = scopeOf(sessionId, await folderOf(store, sessionId));
	await askBefore({ point: 'session_before_delete' }, hooks, scope);
	await store.delete(sessionId);
}

/** The folder of this one session. One that cannot be read may be deleted too, and nobody knows its folder. */
async function folderOf(store: SessionStore, sessionId: string): Promise<string> {
	try {
		return (await store.open(sessionId)).header.cwd;
	} catch (error) {
		if (error instanceof SessionError && error.code === 'SESSION_NOT_FOUND') throw error;
		return '/';
	}
}

/** Nobody hears what is said of a session that is not open. */
function scopeOf(sessionId: string, cwd: string): HookScope {
	return { sessionId, cwd, signal: new AbortController().signal, report: () => undefined };
}

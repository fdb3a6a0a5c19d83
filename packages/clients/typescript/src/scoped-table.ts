/** Things that are called by name, each for one session or for all. */
export interface ScopedTable<T> {
	/** Adds one; the same name in the same scope is replaced. No `sessionId` means all sessions. */
	set(sessionId: string | undefined, name: string, item: T): void;
	/** The session's own, else the one for all. */
	find(sessionId: string, name: string): T | undefined;
	/** Removes it if it is still this one, and says whether it was. */
	remove(sessionId: string | undefined, name: string, item: T): boolean;
	/** Removes all that belong to a session. */
	forget(sessionId: string): void;
}

/** An empty table. */
export function createScopedTable<T>(): ScopedTable<T> {
	const scopes = new Map<string | undefined, Map<string, T>>();
	return {
		set(sessionId, name, item) {
			const scope = scopes.get(sessionId) ?? new Map();
			scopes.set(sessionId, scope.set(name, item));
		},
		find: (sessionId, name) => scopes.get(sessionId)?.get(name) ?? scopes.get(undefined)?.get(name),
		remove(sessionId, name, item) {
			const scope = scopes.get(sessionId);
			return scope?.get(name) === item && scope.delete(name);
		},
		forget(sessionId) {
			scopes.delete(sessionId);
		},
	};
}

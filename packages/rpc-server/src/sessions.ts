import { randomUUID } from 'node:crypto';
import type { PluginHost } from '@myelin/plugins/host';
import { Session, type SessionOptions } from '@myelin/session';
import { ServerError } from './errors.ts';

/** The sessions of one process. */
export interface Sessions {
	/** Makes a session; its id is short and not in use. */
	create(options: Omit<SessionOptions, 'id'>): Session;
	/** Throws SESSION_NOT_FOUND. */
	get(sessionId: string): Session;
	list(): readonly Session[];
	/** Aborts what runs, within `graceMs`, and forgets the session. */
	close(session: Session, graceMs?: number): Promise<void>;
}

/** No sessions yet; all of them are open to the host's plugins. */
export function createSessions(host: PluginHost, onDiagnostic: (text: string) => void): Sessions {
	const sessions = new Map<string, Session>();
	host.onReport((report) => {
		for (const session of sessions.values()) void session.say(report);
	});
	return {
		create(options) {
			const { hooks, models, tools } = host;
			const session = new Session({ ...options, id: freeId(sessions) }, { hooks, models, tools, onDiagnostic });
			sessions.set(session.id, session);
			return session;
		},
		get(sessionId) {
			const session = sessions.get(sessionId);
			if (session !== undefined) return session;
			throw new ServerError(
				'SESSION_NOT_FOUND',
				`there is no session ${sessionId} in this process; session/list tells those there are`,
			);
		},
		list: () => [...sessions.values()],
		async close(session, graceMs) {
			await session.close(graceMs);
			sessions.delete(session.id);
		},
	};
}

/** Eight hexadecimal digits: an id travels with every event, so it is short, and checked against those in use. */
function freeId(taken: ReadonlyMap<string, unknown>): string {
	for (;;) {
		const id = randomUUID().slice(0, 8);
		if (!taken.has(id)) return id;
	}
}

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { PluginHost } from '@myelin/plugins/host';
import {
	deleteSession,
	type MemorySettings,
	memoryStore,
	Session,
	type SessionEndReason,
	SessionError,
	type SessionOptions,
	type SessionPorts,
	type SessionStore,
	type StoredSession,
} from '@myelin/session';
import { ServerError } from './errors.ts';

/** How a session is closed. */
export interface CloseOptions {
	/** Milliseconds that what runs has to stop. */
	readonly graceMs?: number;
	/** `closed` if absent. */
	readonly reason?: SessionEndReason;
}

/** The sessions of one process, and those that its store has. */
export interface Sessions {
	/** Makes a session; its id is short and not in use. */
	create(options: Omit<SessionOptions, 'id'>): Promise<Session>;
	/** The session as this process has it open, else from the store. Rejects as `Session.open` does. */
	open(sessionId: string): Promise<Session>;
	/** Throws SESSION_NOT_FOUND. */
	get(sessionId: string): Session;
	/** Those that are open here. */
	list(): readonly Session[];
	/** Those that the store has, open here or not. */
	stored(): Promise<readonly StoredSession[]>;
	/** Makes a session of what stands in another one up to an entry; answers its id. Rejects as `Session.fork` does. */
	fork(session: Session, entryId: string | undefined, signal?: AbortSignal): Promise<string>;
	/** Aborts when the session is closed. */
	endOf(session: Session): AbortSignal;
	/** Aborts what runs, within `graceMs`, tells who hears the session why it is over, and gives it back to the store. */
	close(session: Session, how?: CloseOptions): Promise<void>;
	/** Deletes a session, closing it first. Rejects as `Session.askDelete` does, and with SESSION_NOT_FOUND, SESSION_LOCKED. */
	delete(sessionId: string, signal?: AbortSignal): Promise<void>;
}

/**
 * No sessions yet; all of them are open to the host's plugins. Without a store they end with this process. An id is eight hexadecimal
 * digits: it travels with every event, so it is short, and one that is taken, here or in the store, is not given again.
 */
export function createSessions(
	host: PluginHost,
	onDiagnostic: (text: string) => void,
	store: SessionStore = memoryStore(),
	memory: () => MemorySettings | undefined = () => undefined,
	newId: () => string = () => randomUUID().slice(0, 8),
): Sessions {
	const sessions = new Map<string, Session>();
	const opening = new Map<string, Promise<Session>>();
	/** What is not yet given back to the store. */
	const closing = new Map<string, Promise<void>>();
	const { hooks, models, tools } = host;
	const portsNow = (): SessionPorts => {
		const settings = memory();
		return { hooks, models, tools, onDiagnostic, ...(settings === undefined ? {} : { memory: settings }) };
	};
	const keep = async (made: Promise<Session>): Promise<Session> => {
		const session = await made;
		sessions.set(session.id, session);
		return session;
	};
	const ends = new WeakMap<Session, AbortController>();
	const endOf = (session: Session): AbortController => {
		const known = ends.get(session);
		if (known !== undefined) return known;
		const end = new AbortController();
		// Each subscription and question waits for it: that is no leak.
		setMaxListeners(0, end.signal);
		ends.set(session, end);
		return end;
	};
	const close = (session: Session, { graceMs, reason }: CloseOptions = {}): Promise<void> => {
		sessions.delete(session.id);
		endOf(session).abort(new Error(`session ${session.id} was closed`));
		const closed = session.close(graceMs, reason).finally(() => closing.delete(session.id));
		closing.set(session.id, closed);
		return closed;
	};
	const afterClosing = async (sessionId: string): Promise<void> => {
		await closing.get(sessionId)?.catch(() => undefined);
	};
	const openAnew = async (sessionId: string): Promise<Session> => {
		await afterClosing(sessionId);
		return keep(Session.open(store, sessionId, portsNow()));
	};
	const underFreeId = async <T>(make: (sessionId: string) => Promise<T>): Promise<T> => {
		for (;;) {
			const sessionId = newId();
			if (sessions.has(sessionId)) continue;
			try {
				return await make(sessionId);
			} catch (error) {
				if (!(error instanceof SessionError && error.code === 'SESSION_EXISTS')) throw error;
			}
		}
	};
	return {
		create: (options) => underFreeId((id) => keep(Session.create(store, { ...options, id }, portsNow()))),
		open(sessionId) {
			const known = sessions.get(sessionId);
			if (known !== undefined) return Promise.resolve(known);
			const under = opening.get(sessionId) ?? openAnew(sessionId);
			opening.set(sessionId, under);
			return under.finally(() => opening.delete(sessionId));
		},
		get(sessionId) {
			const session = sessions.get(sessionId);
			if (session !== undefined) return session;
			throw new ServerError(
				'SESSION_NOT_FOUND',
				`session ${sessionId} is not open in this process; session/list tells those there are, session/open opens one`,
			);
		},
		list: () => [...sessions.values()],
		stored: () => store.list(),
		fork: (session, entryId, signal) =>
			underFreeId(async (sessionId) => {
				const point = { sessionId, createdAt: Date.now() };
				await session.fork(store, entryId === undefined ? point : { ...point, entryId }, { signal });
				return sessionId;
			}),
		endOf: (session) => endOf(session).signal,
		close,
		async delete(sessionId, signal) {
			const session = sessions.get(sessionId);
			if (session === undefined) {
				await afterClosing(sessionId);
				return deleteSession(store, sessionId, hooks);
			}
			await session.askDelete({ signal });
			await close(session, { reason: 'deleted' });
			await store.delete(sessionId);
		},
	};
}

import { SessionError } from '../errors.ts';
import type {
	SessionHeader,
	SessionLease,
	SessionReader,
	SessionStore,
	StoredRecord,
	StoredSession,
	StoreRecord,
} from '../store.ts';
import { exists, isSessionId, notFound } from './session-ids.ts';

interface Kept {
	readonly header: SessionHeader;
	readonly records: StoreRecord[];
	updatedAt: number;
	/** The lease in force; an older one may write no more. */
	owner: object | undefined;
}

/** Keeps sessions as long as this process lives. */
export function memoryStore(now: () => number = Date.now): SessionStore {
	const sessions = new Map<string, Kept>();
	const place = 'this memory';
	const find = (sessionId: string): Kept => {
		const kept = sessions.get(sessionId);
		if (kept === undefined) throw notFound(sessionId, place);
		return kept;
	};
	const lease = (kept: Kept) => leaseOn(kept, now, () => sessions.delete(kept.header.sessionId));
	return {
		async create(header) {
			const { sessionId } = header;
			if (!isSessionId(sessionId) || sessions.has(sessionId)) throw exists(sessionId, place);
			const kept: Kept = { header, records: [], updatedAt: now(), owner: undefined };
			sessions.set(sessionId, kept);
			return lease(kept);
		},
		async acquire(sessionId) {
			const kept = find(sessionId);
			if (kept.owner !== undefined) throw locked(sessionId);
			return lease(kept);
		},
		open: async (sessionId) => readerOf(find(sessionId)),
		list: async () => [...sessions.values()].map(listed),
		async delete(sessionId) {
			if (find(sessionId).owner !== undefined) throw locked(sessionId);
			sessions.delete(sessionId);
		},
	};
}

function locked(sessionId: string): SessionError {
	return new SessionError('SESSION_LOCKED', `session ${sessionId} is open for writing in this process`);
}

function leaseOn(kept: Kept, now: () => number, drop: () => void): SessionLease {
	const owner = {};
	kept.owner = owner;
	return {
		...readerOf(kept),
		append(records) {
			if (kept.owner !== owner)
				throw new SessionError('STORE_WRITE_FAILED', `session ${kept.header.sessionId} was written after its release`);
			kept.records.push(...records);
			kept.updatedAt = now();
		},
		sync: async () => undefined,
		async release() {
			if (kept.owner !== owner) return;
			kept.owner = undefined;
			if (!kept.records.some(({ kind }) => kind === 'entry')) drop();
		},
	};
}

function readerOf({ header, records }: Kept): SessionReader {
	return {
		header,
		tornBytes: 0,
		async *read(position = 0) {
			const batch = records.slice(position);
			yield batch.map((record, place): StoredRecord => ({ ...record, position: position + place + 1 }));
		},
	};
}

function listed({ header: { sessionId, cwd, createdAt }, records, updatedAt }: Kept): StoredSession {
	let name: string | null = null;
	for (const record of records) {
		if (record.kind === 'entry' && record.entry.type === 'session_info') name = record.entry.data.name;
	}
	return { sessionId, cwd, createdAt, updatedAt, ...(name === null ? {} : { name }) };
}

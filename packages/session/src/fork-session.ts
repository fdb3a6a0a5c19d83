import type { Entry, EntryBody } from './entries.ts';
import { EntryTree } from './entry-tree.ts';
import { SessionError } from './errors.ts';
import { forkPointPrefix } from './fork-point.ts';
import type { SessionHeader, SessionReader, SessionStore, StoreRecord } from './store.ts';

/** Where a fork begins. */
export interface ForkPoint {
	/** The last entry that the fork has of the other session: where that one stands if absent. */
	readonly entryId?: string;
	/** The id of the new session. */
	readonly sessionId: string;
	/** Unix milliseconds. */
	readonly createdAt: number;
}

/**
 * Makes a session that has everything up to an entry of another one, under the same entry ids. Its prompts, runs and
 * goal are not the fork's: they would be answered there with what happened here, or done twice. Rejects with `ENTRY_NOT_FOUND`.
 */
export async function forkSession(store: SessionStore, from: SessionReader, point: ForkPoint): Promise<void> {
	const { sessionId, createdAt } = point;
	const tree = await treeOf(from);
	const entryId = point.entryId ?? tree.leaf;
	if (entryId !== null && !tree.has(entryId)) throw entryNotFound(entryId, from.header.sessionId);
	const path = tree.path(entryId);
	const header: SessionHeader = {
		...from.header,
		sessionId,
		createdAt,
		forkedFrom: { sessionId: from.header.sessionId, entryId },
	};
	const lease = await store.create(header);
	try {
		let last: string | null = null;
		for await (const batch of from.read()) {
			const records: StoreRecord[] = [];
			for (const record of batch) {
				if (record.kind !== 'entry') continue;
				const body = forkedBody(record.entry, path);
				if (body === undefined) continue;
				const { id, at } = record.entry;
				records.push({ kind: 'entry', entry: { ...body, id, parentId: last, seq: 0, at } });
				if (path.has(id)) last = id;
			}
			if (records.length > 0) await lease.append(records);
		}
		// A session without entries would go when it is released.
		const leaf: Entry = {
			type: 'leaf',
			data: { entryId: last },
			id: `${forkPointPrefix}${sessionId}`,
			parentId: last,
			seq: 0,
			at: createdAt,
		};
		await lease.append([{ kind: 'entry', entry: leaf }]);
	} finally {
		await lease.release();
	}
}

/** The error for an entry that is not there. */
export function entryNotFound(entryId: string, sessionId: string): SessionError {
	return new SessionError('ENTRY_NOT_FOUND', `session ${sessionId} has no entry ${JSON.stringify(entryId)}`);
}

async function treeOf(reader: SessionReader): Promise<EntryTree> {
	const tree = new EntryTree();
	for await (const batch of reader.read())
		for (const record of batch) if (record.kind === 'entry') tree.add(record.entry);
	return tree;
}

/** What a fork keeps of an entry; nothing if it has no part in it. */
function forkedBody(entry: Entry, path: ReadonlySet<string>): EntryBody | undefined {
	const { type, data } = entry;
	if (type === 'session_info') return { type, data };
	if (type === 'label') return path.has(data.entryId) ? { type, data } : undefined;
	if (!path.has(entry.id) || type === 'run' || type === 'leaf') return undefined;
	if (type === 'message' && !('resultOf' in data)) return { type, data: { message: data.message } };
	return { type, data } as EntryBody;
}

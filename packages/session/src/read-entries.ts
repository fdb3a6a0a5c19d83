import type { Entry } from './entries.ts';
import type { SessionReader } from './store.ts';

/** Which entries to read. */
export interface EntriesQuery {
	/** The `next` of the page before; from the beginning if absent. */
	readonly after?: number;
	/** 100 if absent. */
	readonly limit?: number;
}

/** Entries in the order of writing. `next` is set where more may follow. */
export interface EntriesPage {
	readonly entries: readonly Entry[];
	readonly next?: number;
}

/** Reads one page: what stands before it is not read again. */
export async function readEntries(reader: SessionReader, { after, limit = 100 }: EntriesQuery): Promise<EntriesPage> {
	const entries: Entry[] = [];
	for await (const batch of reader.read(after)) {
		for (const record of batch) {
			if (record.kind !== 'entry') continue;
			entries.push(record.entry);
			if (entries.length >= limit) return { entries, next: record.position };
		}
	}
	return { entries };
}

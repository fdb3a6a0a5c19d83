import { sizeWithin } from '@myelin/core';
import type { Entry } from './entries.ts';
import type { SessionReader } from './store.ts';

/** Which entries to read. */
export interface EntriesQuery {
	/** The `next` of the page before; from the beginning if absent. */
	readonly after?: number;
	/** 100 if absent. */
	readonly limit?: number;
	/** A page ends before it has more characters than this, but never before its first entry; no limit if absent. */
	readonly maxChars?: number;
}

/** Entries in the order of writing. `next` is set where more may follow. */
export interface EntriesPage {
	readonly entries: readonly Entry[];
	readonly next?: number;
}

/** Reads one page: what stands before it is not read again. */
export async function readEntries(reader: SessionReader, query: EntriesQuery): Promise<EntriesPage> {
	const { after, limit = 100, maxChars = Number.POSITIVE_INFINITY } = query;
	const entries: Entry[] = [];
	let room = maxChars;
	let next = after;
	for await (const batch of reader.read(after)) {
		for (const record of batch) {
			if (record.kind !== 'entry') continue;
			if (maxChars !== Number.POSITIVE_INFINITY) room -= sizeWithin(record.entry, maxChars);
			if (room < 0 && entries.length > 0) return next === undefined ? { entries } : { entries, next };
			entries.push(record.entry);
			next = record.position;
			if (entries.length >= limit) return { entries, next };
		}
	}
	return { entries };
}

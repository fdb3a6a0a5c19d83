import { readSync } from 'node:fs';
import type { StoreRecord } from '../store.ts';
import { nameLine, parseName } from './json-line.ts';

/** Bytes at either end of a file in which its session's name is looked for, so that a list of sessions reads no whole files. */
const windowBytes = 64 * 1024;
/** Bytes after which the name is written again: it stays within the window, whatever is written next. */
const repeatAfterBytes = 32 * 1024;

/** Writes the session's name behind every change of it, and again behind what was written since. */
export function nameKeeper(known: string | null | undefined) {
	let name = known;
	let since = repeatAfterBytes;
	return (records: readonly StoreRecord[], text: string): string => {
		since += text.length;
		for (const record of records) {
			if (record.kind !== 'entry' || record.entry.type !== 'session_info') continue;
			name = record.entry.data.name;
			since = Number.POSITIVE_INFINITY;
		}
		if (name === undefined || since <= repeatAfterBytes) return text;
		since = 0;
		return text + nameLine(name);
	};
}

/** The newest name in a file of `size` bytes; undefined if it never had one. */
export function readName(fd: number, size: number): string | null | undefined {
	const tail = Math.max(0, size - windowBytes);
	const name = nameIn(read(fd, tail, size));
	return name !== undefined || tail === 0 ? name : nameIn(read(fd, 0, windowBytes));
}

function read(fd: number, start: number, end: number): string {
	const buffer = Buffer.alloc(end - start);
	const count = readSync(fd, buffer, 0, buffer.length, start);
	return buffer.toString('utf8', 0, count);
}

function nameIn(text: string): string | null | undefined {
	for (let end = text.lastIndexOf('\n'); end > 0; ) {
		const start = text.lastIndexOf('\n', end - 1);
		const name = parseName(text.slice(start + 1, end));
		if (name !== undefined) return name;
		end = start;
	}
	return undefined;
}

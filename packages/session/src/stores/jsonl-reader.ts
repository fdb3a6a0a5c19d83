import { closeSync, fstatSync, openSync } from 'node:fs';
import type { SessionHeader, SessionReader, StoredRecord } from '../store.ts';
import { parseHeader, parseName, parseRecord } from './json-line.ts';
import { firstLine, readLines, wholeSize } from './read-lines.ts';

/** Where a file's whole lines end, and what its first one says. */
export interface Opened {
	readonly header: SessionHeader;
	/** Bytes up to the end of the last whole line. */
	readonly size: number;
	/** Bytes behind it. */
	readonly tornBytes: number;
}

/** Looks at both ends of an open file. Throws `SESSION_VERSION`, `SESSION_DAMAGED`. */
export function inspect(fd: number, path: string): Opened {
	const { size } = fstatSync(fd);
	const whole = wholeSize(fd, size);
	return { header: parseHeader(firstLine(fd), path), size: whole, tornBytes: size - whole };
}

/** Reads a file's records as a stream; `size` is asked when reading begins. The header is line 1. */
export async function* readRecords(
	path: string,
	position: number,
	size: () => number,
): AsyncGenerator<readonly StoredRecord[]> {
	let number = position === 0 ? 0 : 1;
	for await (const lines of readLines(path, position, size())) {
		const batch: StoredRecord[] = [];
		for (const { text, end } of lines) {
			number++;
			if (number === 1 || parseName(text) !== undefined) continue;
			const record = parseRecord(text);
			batch.push(record.kind === 'damaged' ? { ...record, line: number, position: end } : { ...record, position: end });
		}
		yield batch;
	}
}

/** Reads without the right to write; a writer may go on meanwhile. */
export function openReader(path: string): SessionReader {
	const fd = openSync(path, 'r');
	try {
		const { header, size, tornBytes } = inspect(fd, path);
		return { header, tornBytes, read: (position = 0) => readRecords(path, position, () => size) };
	} finally {
		closeSync(fd);
	}
}

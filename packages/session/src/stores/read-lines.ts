import { createReadStream, readSync } from 'node:fs';

const newline = 10;
const chunkBytes = 256 * 1024;

/** A whole line without its end, and where the next one begins. */
export interface Line {
	readonly text: string;
	readonly end: number;
}

/**
 * The whole lines of a file between two positions, in batches: memory holds one batch and one line, however large the file
 * is. What stands behind the last line end is left out.
 */
export async function* readLines(path: string, start: number, end: number): AsyncGenerator<readonly Line[]> {
	if (start >= end) return;
	let position = start;
	let begun: Buffer[] = [];
	for await (const chunk of createReadStream(path, { start, end: end - 1, highWaterMark: chunkBytes })) {
		const bytes = chunk as Buffer;
		const lines: Line[] = [];
		let from = 0;
		for (let to = bytes.indexOf(newline); to !== -1; to = bytes.indexOf(newline, from)) {
			const rest = bytes.subarray(from, to);
			const line = begun.length === 0 ? rest : Buffer.concat([...begun, rest]);
			begun = [];
			from = to + 1;
			lines.push({ text: textOf(line), end: position + from });
		}
		if (from < bytes.length) begun.push(bytes.subarray(from));
		position += bytes.length;
		if (lines.length > 0) yield lines;
	}
}

/** A line that is longer than a string may be is no line that this program wrote. */
function textOf(line: Buffer): string {
	try {
		return line.toString('utf8');
	} catch {
		return '';
	}
}

/** Where the last whole line of a file ends; `size` is the file's. */
export function wholeSize(fd: number, size: number): number {
	const buffer = Buffer.alloc(Math.min(size, chunkBytes));
	for (let end = size; end > 0; ) {
		const start = Math.max(0, end - buffer.length);
		const count = readSync(fd, buffer, 0, end - start, start);
		const at = buffer.subarray(0, count).lastIndexOf(newline);
		if (at !== -1) return start + at + 1;
		end = start;
	}
	return 0;
}

/** The first line of a file without its end; what there is if none ends within `most` bytes. */
export function firstLine(fd: number, most = 1 << 20): string {
	const parts: Buffer[] = [];
	for (let size = 0; size < most; ) {
		const buffer = Buffer.alloc(4096);
		const count = readSync(fd, buffer, 0, buffer.length, size);
		const at = buffer.subarray(0, count).indexOf(newline);
		parts.push(buffer.subarray(0, at === -1 ? count : at));
		if (at !== -1 || count === 0) break;
		size += count;
	}
	return Buffer.concat(parts).toString('utf8');
}

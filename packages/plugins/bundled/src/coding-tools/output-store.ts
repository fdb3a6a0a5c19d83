import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The output of one command: its end in memory, all of it in a file once it is longer than that. */
export interface OutputStore {
	/** Adds output. */
	add(text: string): void;
	/** Characters added so far. */
	readonly length: number;
	/** The last characters, at most `tailChars`; whole code points. */
	tail(): string;
	/** The file with the whole output; undefined while everything fits in memory. */
	readonly file: string | undefined;
	/** Closes the file. Nothing may be added afterwards. */
	close(): void;
}

/** Makes a store that keeps the last `tailChars` characters. Its file is made on demand, mode 0600 in `folder`, which is made too (0700). */
export function createOutputStore(tailChars: number, folder: string): OutputStore {
	let kept = '';
	let length = 0;
	let file: string | undefined;
	let descriptor: number | undefined;
	const spill = (text: string) => {
		if (descriptor === undefined) {
			mkdirSync(folder, { recursive: true, mode: 0o700 });
			file = join(folder, `${randomUUID()}.txt`);
			descriptor = openSync(file, 'wx', 0o600);
			writeSync(descriptor, kept);
		}
		writeSync(descriptor, text);
	};
	return {
		add(text) {
			length += text.length;
			if (length > tailChars) spill(text);
			kept += text;
			if (kept.length > 2 * tailChars) kept = kept.slice(-tailChars);
		},
		get length() {
			return length;
		},
		tail: () => kept.slice(-tailChars).replace(/^[\uDC00-\uDFFF]/, ''),
		get file() {
			return file;
		},
		close() {
			if (descriptor !== undefined) closeSync(descriptor);
			descriptor = undefined;
		},
	};
}

import { detectFraming } from './framing/detect.ts';
import type { Framing } from './framing/framing.ts';
import { readHeaderLine } from './framing/headers.ts';

const lineFeed = 0x0a;

/** The first message of a stream, and how it is framed. */
export interface FirstFrame {
	readonly framing: Framing;
	readonly body: Buffer;
	/** What comes after it. */
	readonly rest: Buffer;
}

/**
 * Finds the first message in the first bytes, in the framing given or else the one they tell. `incomplete` may become
 * one with more bytes, `broken` never.
 */
export function findFirstFrame(bytes: Buffer, framing?: Framing): FirstFrame | 'incomplete' | 'broken' {
	const found = detectFraming(bytes);
	if (found === undefined) return 'incomplete';
	return (framing ?? found.framing) === 'lines' ? firstLine(bytes, found.start) : firstWithHeader(bytes, found.start);
}

function firstLine(bytes: Buffer, start: number): FirstFrame | 'incomplete' {
	const end = bytes.indexOf(lineFeed, start);
	if (end === -1) return 'incomplete';
	return { framing: 'lines', body: bytes.subarray(start, end), rest: bytes.subarray(end + 1) };
}

function firstWithHeader(bytes: Buffer, start: number): FirstFrame | 'incomplete' | 'broken' {
	let length: number | undefined;
	let from = start;
	for (let end = bytes.indexOf(lineFeed, from); end !== -1; end = bytes.indexOf(lineFeed, from)) {
		const said = readHeaderLine(bytes.toString('latin1', from, end).replace(/\r$/, ''));
		from = end + 1;
		if (said === 'broken' || (said === 'blank' && length === undefined)) return 'broken';
		if (said === 'blank') return bodyOf(bytes, from, length ?? 0);
		if (said === 'other') continue;
		if (length !== undefined) return 'broken';
		length = said.length;
	}
	return 'incomplete';
}

function bodyOf(bytes: Buffer, from: number, length: number): FirstFrame | 'incomplete' {
	if (bytes.length - from < length) return 'incomplete';
	return { framing: 'headers', body: bytes.subarray(from, from + length), rest: bytes.subarray(from + length) };
}

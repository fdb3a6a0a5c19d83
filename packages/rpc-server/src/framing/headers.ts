import { createByteStore } from './byte-store.ts';
import type { Decoder, Piece } from './framing.ts';

const lineFeed = 0x0a;

/** Bytes of one message's header lines; editors send some 20 to 80. */
const maxHeaderBytes = 8 * 1024;

/** Bytes kept of an endless line that is no header: enough for a `Content-Length` field at its end. */
const keptTailBytes = 64;

/**
 * What one header line says, its line end already taken off. A field other than `Content-Length` says nothing, so a
 * `Content-Type` with any charset is taken as UTF-8.
 */
export function readHeaderLine(line: string): { length: number } | 'blank' | 'other' | 'broken' {
	if (line === '') return 'blank';
	const colon = line.indexOf(':');
	if (colon === -1 || !/^[A-Za-z0-9-]+$/.test(line.slice(0, colon))) return 'broken';
	if (line.slice(0, colon).toLowerCase() !== 'content-length') return 'other';
	const value = line.slice(colon + 1).trim();
	return /^\d{1,15}$/.test(value) ? { length: Number(value) } : 'broken';
}

/** A length at the end of a line that is no header line: a header that follows bytes nobody announced. */
function lengthAtEnd(line: string): number | undefined {
	const match = /content-length:[ \t]{0,8}(\d{1,15})$/i.exec(line.slice(-keptTailBytes).trimEnd());
	return match === null ? undefined : Number(match[1]);
}

/**
 * Messages with a `Content-Length` header in bytes; header lines end with CRLF or LF. After a header that cannot be
 * used it goes on at the next `Content-Length` that ends a line.
 */
export function createHeaderDecoder(maxFrameBytes: number): Decoder {
	const begun = createByteStore(maxFrameBytes);
	let at: 'header' | 'body' | 'skip' = 'header';
	let length: number | undefined;
	let missing = 0;
	let headerBytes = 0;
	let isLost = false;

	function lose(pieces: Piece[]): void {
		if (!isLost) pieces.push({ kind: 'fault', fault: 'bad_header' });
		isLost = true;
		length = undefined;
		headerBytes = 0;
	}

	function endHeader(pieces: Piece[]): void {
		const isEmpty = headerBytes <= 2;
		headerBytes = 0;
		if (length === undefined) {
			if (!isEmpty) lose(pieces);
			return;
		}
		if (length > maxFrameBytes) pieces.push({ kind: 'fault', fault: 'too_large' });
		at = length > maxFrameBytes ? 'skip' : 'body';
		missing = length;
		length = undefined;
	}

	function takeHeaderLine(line: string, pieces: Piece[]): void {
		const said = readHeaderLine(line);
		if (said === 'blank') endHeader(pieces);
		else if (said === 'broken' || (said === 'other' && isLost)) {
			lose(pieces);
			length = lengthAtEnd(line);
		} else if (said !== 'other') {
			if (length !== undefined && length !== said.length) lose(pieces);
			else length = said.length;
		}
		if (length !== undefined) isLost = false;
	}

	/** Keeps a part of a header line, of one that is too long only its end. */
	function keep(part: Buffer): void {
		if (begun.size + part.length <= maxHeaderBytes) begun.add(part);
		else begun.add(Buffer.concat([begun.take(), part.subarray(-keptTailBytes)]).subarray(-keptTailBytes));
	}

	/** Each of these takes bytes of its part of a message and returns how many it used. */
	const parts = {
		header(bytes: Buffer, pieces: Piece[]): number {
			const end = bytes.indexOf(lineFeed);
			const line = end === -1 ? bytes : bytes.subarray(0, end);
			keep(line);
			headerBytes += end === -1 ? line.length : line.length + 1;
			if (headerBytes > maxHeaderBytes) lose(pieces);
			if (end !== -1) takeHeaderLine(begun.take().toString('latin1').replace(/\r$/, ''), pieces);
			return end === -1 ? bytes.length : end + 1;
		},
		body(bytes: Buffer, pieces: Piece[]): number {
			const part = bytes.subarray(0, missing);
			missing -= part.length;
			if (missing > 0 || begun.size > 0) begun.add(part);
			if (missing > 0) return part.length;
			pieces.push({ kind: 'frame', bytes: begun.size > 0 ? begun.take() : part });
			at = 'header';
			return part.length;
		},
		skip(bytes: Buffer): number {
			const count = Math.min(missing, bytes.length);
			missing -= count;
			if (missing === 0) at = 'header';
			return count;
		},
	};

	return {
		push(chunk) {
			const pieces: Piece[] = [];
			let used = 0;
			while (used < chunk.length || (at === 'body' && missing === 0)) used += parts[at](chunk.subarray(used), pieces);
			return pieces;
		},
		end() {
			const isWhole = at === 'header' && begun.size === 0 && headerBytes === 0;
			return isWhole || isLost || at === 'skip' ? [] : [{ kind: 'fault', fault: 'cut_off' }];
		},
	};
}

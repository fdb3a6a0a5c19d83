import { createByteStore } from './byte-store.ts';
import type { Decoder, Piece } from './framing.ts';

const lineFeed = 0x0a;
const blanks = new Set([0x09, 0x0d, 0x20]);

/** One message a line. Only a line feed ends a line; lines of blanks are no messages; the last line needs no end. */
export function createLineDecoder(maxFrameBytes: number): Decoder {
	const begun = createByteStore(maxFrameBytes);
	let isSkipping = false;

	/** Takes more bytes of a line whose end has not come yet. */
	function extend(bytes: Buffer, pieces: Piece[]): void {
		if (isSkipping) return;
		if (begun.size + bytes.length <= maxFrameBytes) {
			begun.add(bytes);
			return;
		}
		begun.drop();
		isSkipping = true;
		pieces.push({ kind: 'fault', fault: 'too_large' });
	}

	/** Takes the last bytes of a line. */
	function finish(bytes: Buffer, pieces: Piece[]): void {
		if (begun.size > 0 || isSkipping) extend(bytes, pieces);
		else if (bytes.length > maxFrameBytes) pieces.push({ kind: 'fault', fault: 'too_large' });
		else pushFrame(bytes, pieces);
		if (begun.size > 0) pushFrame(begun.take(), pieces);
		isSkipping = false;
	}

	return {
		push(chunk) {
			const pieces: Piece[] = [];
			let start = 0;
			for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
				finish(chunk.subarray(start, end), pieces);
				start = end + 1;
			}
			if (start < chunk.length) extend(chunk.subarray(start), pieces);
			return pieces;
		},
		end() {
			const pieces: Piece[] = [];
			finish(Buffer.alloc(0), pieces);
			return pieces;
		},
	};
}

function pushFrame(bytes: Buffer, pieces: Piece[]): void {
	if (bytes.some((byte) => !blanks.has(byte))) pieces.push({ kind: 'frame', bytes });
}

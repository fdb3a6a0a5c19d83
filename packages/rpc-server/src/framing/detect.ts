import type { Framing } from './framing.ts';

/** The bytes of a byte order mark, tab, line feed, carriage return, space: none of them can begin a message. */
const skipped = new Set([0xef, 0xbb, 0xbf, 0x09, 0x0a, 0x0d, 0x20]);

/**
 * Tells the framing by the first byte that can begin a message, and where it is. A header begins with `C` or `c`,
 * which no JSON text does. Undefined when the chunk holds nothing that tells; it can then be dropped.
 */
export function detectFraming(chunk: Uint8Array): { framing: Framing; start: number } | undefined {
	const start = chunk.findIndex((byte) => !skipped.has(byte));
	if (start === -1) return undefined;
	const first = chunk[start];
	return { framing: first === 0x43 || first === 0x63 ? 'headers' : 'lines', start };
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, encodeFrame, type Framing, type Piece } from './framing.ts';

const framings: readonly Framing[] = ['lines', 'headers'];

/** Cuts bytes at places given as fractions of the length. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
	const ends = [...places.map((place) => Math.floor(place * bytes.length)), bytes.length].sort((a, b) => a - b);
	return ends.map((end, i) => Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)));
}

function decode(framing: Framing, limit: number, chunks: readonly Buffer[]): Piece[] {
	const decoder = createDecoder(framing, limit);
	return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

const show = (piece: Piece) => (piece.kind === 'frame' ? piece.bytes.toString() : `!${piece.fault}`);
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { maxLength: 20 });
const json = fc.jsonValue().map((value) => JSON.stringify(value));

describe.each(framings)('%s', (framing) => {
	it('gives back what was encoded, at any chunking', () => {
		fc.assert(
			fc.property(fc.array(json, { maxLength: 8 }), cuts, (texts, places) => {
				const bytes = Buffer.from(texts.map((text) => encodeFrame(framing, text)).join(''));
				expect(decode(framing, 1 << 20, cut(bytes, places)).map(show)).toEqual(texts);
			}),
		);
	});

	it('gives back what was encoded, byte by byte', () => {
		const texts = ['{"text":"é€😀\\u2028"}', '"\u2028"', '1'];
		const bytes = Buffer.from(texts.map((text) => encodeFrame(framing, text)).join(''));
		const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
		expect(decode(framing, 1 << 20, chunks).map(show)).toEqual(texts);
	});

	it('finds the same in any bytes at any chunking, and no frame over the limit', () => {
		const part = fc.oneof(
			fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
			fc
				.constantFrom('\n', '\r\n', '\r\n\r\n', 'Content-Length: 3\r\n\r\n', 'Content-Length: 30\n\n', '{}')
				.map((text) => Buffer.from(text)),
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 20 }), cuts, (parts, places) => {
				const bytes = Buffer.concat(parts);
				const whole = decode(framing, 20, [bytes]);
				expect(decode(framing, 20, cut(bytes, places)).map(show)).toEqual(whole.map(show));
				for (const piece of whole) if (piece.kind === 'frame') expect(piece.bytes.length).toBeLessThanOrEqual(20);
			}),
			{ numRuns: 500 },
		);
	});

	it('keeps little of 64 MiB that are no message', () => {
		const decoder = createDecoder(framing, 1 << 20);
		const chunk = Buffer.alloc(1 << 16, 'x');
		const before = process.memoryUsage().arrayBuffers;
		const faults = Array.from({ length: 1024 }, () => decoder.push(chunk)).flat();
		expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 << 20);
		expect(faults.map(show)).toEqual([framing === 'lines' ? '!too_large' : '!bad_header']);
	});
});

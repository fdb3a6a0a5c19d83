import { describe, expect, it } from 'vitest';
import type { Decoder, Piece } from './framing.ts';
import { createLineDecoder } from './lines.ts';

const found = (pieces: Piece[]) =>
	pieces.map((piece) => (piece.kind === 'frame' ? piece.bytes.toString() : `!${piece.fault}`));

const feed = (decoder: Decoder, ...chunks: string[]) =>
	found(chunks.flatMap((chunk) => decoder.push(Buffer.from(chunk))));

describe('line framing', () => {
	it('gives one frame a line, however the lines are cut into chunks', () => {
		expect(feed(createLineDecoder(100), '{"a":1}\n{"b"', ':2}', '\n', '{"c":3}\n{"d":4}\n')).toEqual([
			'{"a":1}',
			'{"b":2}',
			'{"c":3}',
			'{"d":4}',
		]);
	});

	it('splits at line feeds only, never at the separators of Unicode', () => {
		expect(feed(createLineDecoder(100), '"a\u2028b\u2029c\u0085d"\n')).toEqual(['"a\u2028b\u2029c\u0085d"']);
	});

	it('passes over lines of blanks and leaves a carriage return to the parser', () => {
		expect(feed(createLineDecoder(100), '\n\r\n \t \n1\r\n', ' ', '\n2\n')).toEqual(['1\r', '2']);
	});

	it('gives a last line without an end when the input ends', () => {
		const decoder = createLineDecoder(100);
		expect(feed(decoder, '1\n2')).toEqual(['1']);
		expect(found(decoder.end())).toEqual(['2']);
		expect(found(decoder.end())).toEqual([]);
	});

	it('takes a line of exactly the limit and refuses one byte more, once, then goes on at the next line', () => {
		expect(feed(createLineDecoder(4), '1234\n12345\n1\n')).toEqual(['1234', '!too_large', '1']);
		expect(feed(createLineDecoder(4), '12', '34', '\n12', '345', '678\n', '1\n')).toEqual(['1234', '!too_large', '1']);
	});

	it('refuses a line that is too large before its end has come', () => {
		const decoder = createLineDecoder(4);
		expect(feed(decoder, '123456')).toEqual(['!too_large']);
		expect(feed(decoder, '789', '\n')).toEqual([]);
		expect(found(decoder.end())).toEqual([]);
	});
});

import { describe, expect, it } from 'vitest';
import type { Decoder, Piece } from './framing.ts';
import { createHeaderDecoder } from './headers.ts';

const found = (pieces: Piece[]) =>
	pieces.map((piece) => (piece.kind === 'frame' ? piece.bytes.toString() : `!${piece.fault}`));

const feed = (decoder: Decoder, ...chunks: string[]) =>
	found(chunks.flatMap((chunk) => decoder.push(Buffer.from(chunk))));

const decode = (...chunks: string[]) => feed(createHeaderDecoder(100), ...chunks);

describe('header framing', () => {
	it('gives one frame a header, however they are cut into chunks', () => {
		expect(decode('Content-Length: 2\r\n\r\n{}Content-Length: 3\r', '\n\r\n[1', ']Con')).toEqual(['{}', '[1]']);
	});

	it('counts bytes, not characters', () => {
		expect(decode('Content-Length: 6\r\n\r\n"é€"', 'Content-Length: 1\r\n\r\n1')).toEqual(['"é€', '!bad_header', '1']);
		expect(decode('Content-Length: 7\r\n\r\n"é€"')).toEqual(['"é€"']);
	});

	it('takes bare line feeds, any case, other fields, any charset and blank lines between messages', () => {
		expect(
			decode(
				'content-length:2\nContent-Type: application/vscode-jsonrpc; charset=latin1\n\n{}\r\n\n\r\nCONTENT-LENGTH:  1 \r\n\r\n1',
			),
		).toEqual(['{}', '1']);
	});

	it('gives an empty frame for a length of nothing', () => {
		expect(decode('Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1')).toEqual(['', '1']);
		expect(decode('Content-Length: 0\r\n\r\n')).toEqual(['']);
	});

	it('skips the body of a message that is too large and reads the next one', () => {
		const decoder = createHeaderDecoder(4);
		expect(feed(decoder, 'Content-Length: 9\r\n\r\n12345', '6789Content-Length: 4\r\n\r\n1234')).toEqual([
			'!too_large',
			'1234',
		]);
	});

	it('says once that it is lost, and goes on at the next length that ends a line', () => {
		expect(decode('Content-Type: x\r\n\r\n{"a":1}Content-Length: 1\r\n\r\n1')).toEqual(['!bad_header', '1']);
		expect(decode('Content-Length: many\r\n\r\n{"a":1}\n{}\n\nContent-Length: 1\r\n\r\n1')).toEqual([
			'!bad_header',
			'1',
		]);
		expect(decode('Content-Length: -1\r\n\r\n', 'x', '\nContent-Length: 1\r\n\r\n1')).toEqual(['!bad_header', '1']);
		expect(decode('Content-Length: 1\r\nContent-Length: 2\r\n\r\n12Content-Length: 1\r\n\r\n1')).toEqual([
			'!bad_header',
			'1',
		]);
	});

	it('bounds what it keeps of a header that never ends', () => {
		const decoder = createHeaderDecoder(100);
		expect(feed(decoder, ...Array<string>(50).fill('x'.repeat(1000)))).toEqual(['!bad_header']);
		expect(feed(decoder, 'Content-Length: 1\r\n\r\n1')).toEqual(['1']);
		expect(feed(decoder, ...Array<string>(5000).fill('X: y\r\n'))).toEqual(['!bad_header']);
		expect(feed(decoder, 'Content-Length: 1\r\n\r\n1')).toEqual(['1']);
	});

	it('says that the input ended inside a message', () => {
		for (const [input, left] of [
			['Content-Le', ['!cut_off']],
			['Content-Length: 2\r\n', ['!cut_off']],
			['Content-Length: 2\r\n\r\n', ['!cut_off']],
			['Content-Length: 2\r\n\r\n{', ['!cut_off']],
			['Content-Length: 2\r\n\r\n{}', []],
			['', []],
		] as const) {
			const decoder = createHeaderDecoder(100);
			feed(decoder, input);
			expect(found(decoder.end()), input).toEqual(left);
		}
	});
});

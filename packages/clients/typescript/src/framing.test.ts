import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineDecoder, encodeLine } from './framing.ts';

describe('lines', () => {
	it('come out whole, however the bytes are cut', () => {
		const text = 'first\n\u{1f469}\u200d\u{1f680} a\u2028b\n\n{"x":1}\r\nlast';
		for (let size = 1; size <= 40; size += 1) {
			const decoder = createLineDecoder();
			const bytes = Buffer.from(text);
			const lines: string[] = [];
			for (let start = 0; start < bytes.length; start += size) {
				lines.push(...decoder.push(bytes.subarray(start, start + size)));
			}
			expect(lines).toEqual(['first', '\u{1f469}\u200d\u{1f680} a\u2028b', '{"x":1}\r']);
		}
	});

	it('survive a way there and back for any message and any cut', () => {
		const messages = fc.array(fc.record({ text: fc.string({ unit: 'grapheme' }), seq: fc.integer() }));
		void fc.assert(
			fc.property(messages, fc.integer({ min: 1, max: 50 }), (sent, size) => {
				const bytes = Buffer.from(sent.map((message) => encodeLine(message, 1e6)).join(''));
				const decoder = createLineDecoder();
				const lines: string[] = [];
				for (let start = 0; start < bytes.length; start += size) {
					lines.push(...decoder.push(bytes.subarray(start, start + size)));
				}
				expect(lines.map((line) => JSON.parse(line))).toEqual(sent);
			}),
		);
	});

	it('of 30 MB are taken in small chunks without going over them again', () => {
		const decoder = createLineDecoder();
		const chunk = Buffer.alloc(65_536, 'x');
		for (let count = 0; count < 480; count += 1) expect(decoder.push(chunk)).toEqual([]);
		expect(decoder.push(Buffer.from('\n'))[0]).toHaveLength(480 * 65_536);
	});

	it('above the limit are refused, those of just the limit are not', () => {
		const decoder = createLineDecoder();
		decoder.maxFrameBytes = 5;
		expect(decoder.push(Buffer.from('12345\n'))).toEqual(['12345']);
		expect(() => decoder.push(Buffer.from('123456\n'))).toThrow('a message has 6 bytes, the limit is 5');
	});

	it('that do not end are refused as soon as they are too long', () => {
		const decoder = createLineDecoder();
		decoder.maxFrameBytes = 5;
		decoder.push(Buffer.from('123'));
		expect(() => decoder.push(Buffer.from('456'))).toThrow(expect.objectContaining({ code: 'FRAME_TOO_LARGE' }));
	});
});

describe('a message to send', () => {
	it('is one line whatever it holds', () => {
		expect(encodeLine({ text: 'a\nb\u2028' }, 100)).toBe('{"text":"a\\nb\u2028"}\n');
	});

	it('is measured in bytes of UTF-8', () => {
		expect(encodeLine({ text: '€€€' }, 20)).toBe('{"text":"€€€"}\n');
		expect(() => encodeLine({ text: '€€€' }, 19)).toThrow('a message has 20 bytes, the limit is 19');
	});
});

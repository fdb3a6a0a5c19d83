import { expect, it } from 'vitest';
import { detectFraming } from './detect.ts';

it('tells the framing by the first byte that is no blank and no byte order mark', () => {
	const detect = (text: string) => detectFraming(Buffer.from(text));
	expect(detect('Content-Length: 2\r\n\r\n{}')).toEqual({ framing: 'headers', start: 0 });
	expect(detect('\ufeffcontent-length: 2\r\n\r\n{}')).toEqual({ framing: 'headers', start: 3 });
	expect(detect('{"id":1}')).toEqual({ framing: 'lines', start: 0 });
	expect(detect('\ufeff \t\r\n[]')).toEqual({ framing: 'lines', start: 7 });
	expect(detect('garbage')).toEqual({ framing: 'lines', start: 0 });
});

it('waits while nothing has come that tells, a byte order mark in pieces included', () => {
	expect(detectFraming(Buffer.alloc(0))).toBeUndefined();
	expect(detectFraming(Buffer.from(' \r\n'))).toBeUndefined();
	expect(detectFraming(Buffer.from([0xef]))).toBeUndefined();
	expect(detectFraming(Buffer.from([0xbb, 0xbf, 0x43]))).toEqual({ framing: 'headers', start: 2 });
});

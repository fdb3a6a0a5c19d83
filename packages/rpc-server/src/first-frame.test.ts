import { expect, it } from 'vitest';
import { findFirstFrame } from './first-frame.ts';

function find(text: string) {
	const found = findFirstFrame(Buffer.from(text));
	return typeof found === 'string' ? found : [found.framing, String(found.body), String(found.rest)];
}

it('finds the first message in either framing and keeps every byte after it', () => {
	expect(find('{"id":1}\n{"id":2}\n{"i')).toEqual(['lines', '{"id":1}', '{"id":2}\n{"i']);
	expect(find('\ufeff\n {}\r\n')).toEqual(['lines', '{}\r', '']);
	expect(find('Content-Length: 2\r\n\r\n{}Content-')).toEqual(['headers', '{}', 'Content-']);
	expect(find('content-type: x\ncontent-length: 4\n\n"é"\n')).toEqual(['headers', '"é"', '\n']);
});

it('looks for the framing it is told', () => {
	expect(findFirstFrame(Buffer.from('Content-Length: 2\n\n{}'), 'lines')).toMatchObject({ framing: 'lines' });
	expect(findFirstFrame(Buffer.from('{}\n'), 'headers')).toBe('broken');
});

it('waits for a message that is not whole', () => {
	for (const text of ['', ' \n', '{"id":1}', 'C', 'Content-Length: 2\r\n', 'Content-Length: 2\r\n\r\n{']) {
		expect(find(text), text).toBe('incomplete');
	}
});

it('gives up at a header that is none', () => {
	for (const text of ['Content-Length: x\n', 'C\n', 'Content-Type: x\n\n', 'Content-Length: 1\nContent-Length: 1\n']) {
		expect(find(text), text).toBe('broken');
	}
});

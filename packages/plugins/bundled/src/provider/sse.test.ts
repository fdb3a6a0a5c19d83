import { describe, expect, it } from 'vitest';
import { createSseSplitter, type SseEvent } from './sse.ts';

function split(text: string, size: number): SseEvent[] {
	const bytes = new TextEncoder().encode(text);
	const splitter = createSseSplitter();
	const events: SseEvent[] = [];
	for (let at = 0; at < bytes.length; at += size) events.push(...splitter.push(bytes.subarray(at, at + size)));
	return [...events, ...splitter.end()];
}

describe.each([1, 2, 3, 7, 1000])('an event stream in pieces of %i bytes', (size) => {
	it.each([
		['LF', '\n'],
		['CR LF', '\r\n'],
		['CR', '\r'],
	])('is cut at lines that end in %s', (_, eol) => {
		const lines = ['event: a', 'data: {"x":1}', '', ': comment', 'data:two', 'data: lines', '', ''];
		expect(split(lines.join(eol), size)).toEqual([
			{ name: 'a', data: '{"x":1}' },
			{ name: '', data: 'two\nlines' },
		]);
	});

	it('keeps characters of several bytes whole, and U+2028 inside a line', () => {
		expect(split('data: größe 🚀\u2028end\n\n', size)).toEqual([{ name: '', data: 'größe 🚀\u2028end' }]);
	});

	it('passes over a byte order mark, other fields, and events without data', () => {
		expect(split('\uFEFFid: 7\nretry: 10\ndata\n\nevent: lost\n\ndata: x\n\n', size)).toEqual([
			{ name: '', data: '' },
			{ name: '', data: 'x' },
		]);
	});

	it('gives the last event although its blank line is missing', () => {
		expect(split('data: a\n\nevent: b\ndata: c', size)).toEqual([
			{ name: '', data: 'a' },
			{ name: 'b', data: 'c' },
		]);
		expect(split('data: a\r', size)).toEqual([{ name: '', data: 'a' }]);
	});
});

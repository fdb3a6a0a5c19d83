import { describe, expect, it } from 'vitest';
import { takeLines } from './line-window.ts';

async function* inPieces(text: string, size: number) {
	for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

describe.each([1, 3, 1000])('takeLines, in pieces of %i', (size) => {
	const take = (text: string, first: number, lines: number, chars = 1000) =>
		takeLines(inPieces(text, size), { first, lines, chars });

	it('takes a whole text verbatim', async () => {
		expect(await take('a\nb\r\n\nc', 1, 10)).toEqual({ text: 'a\nb\r\n\nc', seen: 4, next: undefined, isCut: false });
		expect(await take('a\nb\n', 1, 10)).toEqual({ text: 'a\nb\n', seen: 2, next: undefined, isCut: false });
		expect(await take('', 1, 10)).toEqual({ text: '', seen: 0, next: undefined, isCut: false });
	});

	it('takes lines from the middle and says where to go on', async () => {
		expect(await take('a\nb\nc\nd\n', 2, 2)).toMatchObject({ text: 'b\nc\n', next: 4 });
	});

	it('has nothing more to say when the window ends with the text', async () => {
		expect(await take('a\nb\n', 1, 2)).toMatchObject({ text: 'a\nb\n', next: undefined });
		expect(await take('a\nb', 2, 1)).toMatchObject({ text: 'b', next: undefined });
	});

	it('counts the lines of a text that is shorter than asked', async () => {
		expect(await take('a\nb\n', 5, 1)).toEqual({ text: '', seen: 2, next: undefined, isCut: false });
	});

	it('stops at whole lines when there are too many characters', async () => {
		expect(await take('aaaa\nbbbb\ncccc\n', 1, 10, 12)).toMatchObject({ text: 'aaaa\nbbbb\n', next: 3, isCut: false });
	});

	it('cuts a single line that is too long', async () => {
		expect(await take('aaaaaaaaaaaaaaaaaaaa\nb', 1, 10, 6)).toMatchObject({ text: 'aaaaaa', next: 2, isCut: true });
	});
});

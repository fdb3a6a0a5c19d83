import { describe, expect, it } from 'vitest';
import { nameFault, nameFrom } from './session-name.ts';

const charactersOf = (text: string) => [...new Intl.Segmenter().segment(text)].length;

describe('a name made from a text', () => {
	it.each([
		['fix the build', 'fix the build'],
		['  \n\n  first line \n second line', 'first line'],
		['tabs\tand   spaces\u00a0here', 'tabs and spaces here'],
		['windows\r\nline', 'windows'],
		['\u001b[31mred\u0007 alert', '[31mred alert'],
		['user\u202egnp.exe', 'user gnp.exe'],
		['a'.repeat(50), 'a'.repeat(50)],
		['a'.repeat(51), `${'a'.repeat(49)}…`],
		[`${'word '.repeat(9)}wxyz and more`, `${'word '.repeat(9)}wxyz…`],
		['漢'.repeat(60), `${'漢'.repeat(49)}…`],
	])('%j is %j', (text, name) => {
		expect(nameFrom(text)).toBe(name);
	});

	it.each(['', '   ', '\n\t\r\n', '\u0000\u001b', '\u200b\u2060'])('is none where nothing is said (%j)', (text) => {
		expect(nameFrom(text)).toBeUndefined();
	});

	it.each([
		['families', '👨‍👩‍👧‍👦'],
		['flags', '🇩🇪'],
		['skin tones', '👍🏽'],
		['combining marks', 'e\u0301'],
		['Devanagari', 'क्षि'],
	])('never ends inside a character: %s', (_, character) => {
		const name = nameFrom(character.repeat(80)) as string;
		expect(charactersOf(name)).toBeLessThanOrEqual(50);
		expect(name).toBe(`${character.repeat(charactersOf(name) - 1)}…`);
	});

	it('of one endless character, or of a megabyte, is short all the same', () => {
		expect(nameFrom(`a${'\u0301'.repeat(100_000)}`)).toBe('…');
		expect(nameFrom('x'.repeat(1_000_000))).toBe(`${'x'.repeat(49)}…`);
	});
});

describe('a name that a person gives', () => {
	it.each(['fix the build', 'familie 👨‍👩‍👧‍👦', 'x'.repeat(200)])('may be %j', (name) => {
		expect(nameFault(name)).toBeUndefined();
	});

	it.each(['', ' ', '\u200b\u2060', 'a\nb', '\u001b[31mred', 'user\u202egnp.exe', 'half \ud83d', 'x'.repeat(201)])(
		'is not %j',
		(name) => {
			expect(nameFault(name)).toMatch(
				/^a name is one line of at most 200 characters that shows something, and this is "/,
			);
		},
	);
});

import { describe, expect, it } from 'vitest';
import { difference, fill } from './match.mjs';

describe('a comparison', () => {
	it.each([
		[{ a: [1, 'x', null, true] }, { a: [1, 'x', null, true] }],
		[
			{ a: '$any', b: '$has:ell' },
			{ a: { deep: 1 }, b: 'hello' },
		],
		['$repeat:3:ab', 'ababab'],
		['$repeat:0:ab', ''],
	])('finds %j in %j', (wanted, found) => {
		expect(difference(wanted, found)).toBeUndefined();
	});

	it.each([
		[{ a: 1 }, { a: 2 }, '/a: expected 1, found 2'],
		[{ a: 1 }, {}, '/a: expected 1, found nothing'],
		[{}, { a: null }, '/a: expected nothing, found null'],
		[{ a: '$any' }, {}, '/a: expected "$any", found nothing'],
		[{ a: null }, {}, '/a: expected null, found nothing'],
		[[1], { 0: 1 }, '/: expected [1], found {"0":1}'],
		[[1, 2], [1], '/1: expected 2, found nothing'],
		['$has:x', 'hello', '/: expected "$has:x", found "hello"'],
		['$has:x', 5, '/: expected "$has:x", found 5'],
		['$repeat:2:ab', 'ab', '/: expected "abab", found "ab"'],
		[{ a: 1 }, null, '/: expected {"a":1}, found null'],
	])('does not find %j in %j and says where', (wanted, found, where) => {
		expect(difference(wanted, found)).toBe(where);
	});

	it('binds a name at first and demands the same value afterwards', () => {
		const bound = new Map();
		expect(difference({ id: '$id:first', p: '$bind:p' }, { id: 7, p: 'x' }, bound)).toBeUndefined();
		expect(difference('$id:first', 7, bound)).toBeUndefined();
		expect(difference('$bind:p', 'y', bound)).toBe('/: expected "x", found "y"');
	});
});

describe('filling in', () => {
	it('puts bound values and repetitions in their places', () => {
		expect(fill({ a: ['$id:n', '$repeat:2:x', 'plain', '$ 5'] }, new Map([['n', 9]]))).toEqual({
			a: [9, 'xx', 'plain', '$ 5'],
		});
	});

	it('refuses a name that no client message bound', () => {
		expect(() => fill('$id:n')).toThrow('"$id:n" is used before a client message bound it');
	});
});

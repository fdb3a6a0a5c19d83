import { describe, expect, it } from 'vitest';
import { fits, fitted } from './fitting.ts';

describe('a message fits', () => {
	it.each([
		['as many bytes', 'é'.repeat(5), 10, true],
		['one more', `${'é'.repeat(5)}a`, 10, false],
		['as many characters, of more bytes', 'é'.repeat(10), 10, false],
	])('%s', (_what, json, maxBytes, answer) => {
		expect(fits(json, maxBytes)).toBe(answer);
	});
});

describe('what is left of a value that is too large', () => {
	it('has its small parts whole, and the beginning of the large ones', () => {
		const { value, text } = fitted({ id: 'm1', text: 'x'.repeat(200_000), n: 3, none: null }, JSON.stringify, 100_000);
		expect(value).toEqual({
			id: 'm1',
			text: `${'x'.repeat(65_536)}\n[… 134464 characters left out …]`,
			n: 3,
			none: null,
		});
		expect(JSON.parse(text)).toEqual(value);
	});

	it('has fewer members where they are too many, and less of each where that is not enough', () => {
		const many = Array.from({ length: 20_000 }, (_, place) => ({ type: 'text', text: `${place} ${'y'.repeat(300)}` }));
		const { value, fits: isSmall } = fitted(many, JSON.stringify, 100_000);
		expect(isSmall).toBe(true);
		expect(value).toHaveLength(50);
		expect(value[49]?.text).toBe(`49 ${'y'.repeat(253)}\n[… 47 characters left out …]`);
	});

	it('is said not to fit where nothing was enough', () => {
		expect(fitted({ text: 'z'.repeat(1000) }, JSON.stringify, 50).fits).toBe(false);
	});
});

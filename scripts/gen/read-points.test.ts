import { expect, it } from 'vitest';
import { readPoints } from './read-points.ts';

it('a point is what the contract says of it: its meaning without the kind, and its types as they are written', () => {
	const code = `
		/** Where. */
		export interface Points {
			/** Transform: other words. Twice. */
			say: { payload: { readonly text: string }; answer: string | undefined };
			/** Veto: nobody says anything. */
			hush: {
				payload: Readonly<
					Record<string, never>
				>;
				answer: Verdict;
			};
		}`;
	expect(readPoints('points.ts', code)).toEqual([
		{ name: 'say', meaning: 'other words. Twice.', payload: '{ readonly text: string }', answer: 'string | undefined' },
		{ name: 'hush', meaning: 'nobody says anything.', payload: 'Readonly< Record<string, never> >', answer: 'Verdict' },
	]);
});

it.each([
	['has no doc comment', 'say: { payload: string; answer: string }'],
	['has a doc comment without its kind', '/** Says. */ say: { payload: string; answer: string }'],
	['has no answer', '/** Veto: says. */ say: { payload: string }'],
	['is no object', '/** Veto: says. */ say: string'],
])('a point that %s is refused', (_, member) => {
	expect(() => readPoints('points.ts', `export interface Points { ${member} }`)).toThrow('the point say ');
});

it('a module without points is refused', () => {
	expect(() => readPoints('points.ts', 'export {}')).toThrow('points.ts declares no interface Points');
});

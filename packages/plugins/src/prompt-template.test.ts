import { expect, it } from 'vitest';
import { expandPrompt, wordsOf } from './prompt-template.ts';

it.each([
	['Review $ARGUMENTS.', 'a b', 'Review a b.'],
	['Compare $1 with $2.', 'one "two three"', 'Compare one with two three.'],
	['Compare $1 with $2.', 'one', 'Compare one with .'],
	['It costs $$1, $ARGUMENTS.', '', 'It costs $1, .'],
	['Review this.', '', 'Review this.'],
	['Review this.', 'src', 'Review this.\n\nsrc'],
	['Say $1.', '$2 $ARGUMENTS', 'Say $2.'],
	['Say $ARGUMENTS.', "$& $' $1", "Say $& $' $1."],
	['Say $ARGUMENTSX.', 'hi', 'Say $ARGUMENTSX.\n\nhi'],
])('%j with %j becomes %j', (template, args, text) => {
	expect(expandPrompt(template, args)).toBe(text);
});

it('words are parted by blanks and held together by quotes', () => {
	expect(wordsOf(` a  'b c' "d 'e'" f"g `)).toEqual(['a', 'b c', "d 'e'", 'f"g']);
	expect(wordsOf('')).toEqual([]);
});

import { expect, it } from 'vitest';
import { wrap } from './wrap.ts';

it('breaks at blanks and leaves a longer word whole', () => {
	expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
	expect(wrap('a incomprehensibilities b', 7)).toEqual(['a', 'incomprehensibilities', 'b']);
	expect(wrap('', 7)).toEqual(['']);
});

import { expect, it } from 'vitest';
import { withoutProtocol } from './child-stdio.ts';

it('a child is given no input for 0 and standard error for 1, however they are named', () => {
	expect(withoutProtocol('inherit')).toEqual(['ignore', 2, 2]);
	expect(withoutProtocol(['inherit', 'inherit', 'inherit', 'ipc'])).toEqual(['ignore', 2, 'inherit', 'ipc']);
	expect(withoutProtocol([0, 1, 1])).toEqual(['ignore', 2, 2]);
	expect(withoutProtocol([process.stdin, 'pipe', 2])).toEqual(['ignore', 'pipe', 2]);
});

it('a child that names neither is left alone', () => {
	expect(withoutProtocol(undefined)).toBeUndefined();
	expect(withoutProtocol('pipe')).toBe('pipe');
	expect(withoutProtocol(['pipe', 'ignore', 'inherit', null, 7])).toEqual(['pipe', 'ignore', 'inherit', null, 7]);
});

import { describe, expect, it } from 'vitest';
import { pathProblem, placeProblem } from './socket-place.ts';

describe.skipIf(process.platform !== 'linux')('the path of a socket', () => {
	it('has 107 bytes at most, however many characters those are', () => {
		expect(pathProblem('x'.repeat(107))).toBeUndefined();
		expect(pathProblem('x'.repeat(108))).toBe(
			'the path of a socket has at most 107 bytes, and this has 108; name a shorter one',
		);
		expect(pathProblem('ü'.repeat(54))).toContain('this has 108');
	});
});

it.each([
	['EACCES', 'this user may not write in /run/me (EACCES); allow it, or name another'],
	['EROFS', 'this user may not write in /run/me (EROFS); allow it, or name another'],
	['EADDRINUSE', 'a server is there; end it, or name another'],
	['EMFILE', 'too many open files'],
])('a socket that cannot be made because of %s says what to do', (code, said) => {
	expect(placeProblem(Object.assign(new Error('too many open files'), { code }), '/run/me/m.sock')).toBe(said);
});

import { expect, it, TestRunner } from 'vitest';
import { verifies } from './verifies.ts';

it('a cited requirement is kept with the running test', () => {
	verifies('R1');
	verifies('R1', 'R2');
	expect(TestRunner.getCurrentTest()?.meta.verifies).toEqual(['R1', 'R2']);
	delete TestRunner.getCurrentTest()?.meta.verifies;
});

it.concurrent('a citation in a concurrent test is refused', () => {
	expect(() => verifies('R1')).toThrow('make "a citation in a concurrent test is refused" a plain it(...)');
});

import { TestRunner } from 'vitest';

declare module 'vitest' {
	interface TaskMeta {
		/** Ids of the requirements that the test proves, as in `test/requirements.json`. */
		verifies?: string[];
	}
}

/**
 * Says that the running test proves a requirement of `test/requirements.json`. Call it in the test's body; it counts
 * only when the test passes. Throws outside a test, and in a concurrent one, where the caller cannot be known.
 */
export function verifies(...ids: [string, ...string[]]): void {
	const test = TestRunner.getCurrentTest();
	if (test === undefined) {
		throw new Error(`verifies(${ids.join(', ')}) was called outside a test; call it inside the body of it(...)`);
	}
	if (test.concurrent) {
		throw new Error(`verifies(${ids.join(', ')}) was called in a concurrent test; make "${test.name}" a plain it(...)`);
	}
	test.meta.verifies = [...new Set([...(test.meta.verifies ?? []), ...ids])];
}

import type { Writable } from 'node:stream';

let claimed: Writable | undefined;

/**
 * Makes file descriptor 1 the protocol's alone: returns the only stream on it, and from then on `process.stdout` and
 * `console` mean standard error. Call it before foreign code is loaded; later calls return the same stream.
 */
export function claimStdout(): Writable {
	if (claimed !== undefined) return claimed;
	claimed = process.stdout;
	const { stderr } = process;
	Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
	return claimed;
}

import { Readable } from 'node:stream';

let claimed: Readable | undefined;

/**
 * Makes file descriptor 0 the protocol's alone: returns the only stream on it, and from then on `process.stdin` is an
 * empty one that has ended. Call it before foreign code is loaded; later calls return the same stream.
 */
export function claimStdin(): Readable {
	if (claimed !== undefined) return claimed;
	claimed = process.stdin;
	// Whoever passes it on to a child does so as with the real one; the child gets no input.
	const empty = Object.assign(Readable.from([]), { fd: 0 });
	Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => empty });
	return claimed;
}

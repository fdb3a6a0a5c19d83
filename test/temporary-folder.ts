import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const mark = 'myelin-tests-';

/**
 * Gives the run a temporary folder of its own, for the tests and what they spawn, and removes it with all they left.
 * Every project of the run asks for it; the first makes it.
 */
export default function temporaryFolder(): undefined | (() => void) {
	if (basename(tmpdir()).startsWith(mark)) return undefined;
	const before = process.env.TMPDIR;
	const folder = mkdtempSync(join(tmpdir(), mark));
	process.env.TMPDIR = folder;
	return () => {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	};
}

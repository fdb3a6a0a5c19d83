// usage: npm run soak [-- FILTER ...]
// Runs the long versions of the tests that kill, stop and starve processes; half an hour or less.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const [...filters] = process.argv.slice(2);
const { status } = spawnSync(
	process.execPath,
	[join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...(filters.length === 0 ? ['test/session'] : filters)],
	{ cwd: root, stdio: 'inherit', env: { ...process.env, MYELIN_SOAK: '1' } },
);
process.exitCode = status ?? 1;

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The top of the repository. */
export const root = join(import.meta.dirname, '../..');

/**
 * Runs a command at the top of the repository, its output shown as it comes, and reads the report that it leaves in the
 * file named by MYELIN_TEST_REPORT.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<import('./suite-report.mjs').SuiteOutcome>}
 */
export async function runReporting(command, args) {
	const folder = await mkdtemp(join(tmpdir(), 'myelin-tests-'));
	const file = join(folder, 'report.json');
	try {
		const env = { ...process.env, MYELIN_TEST_REPORT: file };
		const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
		const [code] = await once(child, 'close');
		const json = await readFile(file, 'utf8').catch(() => undefined);
		return { kind: 'ran', exitCode: code ?? 1, report: json === undefined ? undefined : JSON.parse(json) };
	} finally {
		await rm(folder, { recursive: true });
	}
}

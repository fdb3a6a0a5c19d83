import { spawnSync } from 'node:child_process';
import { runReporting } from './run-reporting.mjs';

const tests = 'packages/clients/python/tests';
const atLeast = 'import sys; sys.exit(sys.version_info < (3, 11))';

/**
 * Runs the Python suite by unittest.
 *
 * @param {string[]} args patterns of test names, as after `python -m unittest -k`; none for all
 * @returns {Promise<import('./suite-report.mjs').SuiteOutcome>}
 */
export async function runPython(args) {
	const python = ['python3', 'python'].find((name) => spawnSync(name, ['-c', atLeast]).status === 0);
	if (python === undefined) {
		return { kind: 'no_language', why: 'neither python3 nor python on the PATH is 3.11 or newer' };
	}
	return runReporting(python, ['-W', 'error', 'scripts/suites/run_python_tests.py', tests, ...args]);
}

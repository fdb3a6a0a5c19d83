import { runReporting } from './run-reporting.mjs';

/**
 * Runs the TypeScript suite by vitest.
 *
 * @param {string[]} args further arguments of `vitest run`, such as a part of a file's name
 */
export function runTypeScript(args) {
	return runReporting(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args]);
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readGoTestLog } from './go-test-log.mjs';
import { root } from './run-reporting.mjs';

const module = 'packages/clients/go';

/**
 * Runs the Go suite by `go test -json` and shows the output of what failed; on CI with the race detector, where there is
 * the C compiler that it needs.
 *
 * @param {string[]} args further arguments of `go test`, such as `-run=Name`
 * @returns {Promise<import('./suite-report.mjs').SuiteOutcome>}
 */
export async function runGo(args) {
	if (spawnSync('go', ['version']).status !== 0) return { kind: 'no_language', why: 'go is not on the PATH' };

	const race = process.env.CI === 'true' && hasCompiler() ? ['-race'] : [];
	const child = spawn('go', ['test', '-json', ...race, ...args, './...'], {
		cwd: join(root, module),
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const closed = once(child, 'close');
	const lines = [];
	for await (const line of createInterface({ input: child.stdout })) lines.push(line);
	const [code] = await closed;
	const { report, output } = readGoTestLog(lines);
	process.stdout.write(output);
	return { kind: 'ran', exitCode: code ?? 1, report };
}

/** Go itself looks for a C compiler when nothing is set. */
function hasCompiler() {
	return spawnSync('go', ['env', 'CGO_ENABLED'], { encoding: 'utf8' }).stdout.trim() === '1';
}

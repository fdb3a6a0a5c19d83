// usage: pnpm mutants [TEXT]   puts in each mutant of test/mutants.jsonl whose line holds TEXT, one at a time; its test must fail
// A line is { file, find, replace, mustFail }: `find` stands in `file` exactly once, and `mustFail` is the test file that notices.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** A mutant that hangs its test, in a loop that no timer of the test can end, is noticed after so long. */
const longestMs = 60_000;

const text = process.argv[2] ?? '';

/** @type {{ file: string, find: string, replace: string, mustFail: string }[]} */
const mutants = readFileSync(join(root, 'test/mutants.jsonl'), 'utf8')
	.split('\n')
	.filter((line) => line.trim() !== '' && line.includes(text))
	.map((line) => JSON.parse(line));

const lost = mutants.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2);
for (const { file, find } of lost) console.error(`${file} does not hold exactly once: ${find}`);

const tests = [...new Set(mutants.map(({ mustFail }) => mustFail))];
const broken = [];
for (const test of tests) if (!(await passes(test))) broken.push(test);
for (const test of broken) console.error(`${test} fails without any mutant; mend it first`);

let survived = 0;
if (lost.length === 0 && broken.length === 0) {
	for (const mutant of mutants) {
		const lives = await passes(mutant.mustFail, mutant);
		if (lives) survived++;
		console.log(`${lives ? 'SURVIVED' : 'killed  '} ${mutant.file}: ${mutant.find.trim()} → ${mutant.replace.trim()}`);
	}
	console.log(`${mutants.length - survived} of ${mutants.length} mutants killed`);
}
process.exitCode = lost.length + broken.length + survived > 0 ? 1 : 0;

/**
 * @param {string} test
 * @param {object} [mutant]
 */
async function passes(test, mutant) {
	const options = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutant.config.mjs', test];
	const env = { ...process.env, ...(mutant === undefined ? {} : { MYELIN_MUTANT: JSON.stringify(mutant) }) };
	/** @type {import('node:child_process').StdioOptions} */
	const stdio = ['ignore', mutant === undefined ? 'inherit' : 'ignore', 'ignore'];
	// In a group of its own: the test runs in a worker that must not outlive the run.
	const child = spawn(process.execPath, options, { cwd: root, env, stdio, detached: true });
	const timer = setTimeout(() => killGroup(child.pid), longestMs);
	const [status] = await once(child, 'close');
	clearTimeout(timer);
	killGroup(child.pid);
	return status === 0;
}

/** @param {number | undefined} pid */
function killGroup(pid) {
	try {
		if (pid !== undefined) process.kill(-pid, 'SIGKILL');
	} catch {
		// Nothing of it is left.
	}
}

// usage: node scripts/check.mjs [STEP ...]
// Runs the named steps, or all of them; goes on after a failure, and says at the end what failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const biome = 'node_modules/@biomejs/biome/bin/biome';
const tsc = 'node_modules/typescript/bin/tsc';
const node = process.execPath;

/** Each step's commands, run at the top of the repository. @type {Record<string, string[][]>} */
const steps = {
	lint: [[node, biome, 'check', '--error-on-warnings', '.']],
	types: [
		[node, tsc, '-b'],
		[node, tsc, '-p', 'tsconfig.check.json'],
	],
	python: [
		[node, 'node_modules/pyright/index.js', '-p', 'packages/clients/python'],
		[node, 'scripts/mypy.mjs'],
	],
	go: [['go', '-C', 'packages/clients/go', 'vet', './...']],
	generated: [[node, '--conditions=@myelin/source', '--import', 'tsx', 'scripts/gen.ts', '--check']],
	snippets: [[node, 'scripts/snippets.mjs', '--check']],
	docs: [[node, 'docs/node_modules/typedoc/bin/typedoc', '--options', 'typedoc.json', '--logLevel', 'Warn']],
	tests: [[node, 'scripts/test.mjs']],
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => steps[name] === undefined);
if (unknown.length > 0) {
	console.error(`no step is named ${unknown.join(', ')}; there are ${Object.keys(steps).join(', ')}`);
	process.exit(2);
}

const failed = [];
for (const [name, commands] of Object.entries(steps)) {
	if (asked.length > 0 && !asked.includes(name)) continue;
	const began = performance.now();
	const ok = commands.every(run);
	console.log(`${ok ? 'ok  ' : 'FAIL'} ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
	if (!ok) failed.push(name);
}
if (failed.length > 0) console.log(`failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

/** @param {string[]} command */
function run([program = '', ...args]) {
	const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
	if (error) console.error(`${program} could not be started: ${error.message}`);
	return status === 0;
}

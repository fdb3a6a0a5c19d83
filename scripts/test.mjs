// usage: node scripts/test.mjs [typescript|python|go [ARGUMENT ...]]
// Without arguments it runs every suite, then the requirement gate; with a suite's name that suite alone, the further
// arguments going to its runner. One closing line a suite, `<language>: N passed, N failed, N skipped`, and no total.
import { readFileSync } from 'node:fs';
import { bundle } from './bundle.mjs';
import { requirementGate } from './requirement-gate.mjs';
import { runGo } from './suites/go.mjs';
import { runPython } from './suites/python.mjs';
import { judge, suiteReport } from './suites/suite-report.mjs';
import { runTypeScript } from './suites/typescript.mjs';

/** @type {Record<string, (args: string[]) => Promise<import('./suites/suite-report.mjs').SuiteOutcome>>} */
const suites = { typescript: runTypeScript, python: runPython, go: runGo };

const [only, ...args] = process.argv.slice(2);
if (only !== undefined && suites[only] === undefined) {
	console.error(`"${only}" is no suite; name one of ${Object.keys(suites).join(', ')}, or none to run them all`);
	process.exit(2);
}

const requirements = JSON.parse(readFileSync(new URL('../test/requirements.json', import.meta.url), 'utf8'));
const ci = process.env.CI === 'true';
const all = suiteReport();
let ok = true;

// The server that tests of every language spawn.
await bundle();

for (const [language, run] of Object.entries(suites)) {
	if (only !== undefined && language !== only) continue;
	const outcome = await run(args);
	const verdict = judge(language, outcome, { ci });
	print(verdict);
	if (outcome.kind === 'ran' && outcome.report) {
		all.cited.push(...outcome.report.cited);
		all.shown.push(...outcome.report.shown);
	}
}
if (only === undefined) print(requirementGate(Object.keys(requirements), all));
process.exitCode = ok ? 0 : 1;

/** @param {{ ok: boolean, lines: string[] }} verdict */
function print(verdict) {
	ok &&= verdict.ok;
	console.log(`\n${verdict.lines.join('\n')}`);
}

import { suiteReport } from './suite-report.mjs';

/**
 * One line of `go test -json`, as far as it is used here (see `go doc test2json`).
 *
 * @typedef {{ Action: string, Package?: string, Test?: string, Output?: string }} GoTestEvent
 */

/**
 * What the log says of a test, a subtest or (without a name) a package.
 *
 * @typedef {object} GoUnit
 * @property {string} package
 * @property {string} name empty for the package itself
 * @property {'running' | 'pass' | 'fail' | 'skip'} state
 * @property {string[]} output
 */

const citation = /^\s+\S+\.go:\d+: verifies: (\S+)\s*$/;

/**
 * Reads the whole log of `go test -json`: its counts, and the output worth showing (of what failed, of the compiler,
 * and lines that are no events). A test with subtests is no test of its own unless it fails while all of them pass; a
 * package that fails without a failing test (`TestMain` ends it, it does not compile) is one failure.
 *
 * @param {readonly string[]} lines
 */
export function readGoTestLog(lines) {
	/** @type {Map<string, GoUnit>} */
	const units = new Map();
	/** @type {string[]} */
	const shown = [];
	for (const line of lines) {
		const event = parseEvent(line);
		if (event === undefined) shown.push(`${line}\n`);
		else if (event.Package === undefined) shown.push(event.Output ?? '');
		else apply(units, event, event.Package);
	}
	const all = [...units.values()];
	const failed = all.filter((unit) => hasFailed(unit) && !all.some((other) => hasFailed(other) && holds(unit, other)));
	return { report: count(all, failed), output: [...shown, ...failed.flatMap((unit) => unit.output)].join('') };
}

/**
 * @param {string} line
 * @returns {GoTestEvent | undefined}
 */
function parseEvent(line) {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}

/**
 * @param {Map<string, GoUnit>} units
 * @param {GoTestEvent} event
 * @param {string} packageName
 */
function apply(units, { Action: action, Test: name = '', Output: output = '' }, packageName) {
	const key = `${packageName} ${name}`;
	/** @type {GoUnit} */
	const unit = units.get(key) ?? { package: packageName, name, state: 'running', output: [] };
	units.set(key, unit);
	if (action === 'output') unit.output.push(output);
	else if (action === 'pass' || action === 'fail' || action === 'skip') unit.state = action;
}

/**
 * A test without a verdict was cut off by the end of its process.
 *
 * @param {GoUnit} unit
 */
function hasFailed(unit) {
	return unit.state === 'fail' || unit.state === 'running';
}

/**
 * @param {GoUnit} outer
 * @param {GoUnit} inner
 */
function holds(outer, inner) {
	if (outer === inner || outer.package !== inner.package) return false;
	return outer.name === '' || inner.name.startsWith(`${outer.name}/`);
}

/**
 * @param {readonly GoUnit[]} all
 * @param {readonly GoUnit[]} failed
 */
function count(all, failed) {
	const tests = all.filter((unit) => unit.name !== '');
	const leaves = tests.filter((test) => !tests.some((other) => holds(test, other)));
	return suiteReport({
		passed: leaves.filter((test) => test.state === 'pass').length,
		failed: failed.length,
		skipped: leaves.filter((test) => test.state === 'skip').length,
		cited: tests.flatMap(citations),
		shown: tests.filter((test) => test.state === 'pass').flatMap(citations),
	});
}

/** @param {GoUnit} test */
function citations({ output }) {
	return output.flatMap((line) => citation.exec(line)?.[1] ?? []);
}

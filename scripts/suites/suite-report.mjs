/**
 * What one suite's run came to.
 *
 * @typedef {object} SuiteReport
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} cited requirement ids named by any test that ran
 * @property {string[]} shown requirement ids named by tests that passed
 */

/**
 * How asking for a suite ended: it ran (no report: it broke off), or its language is not on this machine.
 *
 * @typedef {{ kind: 'ran', exitCode: number, report: SuiteReport | undefined }
 *   | { kind: 'no_language', why: string }} SuiteOutcome
 */

/**
 * A report with the given counts, the rest empty.
 *
 * @param {Partial<SuiteReport>} [known]
 * @returns {SuiteReport}
 */
export function suiteReport(known = {}) {
	return { passed: 0, failed: 0, skipped: 0, cited: [], shown: [], ...known };
}

/**
 * The one line by which a suite's counts are read.
 *
 * @param {string} language
 * @param {SuiteReport} report
 */
export function closingLine(language, { passed, failed, skipped }) {
	return `${language}: ${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/**
 * What to print about a suite, and whether it stands. A suite without one test that ran does not, nor does a missing
 * language on CI.
 *
 * @param {string} language
 * @param {SuiteOutcome} outcome
 * @param {{ ci: boolean }} where
 * @returns {{ ok: boolean, lines: string[] }}
 */
export function judge(language, outcome, { ci }) {
	switch (outcome.kind) {
		case 'no_language':
			return { ok: !ci, lines: [`${language}: NOT RUN, ${outcome.why}${ci ? '; on CI that is a failure' : ''}`] };
		case 'ran':
			return judgeRun(language, outcome);
	}
}

/**
 * @param {string} language
 * @param {Extract<SuiteOutcome, { kind: 'ran' }>} run
 */
function judgeRun(language, { report, exitCode }) {
	if (report === undefined) {
		return { ok: false, lines: [`${language}: broke off with exit code ${exitCode} before it could count its tests`] };
	}
	const lines = [closingLine(language, report)];
	if (report.passed + report.failed === 0) {
		lines.push(`${language}: no test ran; a suite that proves nothing is a failure`);
		return { ok: false, lines };
	}
	if (exitCode !== 0 && report.failed === 0) {
		lines.push(`${language}: the runner ended with exit code ${exitCode} though no test failed`);
	}
	return { ok: exitCode === 0 && report.failed === 0, lines };
}

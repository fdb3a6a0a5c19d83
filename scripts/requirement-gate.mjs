/**
 * Compares what tests cite with the list of requirements: how many were shown by tests that passed, which were not, and
 * which cited ids the list does not have (only those are a failure).
 *
 * @param {readonly string[]} required every id of `test/requirements.json`
 * @param {{ cited: readonly string[], shown: readonly string[] }} tests
 * @returns {{ ok: boolean, lines: string[] }}
 */
export function requirementGate(required, { cited, shown }) {
	const missing = required.filter((id) => !shown.includes(id));
	const unproven = missing.filter((id) => cited.includes(id));
	const uncited = missing.filter((id) => !cited.includes(id));
	const unknown = [...new Set(cited)].filter((id) => !required.includes(id));

	const lines = [`requirements: ${required.length - missing.length} of ${required.length} shown by tests that passed`];
	if (uncited.length > 0) lines.push(`requirements cited by no test: ${uncited.join(' ')}`);
	if (unproven.length > 0) lines.push(`requirements cited only by tests that did not pass: ${unproven.join(' ')}`);
	if (unknown.length > 0) {
		lines.push(`requirements cited that test/requirements.json does not have: ${unknown.join(' ')}; mend the id`);
	}
	return { ok: unknown.length === 0, lines };
}

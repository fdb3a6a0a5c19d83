import { expect, it } from 'vitest';
import { requirementGate } from './requirement-gate.mjs';

it('counts what passing tests show and lists the rest without failing', () => {
	expect(requirementGate(['R1', 'R2', 'R3', 'R4'], { cited: ['R1', 'R1', 'R3'], shown: ['R1', 'R1'] })).toEqual({
		ok: true,
		lines: [
			'requirements: 1 of 4 shown by tests that passed',
			'requirements cited by no test: R2 R4',
			'requirements cited only by tests that did not pass: R3',
		],
	});
});

it('fails on a cited id that is no requirement', () => {
	expect(requirementGate(['R1'], { cited: ['R1', 'R9', 'R9'], shown: ['R1'] })).toEqual({
		ok: false,
		lines: [
			'requirements: 1 of 1 shown by tests that passed',
			'requirements cited that test/requirements.json does not have: R9; mend the id',
		],
	});
});

import { describe, expect, it } from 'vitest';
import { judge, suiteReport } from './suite-report.mjs';

const here = { ci: false };
const ci = { ci: true };

describe('judge', () => {
	it('prints one closing line for a suite that passed', () => {
		const report = suiteReport({ passed: 3, skipped: 1 });
		expect(judge('go', { kind: 'ran', exitCode: 0, report }, here)).toEqual({
			ok: true,
			lines: ['go: 3 passed, 0 failed, 1 skipped'],
		});
	});

	it('fails a suite of which no test ran', () => {
		const report = suiteReport({ skipped: 2 });
		expect(judge('go', { kind: 'ran', exitCode: 0, report }, here)).toEqual({
			ok: false,
			lines: ['go: 0 passed, 0 failed, 2 skipped', 'go: no test ran; a suite that proves nothing is a failure'],
		});
	});

	it('fails a suite whose runner failed though no test did', () => {
		const report = suiteReport({ passed: 1 });
		expect(judge('python', { kind: 'ran', exitCode: 3, report }, here)).toEqual({
			ok: false,
			lines: [
				'python: 1 passed, 0 failed, 0 skipped',
				'python: the runner ended with exit code 3 though no test failed',
			],
		});
	});

	it('fails a suite that broke off without a report', () => {
		expect(judge('typescript', { kind: 'ran', exitCode: 1, report: undefined }, here)).toEqual({
			ok: false,
			lines: ['typescript: broke off with exit code 1 before it could count its tests'],
		});
	});

	it('passes a missing language on a desk and fails it on CI, visibly on both', () => {
		const outcome = { kind: 'no_language', why: 'go is not on the PATH' } as const;
		expect(judge('go', outcome, here)).toEqual({ ok: true, lines: ['go: NOT RUN, go is not on the PATH'] });
		expect(judge('go', outcome, ci)).toEqual({
			ok: false,
			lines: ['go: NOT RUN, go is not on the PATH; on CI that is a failure'],
		});
	});
});

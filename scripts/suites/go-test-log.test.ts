import { expect, it } from 'vitest';
import { readGoTestLog } from './go-test-log.mjs';

const events = (...lines: object[]) => lines.map((line) => JSON.stringify({ Package: 'p', ...line }));

it('counts subtests instead of the test that holds them, and skipped ones', () => {
	const log = events(
		{ Action: 'run', Test: 'TestAll' },
		{ Action: 'pass', Test: 'TestAll/one' },
		{ Action: 'skip', Test: 'TestAll/two' },
		{ Action: 'pass', Test: 'TestAll' },
		{ Action: 'pass', Test: 'TestAllOfIt' },
		{ Action: 'pass' },
	);
	expect(readGoTestLog(log)).toEqual({
		report: { passed: 2, failed: 0, skipped: 1, cited: [], shown: [] },
		output: '',
	});
});

it('a failing subtest is one failure, shown with its output', () => {
	const log = events(
		{ Action: 'output', Test: 'TestAll/one', Output: 'want 1, got 2\n' },
		{ Action: 'fail', Test: 'TestAll/one' },
		{ Action: 'fail', Test: 'TestAll' },
		{ Action: 'fail' },
	);
	expect(readGoTestLog(log)).toEqual({
		report: { passed: 0, failed: 1, skipped: 0, cited: [], shown: [] },
		output: 'want 1, got 2\n',
	});
});

it('a test that fails after its subtests passed is a failure beside them', () => {
	const log = events({ Action: 'pass', Test: 'TestAll/one' }, { Action: 'fail', Test: 'TestAll' }, { Action: 'fail' });
	expect(readGoTestLog(log).report).toMatchObject({ passed: 1, failed: 1 });
});

it('a package that fails without a failing test is one failure, compiler output shown', () => {
	const log = [
		JSON.stringify({ Action: 'build-output', ImportPath: 'p', Output: 'x.go:1: syntax error\n' }),
		...events({ Action: 'output', Output: 'FAIL p [build failed]\n' }, { Action: 'fail' }),
	];
	expect(readGoTestLog(log)).toEqual({
		report: { passed: 0, failed: 1, skipped: 0, cited: [], shown: [] },
		output: 'x.go:1: syntax error\nFAIL p [build failed]\n',
	});
});

it('a test cut off by the end of its process is a failure', () => {
	expect(readGoTestLog(events({ Action: 'run', Test: 'TestHang' })).report).toMatchObject({ passed: 0, failed: 1 });
});

it('a citation counts as shown only for a test that passed', () => {
	const cite = (test: string, id: string) => ({
		Action: 'output',
		Test: test,
		Output: `    x_test.go:12: verifies: ${id}\n`,
	});
	const log = events(
		cite('TestGood', 'R1'),
		{ Action: 'pass', Test: 'TestGood' },
		cite('TestBad', 'R2'),
		{ Action: 'fail', Test: 'TestBad' },
		cite('TestSkipped', 'R3'),
		{ Action: 'skip', Test: 'TestSkipped' },
	);
	expect(readGoTestLog(log).report).toMatchObject({ cited: ['R1', 'R2', 'R3'], shown: ['R1'] });
});

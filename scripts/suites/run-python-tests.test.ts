import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;
const helper = new URL('../../packages/clients/python/tests/verifies.py', import.meta.url);
const runner = join(import.meta.dirname, 'run_python_tests.py');

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'python-suite-'));
	writeFileSync(join(folder, 'verifies.py'), readFileSync(helper));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a suite of one file; gives the exit code and the report. */
function run(body: string, ...patterns: string[]) {
	writeFileSync(join(folder, 'test_it.py'), `import unittest\nfrom verifies import verifies\n\n${body}`);
	const file = join(folder, 'report.json');
	const env = { ...process.env, MYELIN_TEST_REPORT: file };
	const { status } = spawnSync('python3', [runner, folder, ...patterns], { env });
	return { status, report: JSON.parse(readFileSync(file, 'utf8')) };
}

it.skipIf(!python)('counts each outcome once, and a citation as shown only for a test that passed', () => {
	const { status, report } = run(`
class Outcomes(unittest.IsolatedAsyncioTestCase):
    async def test_passes(self):
        verifies("R1")

    async def test_fails(self):
        verifies("R2")
        self.fail()

    def test_is_skipped_half_way(self):
        verifies("R3")
        self.skipTest("no")

    def test_one_of_its_parts_fails(self):
        verifies("R4")
        for n in (1, 2):
            with self.subTest(n=n):
                self.assertEqual(n, 1)

    @unittest.expectedFailure
    def test_passes_against_expectation(self):
        verifies("R5")
`);
	expect(report).toEqual({
		passed: 1,
		failed: 3,
		skipped: 1,
		cited: ['R2', 'R3', 'R4', 'R1', 'R5'],
		shown: ['R1'],
	});
	expect(status).toBe(1);
});

it.skipIf(!python)('a failing set-up of a class and a file that cannot be loaded are failures', () => {
	const { status, report } = run(`
import nothing_of_that_name
`);
	expect(report).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
	expect(status).toBe(1);
	const setUp = run(`
class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise OSError("no")

    def test_never_runs(self):
        pass
`);
	expect(setUp.report).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

it.skipIf(!python)('runs only the tests whose name has the asked part', () => {
	const { status, report } = run(
		`
class Two(unittest.TestCase):
    def test_this(self):
        pass

    def test_that(self):
        self.fail()
`,
		'this',
	);
	expect(report).toMatchObject({ passed: 1, failed: 0 });
	expect(status).toBe(0);
});

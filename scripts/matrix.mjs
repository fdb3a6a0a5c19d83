// usage: pnpm matrix transcripts|recordings
// Plays the golden conversations or the recorded model streams in every language and prints what each made of each.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** @typedef {Map<string, boolean>} Outcomes whether each row passed, by its name */

/**
 * @param {string[]} filter
 * @returns {{ titles: string[], passed: boolean }[]} each test that ran, with the titles that lead to it
 */
function vitest(...filter) {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-matrix-'));
	const file = join(folder, 'report.json');
	try {
		const options = ['run', '--reporter=json', `--outputFile=${file}`, ...filter];
		spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...options], {
			cwd: root,
			stdio: 'ignore',
		});
		const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
		return testResults
			.flatMap((/** @type {any} */ result) => result.assertionResults)
			.filter((/** @type {any} */ test) => test.status === 'passed' || test.status === 'failed')
			.map((/** @type {any} */ test) => ({
				titles: [...test.ancestorTitles, test.title],
				passed: test.status === 'passed',
			}));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @returns {Outcomes} */
function pythonTranscripts() {
	const tests = join(root, 'packages/clients/python/tests');
	const env = { ...process.env, PYTHONPATH: `${join(tests, '../src')}:${tests}`, PYTHONDONTWRITEBYTECODE: '1' };
	const { stderr } = spawnSync('python3', ['-m', 'unittest', '-v', 'test_transcripts'], {
		cwd: tests,
		env,
		encoding: 'utf8',
	});
	// What a test logs stands between its name and its verdict.
	const verdicts = (stderr ?? '').matchAll(
		/^test_(?<name>\w+) \([^)]*\)[\s\S]*? \.\.\. (?:[\s\S]*?\n)??(?<verdict>ok|FAIL|ERROR)$/gm,
	);
	return new Map(
		[...verdicts].map(({ groups }) => [(groups?.name ?? '').replaceAll('_', '-'), groups?.verdict === 'ok']),
	);
}

/** @returns {Outcomes} */
function goTranscripts() {
	const { stdout } = spawnSync('go', ['test', '-json', '-count=1', '-run', '^TestTranscript$'], {
		cwd: join(root, 'packages/clients/go'),
		encoding: 'utf8',
		maxBuffer: 1 << 28,
	});
	const events = (stdout ?? '')
		.split('\n')
		.filter((line) => line.startsWith('{'))
		.map((line) => JSON.parse(line));
	const ended = events.filter(
		({ Action, Test }) => /^(pass|fail)$/.test(Action) && Test?.startsWith('TestTranscript/'),
	);
	return new Map(ended.map(({ Action, Test }) => [Test.slice('TestTranscript/'.length), Action === 'pass']));
}

/** @returns {Map<string, Outcomes>} */
function transcripts() {
	/** @param {string} folder */
	const named = (folder) =>
		new Map(vitest(folder).map(({ titles, passed }) => [firstWord(titles.at(-1) ?? ''), passed]));
	return new Map([
		['server', named('test/server-transcripts')],
		['typescript', named('test/typescript-client/transcripts')],
		['python', pythonTranscripts()],
		['go', goTranscripts()],
	]);
}

/** @param {string} title */
function firstWord(title) {
	return title.split(' ')[0] ?? '';
}

/** @returns {Map<string, Outcomes>} */
function recordings() {
	/** @type {Map<string, Outcomes>} */
	const columns = new Map();
	for (const { titles, passed } of vitest('test/recordings-matrix')) {
		const language = titles[1] ?? '';
		if (!columns.has(language)) columns.set(language, new Map());
		columns.get(language)?.set(titles.at(-1) ?? '', passed);
	}
	return columns;
}

/** @param {Map<string, Outcomes>} columns */
function print(columns) {
	const rows = [...new Set([...columns.values()].flatMap((outcomes) => [...outcomes.keys()]))].sort();
	if (rows.length === 0) {
		console.error('nothing was played: are the recordings, or the languages, there?');
		return false;
	}
	const width = Math.max(...rows.map((row) => row.length));
	console.log([' '.repeat(width), ...columns.keys()].join('  '));
	for (const row of rows) {
		const cells = [...columns].map(([language, outcomes]) => cell(outcomes.get(row)).padEnd(language.length));
		console.log([row.padEnd(width), ...cells].join('  ').trimEnd());
	}
	const passed = [...columns.values()].map((outcomes) => [...outcomes.values()].filter(Boolean).length);
	console.log(
		`\n${rows.length} rows: ${[...columns.keys()].map((language, place) => `${language} ${passed[place]}`).join(', ')}`,
	);
	const clients = [...columns].filter(([name]) => name !== 'server');
	// The server plays those that a real one can say; every client plays all.
	const whole = clients.every(([, outcomes]) => outcomes.size === rows.length);
	return whole && [...columns.values()].every((outcomes) => [...outcomes.values()].every(Boolean));
}

/** @param {boolean | undefined} passed */
function cell(passed) {
	return passed === undefined ? '–' : passed ? 'ok' : 'FAILED';
}

const kinds = { transcripts, recordings };
const kind = /** @type {keyof typeof kinds} */ (process.argv[2]);
if (kinds[kind] === undefined) {
	console.error(`pnpm matrix needs one of ${Object.keys(kinds).join(', ')}, and got ${kind ?? 'nothing'}`);
	process.exit(2);
}
process.exitCode = print(kinds[kind]()) ? 0 : 1;

// usage: node scripts/transcripts.mjs
// Replays every transcript against the clients in all languages and prints languages × transcripts. Fails unless all hold;
// a language that is not installed is a column of its own, and a failure with CI=true.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');

/**
 * How a language replays the transcripts, and how a line of its output names one.
 *
 * @typedef {{ command: string, args: string[], cwd: string, env?: Record<string, string>, read(line: string): [string, boolean] | undefined }} Language
 */

/** @type {Record<string, Language>} */
const languages = {
	typescript: {
		command: process.execPath,
		args: ['node_modules/vitest/vitest.mjs', 'run', '--reporter=tap-flat', 'test/typescript-client/transcripts'],
		cwd: root,
		read(line) {
			const found = /^(not ok|ok) \d+ - .* > ([\w-]+)(?: #.*)?$/.exec(line);
			return found?.[2] === undefined ? undefined : [found[2], found[1] === 'ok'];
		},
	},
	python: {
		command: 'python3',
		args: ['-m', 'unittest', '-v', 'test_transcripts'],
		cwd: join(root, 'packages/clients/python/tests'),
		env: { PYTHONPATH: join(root, 'packages/clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' },
		read: readUnittest(),
	},
	go: {
		command: 'go',
		args: ['test', '-json', '-count=1', '-run=^TestTranscript$', '.'],
		cwd: join(root, 'packages/clients/go'),
		read(line) {
			if (!line.startsWith('{')) return undefined;
			const { Action: action, Test: test } = JSON.parse(line);
			const name = /^TestTranscript\/(.+)$/.exec(test ?? '')?.[1];
			return name !== undefined && /^(pass|fail)$/.test(action) ? [name, action === 'pass'] : undefined;
		},
	},
};

/** unittest names a test on one line and says how it went at the end of a later one; what the test prints may stand between. */
function readUnittest() {
	let name = '';
	/** @param {string} line @returns {[string, boolean] | undefined} */
	return (line) => {
		const begun = /^test_(\w+) \(/.exec(line);
		if (begun?.[1] !== undefined) name = begun[1].replaceAll('_', '-');
		const ended = /(?:^|\.\.\. )(ok|FAIL|ERROR)$/.exec(line);
		return ended === null ? undefined : [name, ended[1] === 'ok'];
	};
}

/**
 * @param {Language} language
 * @returns {Promise<Map<string, boolean> | undefined>} undefined if it is not installed
 */
async function replay({ command, args, cwd, env, read }) {
	const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
	/** @type {Map<string, boolean>} */
	const results = new Map();
	const started = await once(child, 'spawn').catch(() => undefined);
	if (started === undefined) return undefined;
	const streams = [child.stdout, child.stderr].map(async (input) => {
		for await (const line of createInterface({ input })) {
			const result = read(line.trim());
			if (result !== undefined) results.set(...result);
		}
	});
	await Promise.all([...streams, once(child, 'close')]);
	return results;
}

const transcripts = readdirSync(join(root, 'test/transcripts'))
	.filter((name) => name.endsWith('.jsonl'))
	.map((name) => name.replace('.jsonl', ''));
const width = Math.max(...transcripts.map((name) => name.length));
const columns = Object.keys(languages);
/** @type {Record<string, Map<string, boolean> | undefined>} */
const results = {};
for (const [name, language] of Object.entries(languages)) results[name] = await replay(language);

/**
 * @param {string} language
 * @param {string} transcript
 */
function cell(language, transcript) {
	const found = results[language];
	if (found === undefined) return 'absent';
	return found.has(transcript) ? (found.get(transcript) ? 'ok' : 'FAILED') : 'not run';
}

console.log(['transcript'.padEnd(width), ...columns].join('  '));
for (const transcript of transcripts) {
	const cells = columns.map((language) => cell(language, transcript).padEnd(language.length));
	console.log([transcript.padEnd(width), ...cells].join('  ').trimEnd());
}
const all = transcripts.flatMap((transcript) => columns.map((language) => cell(language, transcript)));
const absent = process.env.CI === 'true' ? 0 : all.filter((found) => found === 'absent').length;
const held = all.filter((found) => found === 'ok').length;
console.log(`\n${held} of ${all.length} hold (${transcripts.length} transcripts × ${columns.length} languages)`);
process.exitCode = held + absent === all.length ? 0 : 1;

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTrustStore } from '@myelin/plugins/host';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { commandPath } from '../scripts/bundle.mjs';
import { type TemporaryProject, temporaryProject } from './temporary-project.ts';
import { collect, ofType } from './typescript-client/open-client.ts';
import { verifies } from './verifies.ts';

let project: TemporaryProject;
let folder: string;
let env: Record<string, string>;
beforeEach(() => {
	project = temporaryProject();
	({ folder, env } = project);
	writePlugin('a');
	project.write('settings.json', '{ "pluginSettings": { "project-guard": { "reason": "so says the project" } } }');
});
afterEach(() => project.remove());

/** A plugin that leaves a mark when its code runs, and denies everything. */
function writePlugin(mark: string): void {
	project.write(
		'plugins/guard.mjs',
		`import { writeFileSync } from 'node:fs';
		writeFileSync(${JSON.stringify(join(folder, 'mark-'))} + '${mark}', '');
		export default { name: 'project-guard', setup(myelin) {
			myelin.on('tool_call', () => ({ block: true, reason: myelin.settings.reason }));
		} };`,
	);
}

/** What a prompt for a shell command in the project comes to. */
async function look(...options: readonly string[]) {
	const myelin = await project.serve(...options);
	try {
		const session = await myelin.createSession();
		const events = await collect(session.prompt('bash command="ls"'));
		return {
			denials: ofType(events, 'tool_decision').flatMap(({ decisions }) => decisions.map(({ reason }) => reason)),
			notices: ofType(events, 'notice').map(({ message }) => message),
		};
	} finally {
		await myelin.close();
	}
}

const command = (...words: readonly string[]) => project.command(...words);
const trust = () => project.trust();

/** No tool runs, and the denial and the notice tell the person why and what to do. */
async function expectShut(why: RegExp): Promise<void> {
	const told = expect.stringMatching(why);
	expect(await look()).toEqual({ denials: [told], notices: [told] });
}

it("a project's plugins and settings are used when a person trusted them as they are; what has changed since is a shut gate", async () => {
	verifies('R82');
	expect(await look()).toEqual({
		denials: [],
		notices: [expect.stringMatching(/\.myelin are not used: .*run myelin trust/)],
	});
	expect(existsSync(join(folder, 'mark-a'))).toBe(false);

	expect(trust()).toContain('plugins/guard.mjs');
	expect(await look()).toEqual({ denials: ['so says the project'], notices: [] });

	const trusted = readFileSync(join(folder, '.myelin/plugins/guard.mjs'));
	writePlugin('b');
	await expectShut(/have changed since they were trusted.* run myelin trust there, or run myelin trust --forget there/);
	expect(existsSync(join(folder, 'mark-b'))).toBe(false);

	writeFileSync(join(folder, '.myelin/plugins/guard.mjs'), trusted);
	expect(await look()).toEqual({ denials: ['so says the project'], notices: [] });
});

it('a trusted project that is gone is a shut gate until it is forgotten', async () => {
	verifies('R82');
	trust();
	rmSync(join(folder, '.myelin'), { recursive: true });
	await expectShut(/were trusted and are gone/);
	expect(command('trust', '--forget')).toContain('is trusted no more');
	expect(await look()).toEqual({ denials: [], notices: [] });
	expect(command('trust', '--forget')).toContain('was not trusted');
});

it.each([
	['is a link out of it', () => symlinkSync('/etc', join(folder, '.myelin/plugins/etc')), /is a link to \/etc/],
	[
		'cannot be looked up, since what was trusted cannot be read',
		() => writeFileSync(join(folder, 'myelin/trust.json'), '{'),
		/trust\.json, which holds what you trusted, is not JSON/,
	],
])('a trusted project that %s is a shut gate', async (_, change, why) => {
	trust();
	change();
	await expectShut(why);
});

it.each<[string, string, string, RegExp]>([
	[
		'a plugin outside',
		'settings.json',
		'{ "plugins": ["../guard.mjs"] }',
		/the settings name ".*\/guard\.mjs", outside/,
	],
	[
		'a program outside',
		'settings.json',
		'{ "plugins": [{ "command": ["python3", "../guard.py"] }] }',
		/the settings name ".*\/guard\.py", outside/,
	],
	[
		'an option of a program that is outside',
		'settings.json',
		'{ "plugins": [{ "command": ["node", "--import=./../hook.mjs", "x"] }] }',
		/the settings name ".*\/hook\.mjs", outside/,
	],
	[
		'code outside',
		'plugins/guard.mjs',
		"import '../../rules.mjs'; export default {};",
		/imports ".*\/rules\.mjs", outside/,
	],
])('a project that names %s cannot be trusted, and says what to do', (_, file, text, why) => {
	writeFileSync(join(folder, '.myelin', file), text);
	const { status, stderr } = spawnSync(process.execPath, [commandPath, 'trust', '--yes'], {
		cwd: folder,
		env,
		encoding: 'utf8',
	});
	expect(stderr).toMatch(why);
	expect(stderr).toContain('or name the plugin in your own settings');
	expect(status).toBe(1);
});

it('what was trusted when that was allowed is a shut gate when it names what is outside', async () => {
	const pinned = join(folder, '.myelin');
	writeFileSync(join(folder, 'rules.mjs'), '');
	writeFileSync(
		join(pinned, 'plugins/guard.mjs'),
		"import '../../rules.mjs'; export default { name: 'g', setup() {} };",
	);
	await createTrustStore(join(folder, 'myelin/trust.json')).trust(pinned);
	await expectShut(/cannot be used: .*imports ".*\/rules\.mjs", outside/);
});

it('notes, tests, types, links, sockets and what is hidden are no plugins, and harm nobody', async () => {
	const plugins = join(folder, '.myelin/plugins');
	for (const name of ['README.md', '.hidden.mjs', 'guard.test.mjs', 'guard.d.ts', 'guard.mjs.map', 'guard.mjs~'])
		writeFileSync(join(plugins, name), 'not code (((');
	for (const name of ['lib', 'node_modules/other']) {
		mkdirSync(join(plugins, name), { recursive: true });
		writeFileSync(join(plugins, name, 'part.mjs'), 'export {}');
	}
	symlinkSync('..', join(plugins, 'round'));
	symlinkSync('guard.mjs', join(plugins, 'again.mjs'));
	const listener = createServer().listen(join(plugins, 'socket'));
	onTestFinished(() => void listener.close());
	await once(listener, 'listening');
	expect(trust()).toMatch(/Of these are loaded:\n {2}plugins\/guard\.mjs\nTrusted/);
	expect(await look()).toEqual({ denials: ['so says the project'], notices: [] });
});

it('a project is trusted whichever way leads there', async () => {
	trust();
	writePlugin('b');
	symlinkSync(folder, `${folder}-link`);
	onTestFinished(() => rmSync(`${folder}-link`));
	expect((await look('--cwd', `${folder}-link`)).denials).toEqual([expect.stringContaining('have changed')]);
});

it('what is trusted counts in its own folder alone, and below it each session is told', async () => {
	mkdirSync(join(folder, 'deep/down'), { recursive: true });
	const below = () => look('--cwd', join(folder, 'deep/down'));
	expect(await below()).toEqual({ denials: [], notices: [] });
	trust();
	const real = realpathSync(folder);
	expect(await below()).toEqual({
		denials: [],
		notices: [
			`the plugins and settings in ${real}/.myelin, which you have trusted, are not used in ${real}/deep/down: a project is the folder that Myelin runs in; run it in ${real} for them`,
		],
	});
});

it('without a person at a terminal trusting needs --yes', () => {
	const run = () => execFileSync(process.execPath, [commandPath, 'trust'], { cwd: folder, env, stdio: 'pipe' });
	expect(run).toThrow(/trusting needs a person at a terminal, or --yes/);
});

it('what is trusted and forgotten at the same time is all kept', async () => {
	const run = promisify(execFile);
	const places = Array.from({ length: 8 }, (_, place) => join(folder, `p${place}`));
	for (const place of places) mkdirSync(join(place, '.myelin'), { recursive: true });
	const all = async (places: readonly string[], ...options: readonly string[]) =>
		Promise.all(
			places.map(async (cwd) => (await run(process.execPath, [commandPath, 'trust', ...options], { cwd, env })).stdout),
		);
	const isTrusted = () => Object.keys(JSON.parse(readFileSync(join(folder, 'myelin/trust.json'), 'utf8'))).toSorted();
	const keys = (places: readonly string[]) => places.map((place) => join(place, '.myelin'));
	for (const told of await all(places, '--yes')) expect(told).toContain('Trusted, until');
	expect(isTrusted()).toEqual(keys(places));
	for (const told of await all(places.slice(2), '--forget')) expect(told).toContain('is trusted no more');
	expect(isTrusted()).toEqual(keys(places.slice(0, 2)));
});

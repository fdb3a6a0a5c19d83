import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryProject } from './temporary-project.ts';
import { collect, ofType, untilType } from './typescript-client/open-client.ts';
import { verifies } from './verifies.ts';

const changed =
	/it is not run again, since the plugins and settings in .*\.myelin have changed since they were trusted\. Look at them and run myelin trust there, then reload it/;

/** A server that runs a trusted project's guard, which notes each process of its own and leaves a mark when its code runs. */
async function serving(isolation?: 'process') {
	const project = temporaryProject();
	const mark = (name: string) => join(project.folder, `mark-${name}`);
	const writeGuard = (name: string) =>
		project.write(
			isolation === undefined ? 'plugins/guard.mjs' : 'guard.mjs',
			`import { writeFileSync } from 'node:fs';
			writeFileSync(${JSON.stringify(mark(name))}, String(process.pid));
			export default { name: 'guard', setup(myelin) {
				myelin.on('tool_call', () => ({ block: true, reason: 'so says ${name}' }), { hookId: 'gate' });
			} };`,
		);
	writeGuard('a');
	if (isolation !== undefined)
		project.write('settings.json', JSON.stringify({ plugins: [{ path: './guard.mjs', isolation }] }));
	project.trust();
	const myelin = await project.serve();
	onTestFinished(async () => {
		await myelin.close();
		project.remove();
	});
	const session = await myelin.createSession();
	const reasons = async () => {
		const events = await collect(session.prompt('bash command="touch ran"'));
		return ofType(events, 'tool_decision').flatMap(({ decisions }) => decisions.map(({ reason }) => reason));
	};
	expect(await reasons()).toEqual(['so says a']);
	const news = session.events()[Symbol.asyncIterator]();
	const hasRun = (name: string) => existsSync(mark(name));
	return { project, myelin, writeGuard, reasons, news, hasRun, pid: () => Number(readFileSync(mark('a'), 'utf8')) };
}

it.each([undefined, 'process'] as const)(
	'what changed while the server runs is not run by a reload, and its gate stays shut until it is trusted and reloaded: isolation %s',
	async (isolation) => {
		verifies('R82');
		const { project, myelin, writeGuard, reasons, hasRun } = await serving(isolation);
		writeGuard('b');
		expect(await myelin.reloadPlugin('guard')).toMatchObject({
			status: 'lost',
			hooks: [{ hookId: 'gate', point: 'tool_call' }],
			lastError: expect.stringMatching(changed),
		});
		expect(await reasons()).toEqual([expect.stringMatching(changed)]);
		expect(hasRun('b')).toBe(false);
		expect(existsSync(join(project.folder, 'ran'))).toBe(false);

		project.trust();
		expect(await myelin.reloadPlugin('guard')).toMatchObject({ status: 'loaded' });
		expect(await reasons()).toEqual(['so says b']);
	},
);

it.each([
	['has changed elsewhere in the folder', 'notes.md', /have changed since they were trusted/],
	['is trusted no more', undefined, /are trusted no more\. Look at them and run myelin trust there/],
])('a plugin whose project %s is not reloaded', async (_, file, why) => {
	const { project, myelin } = await serving();
	if (file === undefined) project.command('trust', '--forget');
	else project.write(file, 'x');
	const { status, lastError } = await myelin.reloadPlugin('guard');
	expect({ status, lastError }).toEqual({ status: 'lost', lastError: expect.stringMatching(why) });
});

it('what changed while the server runs is not started again when its process ends, and sessions are told why', async () => {
	verifies('R82');
	const { myelin, writeGuard, reasons, news, hasRun, pid } = await serving('process');
	writeGuard('b');
	process.kill(pid(), 'SIGKILL');
	await expect(untilType(news, 'plugin_status')).resolves.toMatchObject({ plugin: 'guard', status: 'lost' });
	const told = expect.stringMatching(changed);
	await expect(untilType(news, 'plugin_error')).resolves.toMatchObject({
		plugin: 'guard',
		hook: 'load',
		message: told,
	});
	expect(await reasons()).toEqual([told]);
	expect(hasRun('b')).toBe(false);
	expect((await myelin.plugins()).find(({ name }) => name === 'guard')).toMatchObject({
		status: 'lost',
		lastError: told,
	});
});

it('a file that somebody names is loaded as it is, also one of the project', async () => {
	const { project, myelin, reasons } = await serving();
	project.write('named.mjs', `export default { name: 'named', setup(myelin) { myelin.on('tool_call', () => {}); } };`);
	const path = join(project.folder, '.myelin/named.mjs');
	expect(await myelin.loadPlugin(path)).toMatchObject({ name: 'named', status: 'loaded' });
	expect(await myelin.reloadPlugin('named')).toMatchObject({ name: 'named', status: 'loaded' });
	expect(await myelin.reloadPlugin('guard')).toMatchObject({ status: 'lost' });
	expect((await reasons())[0]).toMatch(changed);
});

it('what has not changed is started again by itself, and reloaded, without a word', async () => {
	const { myelin, reasons, news, pid } = await serving('process');
	process.kill(pid(), 'SIGKILL');
	for (const status of ['lost', 'loaded'])
		await expect(untilType(news, 'plugin_status')).resolves.toMatchObject({ plugin: 'guard', status });
	expect(await myelin.reloadPlugin('guard')).toMatchObject({ status: 'loaded' });
	expect(await reasons()).toEqual(['so says a']);
});

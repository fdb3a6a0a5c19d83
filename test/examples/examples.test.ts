import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { commandPath } from '../../scripts/bundle.mjs';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'myelin-examples-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), NO_COLOR: '1' };
const python = ['python3', 'python'].find(
	(name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
it('a prompt on the command line runs through a spawned server and prints what a person reads', async () => {
	const { stdout } = await run(process.execPath, [commandPath, 'run', 'read package.json and tell me its name'], {
		cwd: root,
		env,
	});
	expect(stdout).toContain('● read path="package.json"');
	expect(stdout).toContain('the name is "myelin-monorepo"');
	expect(stdout).toMatch(/— stop · 2 turns · 1 tool call · \d+ tokens in, \d+ out/);
});

it('a TypeScript plugin named on the command line vetoes, and the command says by whom and why', async () => {
	const args = ['run', '--plugin', 'examples/plugins/no-deletes.ts', 'bash command="rm -rf build"'];
	const { stdout } = await run(process.execPath, [commandPath, ...args], { cwd: root, env });
	expect(stdout).toContain('✗ bash denied by no-deletes: deleting is off in this folder');
});

it.runIf(python !== undefined || process.env.CI === 'true')(
	'the tour plays a tool, a veto by a plugin and a veto from Python',
	async () => {
		const tour = ['--conditions=@myelin/source', '--import', 'tsx', join(root, 'examples/tour/tour.ts')];
		const { stdout } = await run(process.execPath, tour, { cwd: root, env });
		expect(stdout).toContain('result  ok');
		expect(stdout).toContain('veto    by no-deletes: deleting is off in this folder');
		expect(stdout).toMatch(/in Python[\s\S]*bash: refused/);
		expect(stdout).toMatch(/summary stop: 2 turns, 1 tool call/);
	},
);

it('the command says what is wrong with its arguments and ends with status 1', async () => {
	const failure = await run(process.execPath, [commandPath, 'fly'], { env }).catch((error: unknown) => error);
	expect(failure).toMatchObject({
		code: 1,
		stderr: 'myelin: there is no command "fly". Ask myelin --help for those there are.\n',
	});
});

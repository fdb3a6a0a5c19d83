import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { commandPath, serverPath } from '../../scripts/bundle.mjs';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'myelin-examples-'));
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), NO_COLOR: '1' };
const python = ['python3', 'python'].find(
	(name) => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0,
);
const go = spawnSync('go', ['version']).status === 0 ? 'go' : undefined;

/** With CI=true a missing language is a failure, elsewhere its tests are skipped. */
function mayRun(program: string | undefined): boolean {
	return program !== undefined || process.env.CI === 'true';
}

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

const own = { ...env, MYELIN_COMMAND: serverPath };

it.runIf(mayRun(python))('the Python program of the README vetoes a tool over the wire', async () => {
	const path = { PYTHONPATH: join(root, 'packages/clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
	const { stdout } = await run(python ?? 'python3', [join(root, 'examples/python-veto/veto.py')], {
		cwd: home,
		env: { ...own, ...path },
	});
	expect(stdout).toBe('veto    bash by myelin-python: not from Python\nresult  refused\n');
});

it('the TypeScript program of the README vetoes a tool over the wire', async () => {
	const program = ['--conditions=@myelin/source', '--import', 'tsx', join(root, 'examples/typescript-veto/veto.ts')];
	const { stdout } = await run(process.execPath, program, { cwd: root, env: own });
	expect(stdout).toContain('veto    bash by myelin-typescript: not from TypeScript');
});

it.runIf(mayRun(go))(
	'the Go program of the README vetoes a tool over the wire',
	async () => {
		const goEnv = { ...own, HOME: process.env.HOME };
		const { stdout } = await run(go ?? 'go', ['run', '.'], { cwd: join(root, 'examples/go-veto'), env: goEnv });
		expect(stdout).toContain('veto    bash by myelin-go: not from Go');
	},
	120_000,
);

it('the command says what is wrong with its arguments and ends with status 1', async () => {
	const failure = await run(process.execPath, [commandPath, 'fly'], { env }).catch((error: unknown) => error);
	expect(failure).toMatchObject({
		code: 1,
		stderr: 'myelin: there is no command "fly"; ask myelin --help for those there are\n',
	});
});

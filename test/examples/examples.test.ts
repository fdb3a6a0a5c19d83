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
// With CI=true a missing Python is a failure.
const mayRunPython = python !== undefined || process.env.CI === 'true';

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

it.runIf(mayRunPython)('the Python program of the README vetoes a tool over the wire', async () => {
	const own = {
		...env,
		PYTHONPATH: join(root, 'packages/clients/python/src'),
		MYELIN_COMMAND: serverPath,
		PYTHONDONTWRITEBYTECODE: '1',
	};
	const { stdout } = await run(python ?? 'python3', [join(root, 'examples/python-veto/veto.py')], {
		cwd: home,
		env: own,
	});
	expect(stdout).toBe('veto    bash by python-client: not from Python\nresult  refused\n');
});

it('the command says what is wrong with its arguments and ends with status 1', async () => {
	const failure = await run(process.execPath, [commandPath, 'fly'], { env }).catch((error: unknown) => error);
	expect(failure).toMatchObject({
		code: 1,
		stderr: 'myelin: there is no command "fly"; ask myelin --help for those there are\n',
	});
});

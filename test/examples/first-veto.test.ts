import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { commandPath } from '../../scripts/bundle.mjs';

const root = join(import.meta.dirname, '../..');
const example = join(root, 'examples/first-veto');
const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'first-veto-'));
afterAll(() => rmSync(home, { recursive: true }));
const pythonPath = join(root, 'packages/clients/python/src');
const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, PYTHONPATH: pythonPath };
const myelin = async (...args: string[]) =>
	(await run(process.execPath, [commandPath, ...args], { cwd: home, env })).stdout;
const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

it('the plugin that is written for a person is the one that the page shows, and it vetoes', async () => {
	expect(await myelin('plugin', 'new', 'first-veto')).toContain('myelin run --plugin first-veto');
	for (const file of readdirSync(example)) {
		expect(readFileSync(join(home, 'first-veto', file), 'utf8')).toBe(readFileSync(join(example, file), 'utf8'));
	}
	const said = await myelin('run', '--plugin', 'first-veto', 'bash command="rm -rf build"');
	expect(said).toContain('✗ bash denied by first-veto: deleting is off here');
	const isolated = JSON.stringify({ path: 'first-veto', isolation: 'process' });
	expect(await myelin('run', '--plugin', isolated, 'bash command="rm -rf build"')).toContain('denied by first-veto');
});

it('its test passes', async () => {
	const options = ['--conditions=@myelin/source', '--import', 'tsx', '--test', '--test-reporter=tap'];
	const { stdout } = await run(process.execPath, [...options, join(example, 'index.test.mjs')], { cwd: root });
	expect(stdout).toMatch(/# pass 2\n# fail 0/);
});

it('its test passes wherever it was made, by the command that a checkout tells', async () => {
	const told = await myelin('plugin', 'new', 'elsewhere');
	const line = told.split('\n').find((text) => text.includes('node --import'));
	const { stdout } = await run('sh', ['-c', `${line} --test-reporter=tap`], { cwd: home });
	expect(stdout).toMatch(/# pass 2\n# fail 0/);
});

it('it is not written over, and its name must be one', async () => {
	await myelin('plugin', 'new', 'twice');
	await expect(myelin('plugin', 'new', 'twice')).rejects.toThrow(/twice is there already; choose another name/);
	await expect(myelin('plugin', 'new', '--yes')).rejects.toThrow(
		/plugin new needs the name of the plugin: myelin plugin new/,
	);
	await expect(myelin('plugin', 'new', 'No Good')).rejects.toThrow(/lower-case words joined by -, not "No Good"/);
});

it.runIf(hasPython || process.env.CI === 'true')('the Python program on the page vetoes as a plugin', async () => {
	const program = JSON.stringify({ command: ['python3', join(root, 'examples/plugins/guard.py')] });
	expect(await myelin('run', '--plugin', program, 'bash command="rm -rf build"')).toContain(
		'denied by guard: deleting is off, says Python',
	);
});

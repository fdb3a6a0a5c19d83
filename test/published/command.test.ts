import { execFile } from 'node:child_process';
import {
	chmodSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Myelin } from '@myelin/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const source = join(import.meta.dirname, '../../packages/myelin');
const folder = mkdtempSync(join(tmpdir(), 'myelin-published-'));
const modules = join(folder, 'node_modules');
const installed = join(modules, 'myelin');
const bin = join(modules, '.bin');
const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The package as npm packs it, unpacked and linked as npm does, in a folder that knows nothing of this repository. */
beforeAll(async () => {
	const { stdout } = await run(
		'npm',
		['pack', '--offline', '--ignore-scripts', '--json', '--pack-destination', folder],
		{ cwd: source },
	);
	mkdirSync(installed, { recursive: true });
	mkdirSync(bin);
	await run('tar', ['-xzf', join(folder, JSON.parse(stdout)[0].filename), '-C', installed, '--strip-components=1']);
	const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
	for (const name of Object.keys(manifest.dependencies)) {
		symlinkSync(join(source, 'node_modules', name), join(modules, name));
	}
	const command = join(installed, manifest.bin.myelin);
	chmodSync(command, 0o755);
	symlinkSync(command, join(bin, 'myelin'));
}, 60_000);

describe('the command as it is published', () => {
	it('holds what runs, and neither sources nor tests', () => {
		expect(readdirSync(installed).sort()).toEqual(['dist', 'package.json']);
		const optional = ['code-cache', 'index.d.ts', 'index.js'];
		const files = readdirSync(join(installed, 'dist')).filter((name) => !optional.includes(name));
		expect(files.sort()).toEqual(['chunks', 'myelin.cjs', 'plugin-runner.cjs', 'server.cjs']);
	});

	it('runs by its name, with a plugin in TypeScript that guards it', async () => {
		const guard = `export default { name: 'guard', setup(myelin: any): void { myelin.on('tool_call', () => ({ block: true, reason: 'no' })); } };`;
		writeFileSync(join(folder, 'guard.ts'), guard);
		const { stdout } = await run('myelin', ['run', '--plugin', './guard.ts', 'bash command="ls"'], {
			cwd: folder,
			env,
		});
		expect(stdout).toContain('denied by guard: no');
	});

	it('is what clients find on the PATH', async () => {
		const before = process.env.PATH;
		process.env.PATH = env.PATH;
		try {
			await using myelin = await Myelin.spawn({ env: { ...env, MYELIN_COMMAND: '' }, cwd: folder });
			const session = await myelin.createSession();
			expect(await session.prompt('hi').result).toMatchObject({ summary: { endReason: 'stop' } });
		} finally {
			process.env.PATH = before;
		}
	});
});

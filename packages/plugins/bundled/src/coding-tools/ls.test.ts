import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resultText, runTool } from '../testing/run-tool.ts';
import { createLsTool } from './ls.ts';

const tool = createLsTool({ allowOutside: false, outputs: '/nowhere' });
let cwd: string;

beforeEach(async () => {
	cwd = await mkdtemp(join(tmpdir(), 'myelin-ls-'));
	await mkdir(join(cwd, 'src'));
	await writeFile(join(cwd, '.hidden'), '');
	await writeFile(join(cwd, 'b.txt'), '');
});

describe('ls', () => {
	it('lists the working folder, sorted, folders marked', async () => {
		expect(resultText(await runTool(tool, {}, { cwd }))).toBe('.hidden\nb.txt\nsrc/');
	});

	it('says that a folder is empty', async () => {
		expect(resultText(await runTool(tool, { path: 'src' }, { cwd }))).toBe('src is empty');
	});

	it('shows 500 entries and how many there are besides', async () => {
		await Promise.all(Array.from({ length: 503 }, (_, nth) => writeFile(join(cwd, 'src', `${1000 + nth}`), '')));
		const lines = resultText(await runTool(tool, { path: 'src' }, { cwd })).split('\n');
		expect(lines.length).toBe(501);
		expect(lines.at(-1)).toBe('[3 more entries are not shown]');
	});

	it('names what is wrong with a path', async () => {
		await expect(runTool(tool, { path: 'b.txt' }, { cwd })).rejects.toThrow('b.txt is a file, not a folder');
		await expect(runTool(tool, { path: 'nowhere' }, { cwd })).rejects.toThrow('nowhere does not exist');
		await expect(runTool(tool, { path: '..' }, { cwd })).rejects.toThrow('outside the workspace');
	});
});

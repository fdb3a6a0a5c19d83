import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeOutputsBefore, userOutputsFolder } from './output-folder.ts';

it('long outputs are in the cache folder of their person', () => {
	expect(userOutputsFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/myelin/outputs');
});

it('old outputs go, and folders that they leave empty', async () => {
	const outputs = await mkdtemp(join(tmpdir(), 'myelin-outputs-'));
	const aged = async (project: string, name: string, seconds: number) => {
		await mkdir(join(outputs, project), { recursive: true });
		await writeFile(join(outputs, project, name), '');
		await utimes(join(outputs, project, name), seconds, seconds);
	};
	await aged('a', 'old.txt', 100);
	await aged('a', 'new.txt', 200);
	await aged('b', 'old.txt', 100);
	await mkdir(join(outputs, 'just-made'));
	await utimes(join(outputs, 'b'), 100, 100);
	await removeOutputsBefore(200_000, outputs);
	expect(await readdir(outputs, { recursive: true })).toEqual(expect.arrayContaining(['a', 'a/new.txt', 'just-made']));
	expect((await readdir(outputs)).sort()).toEqual(['a', 'b', 'just-made']);
	await utimes(join(outputs, 'b'), 100, 100);
	await removeOutputsBefore(200_000, outputs);
	expect((await readdir(outputs)).sort()).toEqual(['a', 'just-made']);
});

it('a folder that is not there has nothing to remove', async () => {
	await removeOutputsBefore(1, join(tmpdir(), 'myelin-not-there', 'outputs'));
});

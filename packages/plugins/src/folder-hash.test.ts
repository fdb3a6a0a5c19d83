import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderHash } from './folder-hash.ts';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'folder-hash-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('what a person trusted once is the same folder to every later version', async () => {
	mkdirSync(join(folder, 'lib'));
	writeFileSync(join(folder, 'lib/b.js'), 'two!');
	writeFileSync(join(folder, 'a.js'), 'one');
	symlinkSync('a.js', join(folder, 'link'));
	expect(await folderHash(folder)).toBe('66a72ff4ad1c67b9ec7968c578de7e5971b42a1e9e7b9685d7b3b8b632a75b0f');
});

it('the last of many files counts as the first does', async () => {
	for (let number = 0; number < 100; number++) writeFileSync(join(folder, `${number + 100}.js`), `${number}`);
	const before = await folderHash(folder);
	for (const name of ['100.js', '150.js', '199.js']) {
		writeFileSync(join(folder, name), 'x');
		expect(await folderHash(folder)).not.toBe(before);
		writeFileSync(join(folder, name), `${Number.parseInt(name, 10) - 100}`);
		expect(await folderHash(folder)).toBe(before);
	}
});

it.each([
	['many files', { files: 2, bytes: 1000 }, 'holds 3 files'],
	['many bytes', { files: 3, bytes: 29 }, 'holds more than 29 bytes'],
])('a folder of too %s is refused, and what may lie in it is told', async (_, limits, found) => {
	for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), 'x'.repeat(10));
	await expect(folderHash(folder, limits)).rejects.toMatchObject({
		code: 'UNTRUSTABLE',
		message: `${folder} ${found}, and all of a trusted folder is read at every start, so that it may hold ${limits.files} files and ${limits.bytes} bytes; keep there what its plugins need (npm install --omit=dev), or name the plugin in your own settings`,
	});
	await expect(folderHash(folder, { files: 3, bytes: 30 })).resolves.toHaveLength(64);
});

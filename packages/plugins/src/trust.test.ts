import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTrustStore, filesIn, folderHash } from './trust.ts';

let root: string;
let folder: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'trust-'));
	folder = join(root, 'project/.myelin');
	mkdirSync(join(folder, 'plugins/guard'), { recursive: true });
	writeFileSync(join(folder, 'plugins/guard/index.ts'), 'export default 1');
	writeFileSync(join(folder, 'settings.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true }));
const store = () => createTrustStore(join(root, 'data/trust.json'));

describe('a folder', () => {
	it('is not trusted before a person trusts it, and then is in every process', async () => {
		expect(await store().isTrusted(folder)).toBe(false);
		await store().trust(folder);
		expect(await store().isTrusted(folder)).toBe(true);
		expect(statSync(join(root, 'data/trust.json')).mode & 0o777).toBe(0o600);
		expect(statSync(join(root, 'data')).mode & 0o777).toBe(0o700);
	});

	it.each([
		['a file changes', () => writeFileSync(join(folder, 'plugins/guard/index.ts'), 'export default 2')],
		['a file comes', () => writeFileSync(join(folder, 'plugins/guard/more.ts'), '')],
		['a file goes', () => rmSync(join(folder, 'settings.json'))],
		[
			'a file is renamed',
			() => {
				rmSync(join(folder, 'settings.json'));
				writeFileSync(join(folder, 'settings.jsonc'), '{}');
			},
		],
	])('is trusted no more when %s', async (_, change) => {
		await store().trust(folder);
		change();
		expect(await store().isTrusted(folder)).toBe(false);
	});

	it('says nothing of another one with the same files', async () => {
		await store().trust(folder);
		expect(await store().isTrusted(join(root, 'project'))).toBe(false);
	});

	it('that leads elsewhere cannot be trusted', async () => {
		symlinkSync('/etc', join(folder, 'plugins/etc'));
		await expect(store().trust(folder)).rejects.toMatchObject({ code: 'UNTRUSTABLE' });
	});

	it('has its files in order, and a hash that text cannot move between', async () => {
		expect(await filesIn(folder)).toEqual(['plugins/guard/index.ts', 'settings.json']);
		const before = await folderHash(folder);
		writeFileSync(join(folder, 'settings.json'), '{');
		writeFileSync(join(folder, 'settings.json}'), '');
		expect(await folderHash(folder)).not.toBe(before);
	});
});

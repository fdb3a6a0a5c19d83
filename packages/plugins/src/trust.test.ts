import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contentOf } from './folder-content.ts';
import { folderHash } from './folder-hash.ts';
import { createTrustStore } from './trust.ts';

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
		expect(await store().look(folder)).toBe('never');
		await store().trust(folder);
		expect(await store().look(folder)).toBe('same');
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
		['a link comes', () => symlinkSync('settings.json', join(folder, 'link'))],
	])('has changed when %s', async (_, change) => {
		await store().trust(folder);
		change();
		expect(await store().look(folder)).toBe('changed');
	});

	it('says nothing of another one with the same files', async () => {
		await store().trust(folder);
		expect(await store().look(join(root, 'project'))).toBe('never');
	});

	it('is gone when it was trusted and is no folder any more, until that is forgotten', async () => {
		await store().trust(folder);
		rmSync(folder, { recursive: true });
		expect(await store().look(folder)).toBe('gone');
		writeFileSync(folder, 'a file');
		expect(await store().look(folder)).toBe('gone');
		expect(await store().forget(folder)).toBe(true);
		expect(await store().forget(folder)).toBe(false);
		expect(await store().look(folder)).toBe('never');
	});

	it('is trusted as it was seen, not as it became while a person looked', async () => {
		const seen = await folderHash(folder);
		writeFileSync(join(folder, 'settings.json'), '{ }');
		await store().trust(folder, seen);
		expect(await store().look(folder)).toBe('changed');
	});

	it('cannot be looked up where what was trusted cannot be read', async () => {
		mkdirSync(join(root, 'data'));
		writeFileSync(join(root, 'data/trust.json'), '{');
		await expect(store().look(folder)).rejects.toThrow('is not JSON; mend it or delete it');
		writeFileSync(join(root, 'data/trust.json'), '[]');
		await expect(store().look(folder)).rejects.toThrow('is no object; mend it or delete it');
	});

	it.each([
		['out of it', '/etc'],
		['to what is out of it and not there yet', '../../later.ts'],
		['by a way that only looks as if it stayed inside', 'guard/up/../../..'],
	])('with a link %s cannot be trusted', async (_, target) => {
		symlinkSync('..', join(folder, 'plugins/guard/up'));
		symlinkSync(target, join(folder, 'plugins/link'));
		await expect(store().trust(folder)).rejects.toMatchObject({ code: 'UNTRUSTABLE' });
	});

	it('with links within it, also round in a circle, and a socket can be trusted', async () => {
		symlinkSync('..', join(folder, 'plugins/round'));
		symlinkSync('itself', join(folder, 'plugins/itself'));
		symlinkSync('guard/index.ts', join(folder, 'plugins/link.ts'));
		const listener = createServer().listen(join(folder, 'socket'));
		onTestFinished(() => void listener.close());
		await once(listener, 'listening');
		expect(await contentOf(folder)).toEqual([
			{ path: 'plugins/guard/index.ts' },
			{ path: 'plugins/itself', link: 'itself' },
			{ path: 'plugins/link.ts', link: 'guard/index.ts' },
			{ path: 'plugins/round', link: '..' },
			{ path: 'settings.json' },
		]);
		await store().trust(folder);
		expect(await store().look(folder)).toBe('same');
		rmSync(join(folder, 'plugins/link.ts'));
		symlinkSync('../settings.json', join(folder, 'plugins/link.ts'));
		expect(await store().look(folder)).toBe('changed');
	});

	it('has its files in order, and a hash that text cannot move between', async () => {
		expect(await contentOf(folder)).toEqual([{ path: 'plugins/guard/index.ts' }, { path: 'settings.json' }]);
		const before = await folderHash(folder);
		writeFileSync(join(folder, 'settings.json'), '{');
		writeFileSync(join(folder, 'settings.json}'), '');
		expect(await folderHash(folder)).not.toBe(before);
	});
});

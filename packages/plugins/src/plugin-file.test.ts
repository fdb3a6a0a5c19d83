import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdsPlugin, pluginFile } from './plugin-file.ts';

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plugin-file-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
}

describe('the file of a plugin', () => {
	it.each(['a.js', 'a.mjs', 'a.cjs', 'a.ts', 'a.mts'])('is %s itself', async (name) => {
		await write({ [name]: '' });
		expect(await pluginFile(join(folder, name))).toBe(join(folder, name));
		expect(await pluginFile(relative(process.cwd(), join(folder, name)))).toBe(join(folder, name));
	});

	it.each<[string, Readonly<Record<string, string>>, string]>([
		['index.ts before index.js', { 'index.js': '', 'index.ts': '' }, 'index.ts'],
		['index.js', { 'index.js': '', 'package.json': '{}' }, 'index.js'],
		['main', { 'package.json': '{"main":"lib/a.js"}', 'index.js': '', 'lib/a.js': '' }, 'lib/a.js'],
		['main without its ending', { 'package.json': '{"main":"lib/a"}', 'lib/a.cjs': '' }, 'lib/a.cjs'],
		['main that is a folder', { 'package.json': '{"main":"./lib"}', 'lib/index.js': '' }, 'lib/index.js'],
		['exports before main', { 'package.json': '{"main":"lib/a.js","exports":"./b.js"}', 'b.js': '' }, 'b.js'],
		[
			'exports of the package itself',
			{ 'package.json': '{"exports":{".":{"types":"./b.d.ts","import":"./b.js"},"./c":"./c.js"}}', 'b.js': '' },
			'b.js',
		],
		[
			'exports by condition',
			{ 'package.json': '{"exports":{"require":"./b.cjs","import":{"node":"./b.mjs"}}}', 'b.mjs': '' },
			'b.mjs',
		],
	])('of a folder is its %s', async (_, files, entry) => {
		await write(files);
		expect(await pluginFile(folder)).toBe(join(folder, entry));
	});

	it.each([['lib'], ['gone.js']])(
		'of a folder whose main %s is no file is told of, and still meant to be a plugin',
		async (main) => {
			await write({ 'package.json': JSON.stringify({ main }), 'lib/notes.md': '', 'index.js': '' });
			await expect(pluginFile(folder)).rejects.toMatchObject({
				code: 'FILE_NOT_FOUND',
				message: `${folder}/package.json names ${main}, and neither that nor an index file in it is there; write the path of the plugin's file, with its ending`,
			});
			expect(await holdsPlugin(folder)).toBe(true);
		},
	);

	it('of a package is found in node_modules of a folder above', async () => {
		await write({ 'node_modules/@me/guard/package.json': '{"main":"a.js"}', 'node_modules/@me/guard/a.js': '' });
		expect(await pluginFile(join(folder, 'deep/down/node_modules/@me/guard'))).toBe(
			join(folder, 'node_modules/@me/guard/a.js'),
		);
		await expect(pluginFile(join(folder, 'deep/node_modules/@me/other'))).rejects.toMatchObject({
			code: 'FILE_NOT_FOUND',
			message: expect.stringContaining(
				`there is no package @me/other: looked for ${folder}/deep/node_modules/@me/other, ${folder}/node_modules/@me/other, `,
			),
		});
	});

	it.each<[string, Readonly<Record<string, string>>, string, RegExp]>([
		['a path to nothing', {}, 'none.ts', /none\.ts cannot be read$/],
		[
			'another kind of file',
			{ 'a.py': '' },
			'a.py',
			/a\.py is no plugin: its name must end in \.js, \.mjs, \.cjs, \.ts, \.mts$/,
		],
		['an empty folder', {}, '.', /holds no plugin: neither a package\.json with exports or main, nor index\.ts/],
		['a folder whose package.json is none', { 'package.json': '{' }, '.', /package\.json is not JSON$/],
	])('is none for %s', async (_, files, path, message) => {
		await write(files);
		await expect(pluginFile(join(folder, path))).rejects.toMatchObject({
			code: 'FILE_NOT_FOUND',
			message: expect.stringMatching(message),
		});
	});
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { assertPinned } from './pinned-code.ts';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'pinned-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes files of a project and follows `guard.ts` of its folder `.myelin`. */
async function pinned(files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		writeFileSync(join(root, name), text);
	}
	await assertPinned(join(root, '.myelin'), ['guard.ts']);
}

describe('what is written to be imported', () => {
	it.each([
		['import a from "./a.ts"', ['./a.ts']],
		["export * from './a.ts';\nimport './b.ts';", ['./a.ts', './b.ts']],
		["await import('./a.ts'); require(\"./b\"); require.resolve('./c');", ['./a.ts', './b', './c']],
		["import type { A } from '../a.ts'; export type { B } from '../b.ts';", []],
		["import type from './a.ts';", ['./a.ts']],
		["// import '../a.ts'\n/* import('../b.ts') */", []],
		// biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a plugin.
		['import(`./${name}.ts`)', []],
	])('in %j', (text, wanted) => {
		expect(importsOf(text, '.ts')).toEqual(wanted);
	});

	it('in JavaScript knows no types', () => {
		expect(importsOf("import type from './a.js'", '.js')).toEqual(['./a.js']);
	});
});

describe('a plugin is pinned by its folder', () => {
	it.each<[string, Readonly<Record<string, string>>]>([
		['imports nothing', { '.myelin/guard.ts': '' }],
		[
			'imports files in it, Node and the host',
			{
				'.myelin/guard.ts':
					"import './lib/a.js'; import 'fs'; import 'node:path'; import { x } from '@myelin/plugins';",
				'.myelin/lib/a.ts': "import '../guard.ts'",
			},
		],
		[
			'imports types alone from outside',
			{ '.myelin/guard.ts': "import type { A } from '../src/a.ts'", 'src/a.ts': '' },
		],
		[
			'imports packages in it',
			{
				'.myelin/guard.ts': "import 'a'; import '@b/c/d';",
				'.myelin/node_modules/a/package.json': '{"dependencies":{"@b/c":"1"}}',
				'.myelin/node_modules/@b/c/package.json': '{"dependencies":{"a":"1"}}',
			},
		],
		['imports what is nowhere', { '.myelin/guard.ts': "import 'pkg-of-nobody'; import './none.ts'" }],
	])('when it %s', async (_, files) => {
		await expect(pinned(files)).resolves.toBeUndefined();
	});

	it.each<[string, Readonly<Record<string, string>>, RegExp]>([
		[
			'a file',
			{ '.myelin/guard.ts': "import '../a.ts'", 'a.ts': '' },
			/guard\.ts imports ".*\/a\.ts", outside .*; move it there, or name/,
		],
		['a file that is not there yet', { '.myelin/guard.ts': "import '../a.ts'" }, /imports ".*\/a\.ts", outside/],
		['a file, by its absolute path', { '.myelin/guard.ts': "import('/tmp/a.ts')" }, /imports "\/tmp\/a\.ts", outside/],
		['a file, by its URL', { '.myelin/guard.ts': "import('file:///tmp/a.ts')" }, /imports "\/tmp\/a\.ts", outside/],
		[
			'a file, by way of another one',
			{ '.myelin/guard.ts': "require('./lib')", '.myelin/lib/index.cjs': "require('../../a')" },
			/lib\/index\.cjs imports ".*\/a", outside/,
		],
		[
			'a file, by the entry of a folder',
			{ '.myelin/guard.ts': "require('./lib')", '.myelin/lib/package.json': '{"main":"../../a.js"}' },
			/imports ".*\/a\.js", outside/,
		],
		[
			'a file, by a name of the manifest above',
			{ '.myelin/guard.ts': "import '#a'", 'package.json': '{"imports":{"#a":"./a.js"}}' },
			/imports #a by way of .*\/package\.json, outside/,
		],
		[
			'a package of the project',
			{ '.myelin/guard.ts': "import { z } from 'zod/v4'", 'node_modules/zod/package.json': '{}' },
			/imports the package zod, which is .*\/node_modules\/zod, outside .*npm install --prefix .*\.myelin zod, or name/,
		],
		[
			'a package that needs one of the project',
			{
				'.myelin/guard.ts': "import 'a'",
				'.myelin/node_modules/a/package.json': '{"peerDependencies":{"b":"1"}}',
				'node_modules/b/package.json': '{}',
			},
			/the package a needs the package b, which is .*\/node_modules\/b, outside/,
		],
	])('and refused when it imports %s outside', async (_, files, message) => {
		await expect(pinned(files)).rejects.toMatchObject({ code: 'UNTRUSTABLE', message: expect.stringMatching(message) });
	});
});

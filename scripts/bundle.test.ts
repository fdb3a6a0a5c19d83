import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bundle } from './bundle.mjs';

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'bundle-'));
	write('tsconfig.json', '{ "references": [{ "path": "packages/myelin" }] }');
	write('pnpm-lock.yaml', '');
	write('scripts/bundle.mjs', '');
	write('packages/myelin/tsconfig.json', '{}');
	write('packages/myelin/package.json', '{ "type": "module" }');
	write('packages/myelin/src/server-main.ts', `console.log('tiny'); void import('./rest.ts');`);
	write('packages/myelin/src/rest.ts', `const words: string[] = ['and', 'the', 'rest']; console.log(words.join(' '));`);
	write('packages/myelin/src/plugin-runner.ts', `console.log('runner');`);
	write('packages/myelin/src/cli.ts', `#!/usr/bin/env node\nconsole.log('command');`);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string) {
	mkdirSync(dirname(join(root, file)), { recursive: true });
	writeFileSync(join(root, file), text);
}
const dist = (file: string) => join(root, 'packages/myelin/dist', file);
const run = (file: string) => execFileSync(process.execPath, [dist(file)], { encoding: 'utf8' });

it('bundles all entries; what is imported lazily stays in a chunk of its own', async () => {
	expect(await bundle(root)).toBe(true);
	expect(run('server.cjs')).toBe('tiny\nand the rest\n');
	expect(run('myelin.cjs')).toBe('command\n');
	expect(run('plugin-runner.cjs')).toBe('runner\n');
	expect(readFileSync(dist('server.cjs'), 'utf8')).not.toContain('rest`');
	expect(readdirSync(dist('chunks'))).toEqual([expect.stringMatching(/^rest-[0-9a-f]+\.cjs$/)]);
	expect(readdirSync(dist('')).toSorted()).toEqual(['chunks', 'myelin.cjs', 'plugin-runner.cjs', 'server.cjs']);
});

it('builds again only when a source, not a test, changed', async () => {
	await bundle(root);
	expect(await bundle(root)).toBe(false);
	write('packages/myelin/src/rest.test.ts', '');
	expect(await bundle(root)).toBe(false);
	write('packages/myelin/src/rest.ts', `console.log('news');`);
	expect(await bundle(root)).toBe(true);
	expect(run('server.cjs')).toBe('tiny\nnews\n');
});

it('two that bundle at once leave one whole bundle', async () => {
	await Promise.all([bundle(root), bundle(root)]);
	expect(run('server.cjs')).toBe('tiny\nand the rest\n');
	expect(await bundle(root)).toBe(false);
});

it('keeps the chunks of an earlier bundle for servers that still run, for a day', async () => {
	write('packages/myelin/dist/chunks/earlier-1.cjs', '');
	write('packages/myelin/dist/chunks/ancient-1.cjs', '');
	utimesSync(dist('chunks/ancient-1.cjs'), new Date('2020-01-01'), new Date('2020-01-01'));
	await bundle(root);
	expect(readdirSync(dist('chunks')).map((name) => name.split('-')[0])).toEqual(['earlier', 'rest']);
});

it('a missing entry and an import that cannot be found are errors, and the old bundle stays', async () => {
	await bundle(root);
	write('packages/myelin/src/rest.ts', `import 'nowhere';`);
	await expect(bundle(root)).rejects.toThrow("Could not resolve 'nowhere'");
	expect(run('server.cjs')).toBe('tiny\nand the rest\n');
	rmSync(join(root, 'packages/myelin/src/cli.ts'));
	await expect(bundle(root)).rejects.toThrow('cannot bundle: packages/myelin/src/cli.ts does not exist');
});

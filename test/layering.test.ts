import { describe, expect, it } from 'vitest';
import { importCycles } from './layering/import-cycles.ts';
import { readSource } from './layering/read-source.ts';
import { violations } from './layering/rules.ts';
import { verifies } from './verifies.ts';
import { packageFolders, readJson, readPackage, readSources } from './workspace.ts';

const folders = packageFolders();
const packages = folders.map(readPackage);

describe('the workspace', () => {
	it('imports only along the direction core ◄ session ◄ plugins ◄ rpc-server, through public entries', () => {
		verifies('R5');
		const files = folders.flatMap(readSources);
		expect(files.length).toBeGreaterThan(folders.length);
		expect(files.flatMap((file) => violations(file, packages))).toEqual([]);
	});

	it('core has no word for a session, a front end or a product feature', () => {
		verifies('R3', 'R8');
		const foreign = /session|terminal|compact|journal|persist|goal|autoName/i;
		const shipped = readSources('packages/core').filter(({ path }) => !path.endsWith('.test.ts'));
		const words = shipped.flatMap(({ path, names }) => names.map((name) => `${path}: ${name}`));
		expect(words).toContain('packages/core/src/events.ts: AgentEvent');
		expect(words.filter((word) => foreign.test(word.split(': ')[1] ?? ''))).toEqual([]);
	});

	it.each(folders)('%s has no files that need each other to be loaded', (folder) => {
		expect(importCycles(readSources(folder))).toEqual([]);
	});

	it('every package that compiles is built from the top', () => {
		const built = references('.').toSorted();
		expect(built).toEqual(folders.filter((folder) => folder.startsWith('packages/')).toSorted());
	});

	it.each(references('.'))('%s is built after exactly the packages it depends on', (folder) => {
		const { dependencies } = readPackage(folder);
		const needed = packages.filter(({ name }) => dependencies.includes(name)).map((needs) => needs.folder);
		expect(references(folder).toSorted()).toEqual(needed.toSorted());
	});
});

/** The folders that a folder's tsconfig.json refers to, from the top of the repository. */
function references(folder: string): string[] {
	const base = new URL(`file:///${folder}/`);
	const { references = [] } = readJson<{ references?: { path: string }[] }>(`${folder}/tsconfig.json`);
	return references.map(({ path }) => new URL(`${path}/`, base).pathname.slice(1, -1));
}

describe('a rule', () => {
	const wired = (name: string, folder: string, ...dependencies: string[]) => ({
		name,
		folder,
		entries: [name, `${name}/testing`],
		dependencies,
	});
	const workspace = [
		wired('@myelin/core', 'packages/core'),
		wired('@myelin/session', 'packages/session', '@myelin/core'),
		wired('@myelin/plugins', 'packages/plugins'),
		wired('@myelin/bundled', 'packages/plugins/bundled', '@anthropic-ai/sdk', 'zod'),
		wired('@myelin/rpc-server', 'packages/rpc-server', 'zod'),
		wired('@myelin/client', 'packages/clients/typescript'),
		wired('myelin', 'packages/myelin', '@myelin/core', '@myelin/bundled', '@myelin/client'),
		wired('@myelin/test', 'test'),
		wired('@myelin/bench', 'bench'),
	];
	const at = (path: string, code: string) => violations({ path, ...readSource(path, code) }, workspace);

	it.each([
		['packages/core/src/a.ts', `import type { Session } from '@myelin/session'`],
		['packages/session/src/a.ts', `import { host } from '@myelin/plugins/host'`],
		['packages/plugins/src/a.ts', `export { anthropic } from '@myelin/bundled'`],
		['packages/plugins/bundled/src/a.ts', `import { textContent } from '@myelin/core'`],
		['packages/rpc-server/src/a.ts', `const all = import('myelin')`],
		['packages/clients/typescript/src/a.ts', `type Event = import('@myelin/core').AgentEvent`],
	])('refuses an import against the direction: %s %s', (path, code) => {
		expect(at(path, code)).toEqual([expect.stringMatching(`^${path} imports '.+': @myelin/.+ may import `)]);
	});

	it('lets the command import every package', () => {
		const code = `import '@myelin/core'; import '@myelin/bundled'; const client = import('@myelin/client')`;
		expect(at('packages/myelin/src/a.ts', code)).toEqual([]);
	});

	it.each([
		['packages/session/src/a.ts', `import '@myelin/core/dist/agent.js'`],
		['test/a.test.ts', `import '@myelin/core/src/agent.ts'`],
		['bench/a.ts', `import '@myelin/core/internal'`],
	])('refuses what is no public entry: %s %s', (path, code) => {
		expect(at(path, code)).toEqual([
			expect.stringContaining('it is no public entry of @myelin/core (@myelin/core, @myelin/core/testing)'),
		]);
	});

	it.each([
		['packages/session/src/a.ts', `import '../../core/src/agent.ts'`],
		['packages/plugins/src/a.ts', `import '../bundled/src/index.ts'`],
		['test/a.test.ts', `import '../packages/core/src/agent.ts'`],
	])('refuses a relative import that leaves its package: %s %s', (path, code) => {
		expect(at(path, code)).toEqual([expect.stringContaining('import the other package by its name')]);
	});

	it('lets a unit test cite requirements', () => {
		const code = `import { verifies } from '../../../test/verifies.ts'`;
		expect(at('packages/core/src/a.test.ts', code)).toEqual([]);
		expect(at('packages/core/src/a.ts', code)).toHaveLength(1);
	});

	it('keeps Node and all I/O out of core, but for its tests', () => {
		const code = `import { readFile } from 'node:fs'; import 'fs'; console.log(globalThis.process.pid, fetch)`;
		expect(at('packages/core/src/a.ts', code)).toEqual([
			`packages/core/src/a.ts imports 'node:fs': core does no I/O and runs without Node`,
			`packages/core/src/a.ts imports 'fs': core does no I/O and runs without Node`,
			'packages/core/src/a.ts uses console: core does no I/O',
			'packages/core/src/a.ts uses process: core does no I/O',
			'packages/core/src/a.ts uses fetch: core does no I/O',
		]);
		expect(at('packages/core/src/a.test.ts', code)).toEqual([]);
		expect(at('packages/core/src/a.ts', 'run.process({ fetch: 1 })')).toEqual([]);
	});

	it('lets zod be loaded by schemas and bundled plugins only, and its types by who declares it', () => {
		const load = `import { z } from 'zod'`;
		expect(at('packages/rpc-server/src/server.ts', load)).toHaveLength(1);
		expect(at('packages/rpc-server/src/server.ts', `await import('zod')`)).toHaveLength(1);
		expect(at('packages/rpc-server/src/server.ts', `import type { z } from 'zod'`)).toEqual([]);
		expect(at('packages/rpc-server/src/schema/events/session.ts', load)).toEqual([]);
		expect(at('packages/rpc-server/src/methods.ts', load)).toEqual([]);
		expect(at('packages/plugins/bundled/src/tools.ts', load)).toEqual([]);
	});

	it('wants heavy packages loaded at first use', () => {
		expect(at('packages/plugins/bundled/src/a.ts', `import Anthropic from '@anthropic-ai/sdk'`)).toHaveLength(1);
		expect(at('packages/plugins/bundled/src/a.ts', `import type A from '@anthropic-ai/sdk'`)).toEqual([]);
		expect(at('packages/plugins/bundled/src/a.ts', `await import('@anthropic-ai/sdk')`)).toEqual([]);
	});

	it('refuses an undeclared package, and test aids in what is shipped', () => {
		expect(at('packages/session/src/a.ts', `import 'left-pad/index.js'`)).toEqual([
			`packages/session/src/a.ts imports 'left-pad/index.js': the package.json of @myelin/session does not name it`,
		]);
		expect(at('packages/session/src/a.ts', `import '@myelin/core/testing'`)).toHaveLength(1);
		expect(at('packages/session/src/testing/a.ts', `import '@myelin/core/testing'`)).toEqual([]);
		expect(at('packages/session/src/a.test.ts', `import '@myelin/core/testing'`)).toEqual([]);
	});

	it('finds a cycle of loaded files, not of types or of what loads lazily', () => {
		const file = (path: string, code: string) => ({ path, ...readSource(path, code) });
		const b = file('p/src/x/b.ts', `export { c } from '../c.ts'`);
		const c = file('p/src/c.ts', `import { a } from './a.ts'`);
		expect(importCycles([file('p/src/a.ts', `import { b } from './x/b.ts'`), b, c])).toEqual([
			'p/src/a.ts → p/src/x/b.ts → p/src/c.ts → p/src/a.ts',
		]);
		expect(importCycles([file('p/src/a.ts', `import type { B } from './x/b.ts'`), b, c])).toEqual([]);
		expect(importCycles([file('p/src/a.ts', `const b = import('./x/b.ts')`), b, c])).toEqual([]);
	});
});

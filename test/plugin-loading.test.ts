import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleProgram } from './plugins/bundle-program.ts';

const program = join(import.meta.dirname, 'plugins/host-program.ts');
let bundled: { path: string; remove(): Promise<void> };
let folder: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
	bundled = await bundleProgram(program);
});
afterAll(() => bundled.remove());

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plugin-loading-'));
});
afterEach(async () => {
	for (const child of children) child.kill();
	children = [];
	await rm(folder, { recursive: true });
});

/** Writes files of a plugin, in a folder that has no node_modules near. */
async function write(files: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
}

/** Starts the program. `ask` sends it a command and resolves with the answer; `end` ends its input and resolves with its exit code. */
function startProgram(argv: readonly string[]) {
	const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
	children.push(child);
	const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	return {
		async ask(command: string): Promise<unknown> {
			child.stdin.write(`${command}\n`);
			const { value } = await answers.next();
			return JSON.parse(value);
		},
		async end(): Promise<unknown> {
			child.stdin.end();
			const [code] = await once(child, 'exit');
			return code;
		},
	};
}

describe.each([
	['from sources', () => ['--conditions=@myelin/source', '--import', 'tsx', program]],
	['from a CommonJS bundle', () => [bundled.path]],
])('a host %s', (_, argv) => {
	const start = () => startProgram(argv());
	const loads = (name: string) => ({ name, status: 'loaded' });

	it('loads TypeScript with what it imports: its own files, and values of the host', async () => {
		await write({
			'guard.ts': `
				import { ModelError, type Plugin } from '@myelin/plugins';
				import { Mode } from './lib/mode.ts';
				import { provider } from './lib/provider.js';
				const model = {
					provider, id: 'm', contextWindow: 1, maxOutputTokens: 1,
					capabilities: { thinking: false, images: false, tools: false },
					async *stream() { throw new ModelError('QUOTA', Mode.Strict) },
				};
				export default { name: 'guard', setup(myelin) { myelin.registerModel(model) } } satisfies Plugin;
			`,
			'lib/mode.ts': `export enum Mode { Strict = 'strict' }`,
			'lib/provider.ts': `import type { Plugin } from '@myelin/plugins';\nexport const provider: Plugin['name'] = 'p';`,
		});
		const { ask, end } = start();
		expect(await ask(`load ${folder}/guard.ts`)).toMatchObject(loads('guard'));
		expect(await ask('stream')).toBe('ModelError QUOTA');
		expect(await end()).toBe(0);
	});

	it('loads JavaScript of every kind, with values of the host where it asks for them', async () => {
		await write({
			'a.js': `export default { name: 'a', setup() {} };`,
			'b.mjs': `import { ModelError } from '@myelin/plugins';
				export default { name: 'b', setup() { if (new ModelError('AUTH', 'x').code !== 'AUTH') throw new Error('not ours') } };`,
			'c.cjs': `module.exports = { name: 'c', setup() {} };`,
			'd.cjs': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = { name: 'd', setup() {} };`,
			'e/package.json': '{"type":"module","exports":"./main.js"}',
			'e/main.js': `import { name } from './name.js'; export default { name, setup() {} };`,
			'e/name.js': `export const name = 'e';`,
			'f/index.ts': `export default { name: 'f' as const, setup() {} };`,
		});
		const { ask } = start();
		for (const [path, name] of Object.entries({
			'a.js': 'a',
			'b.mjs': 'b',
			'c.cjs': 'c',
			'd.cjs': 'd',
			e: 'e',
			f: 'f',
		})) {
			expect(await ask(`load ${folder}/${path}`)).toMatchObject(loads(name));
		}
	});

	it('names the file and the place of a syntax error, and loads the next plugin', async () => {
		await write({
			'bad.ts': `export default {\n\tname: 'bad',\n\tsetup() { const = 1 },\n};`,
			'good.ts': `export default { name: 'good', setup() {} };`,
		});
		const { ask } = start();
		expect(await ask(`load ${folder}/bad.ts`)).toMatchObject({
			name: 'bad',
			status: 'failed',
			lastError: expect.stringMatching(/^load: .*\/bad\.ts: .*3.*const = 1/s),
		});
		expect(await ask(`load ${folder}/good.ts`)).toMatchObject(loads('good'));
	});

	it.each([
		['.mjs', 'p.mjs', "import './part.mjs'; export default {};", 'part.mjs'],
		['.ts', 'p.ts', "import './part.js'; export default {};", 'part.js'],
		['.cjs', 'p.cjs', "module.exports = require('./part.cjs');", 'part.cjs'],
	])('names the file and the line of a syntax error in what a %s imports', async (_, entry, text, part) => {
		await write({ 'package.json': '{"type":"module"}', [entry]: text, [part]: '\n\nsyntax error (((' });
		const { ask } = start();
		expect(await ask(`load ${folder}/${entry}`)).toMatchObject({
			status: 'failed',
			lastError: expect.stringMatching(new RegExp(`^load: ${folder}/${part}:3: .*unexpected`, 'i')),
		});
	});

	it('loads a package with all its files, and reads them again', async () => {
		const main = "import { name } from './name.ts'; export default { name, setup() {} };";
		await write({ 'node_modules/p/package.json': '{"exports":"./main.ts"}', 'node_modules/p/main.ts': main });
		await write({ 'node_modules/p/name.ts': "export const name = 'old' as const" });
		const { ask } = start();
		expect(await ask(`load ${folder}/below/node_modules/p`)).toMatchObject(loads('old'));
		await write({ 'node_modules/p/name.ts': "export const name = 'new' as const" });
		expect(await ask(`load ${folder}/node_modules/p`)).toMatchObject(loads('new'));
		expect(await ask(`load ${folder}/node_modules/q`)).toMatchObject({
			name: 'q',
			lastError: expect.stringContaining(`there is no package q: looked for ${folder}/node_modules/q, `),
		});
	});

	it('fails a plugin that throws while it is imported, or imports what is not there', async () => {
		await write({
			'throws.ts': `throw new Error('at import'); export default {};`,
			'lost.ts': `import './none.ts'; export default { name: 'lost', setup() {} };`,
			'none.js': '',
		});
		const { ask } = start();
		expect(await ask(`load ${folder}/throws.ts`)).toMatchObject({ status: 'failed', lastError: 'load: at import' });
		expect(await ask(`load ${folder}/lost.ts`)).toMatchObject({
			status: 'failed',
			lastError: expect.stringContaining('none.ts'),
		});
		expect(await ask(`load ${folder}/none.js`)).toMatchObject({ name: 'none', status: 'failed' });
	});

	it('reads a plugin and its files again when it is loaded again', async () => {
		const plugin = `
			import { answer } from './answer.ts';
			export default { name: 'p', setup(myelin: any) {
				myelin.registerTool({ name: 't', description: '', parameters: {}, execute: () => answer });
			} };`;
		await write({ 'p.ts': plugin, 'answer.ts': `export const answer = 'old'` });
		const { ask } = start();
		await ask(`load ${folder}/p.ts`);
		expect(await ask('call t')).toBe('old');
		await write({ 'answer.ts': `export const answer = 'new'` });
		await ask('unload p');
		await ask(`load ${folder}/p.ts`);
		expect(await ask('call t')).toBe('new');
	});

	it.each([
		['.js', 'p.js', `export { default } from './part.js';`, 'part.js', 'export default'],
		['.cjs', 'p.cjs', 'module.exports =', 'p.cjs', 'module.exports ='],
		['.cjs of two files', 'p.cjs', `module.exports = require('./part.cjs');`, 'part.cjs', 'module.exports ='],
		['.ts that imports a .js', 'p.ts', `export { default } from './part.js';`, 'part.js', 'export default'],
	])('reloads a %s, and tells what is wrong with one that cannot be', async (_, entry, text, part, exporting) => {
		const plugin = (answer: string) => `${exporting} { name: 'p', setup(myelin) {
			myelin.on('tool_call', () => undefined);
			myelin.registerTool({ name: 't', description: '', parameters: {}, execute: () => '${answer}' });
		} };`;
		await write({ 'package.json': '{"type":"module"}', [entry]: text, [part]: plugin('old') });
		const { ask } = start();
		await ask(`load ${folder}/${entry}`);
		expect(await ask('call t')).toBe('old');
		await write({ [part]: plugin('new') });
		expect(await ask('reload p')).toMatchObject(loads('p'));
		expect(await ask('call t')).toBe('new');
		await write({ [part]: '// a note\nsyntax error (((' });
		expect(await ask('reload p')).toMatchObject({
			status: 'lost',
			lastError: expect.stringMatching(new RegExp(`^${folder}/${part}:2: .*expected`, 'i')),
		});
		await write({ [part]: plugin('mended') });
		expect(await ask('reload p')).toMatchObject(loads('p'));
		expect(await ask('call t')).toBe('mended');
	});
});

it('a host leaves every module that is no plugin as Node has it', async () => {
	await write({
		'p.ts': `export default { name: 'p', setup() {} };`,
		'other.ts': `export enum Other { One }`,
		'other.mjs': `export * from '@myelin/plugins';`,
	});
	const { ask } = startProgram([bundled.path]);
	expect(await ask(`load ${folder}/p.ts`)).toMatchObject({ status: 'loaded' });
	expect(await ask(`import file://${folder}/other.ts`)).toEqual({ thrown: expect.any(String) });
	expect(await ask(`import file://${folder}/other.mjs`)).toEqual({
		thrown: expect.stringContaining("Cannot find package '@myelin/plugins'"),
	});
});

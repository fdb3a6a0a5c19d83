import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const source = join(root, 'packages/clients/typescript');
const folder = mkdtempSync(join(tmpdir(), 'myelin-package-'));
const installed = join(folder, 'node_modules/@myelin/client');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function readJson(path: string) {
	return JSON.parse(readFileSync(path, 'utf8'));
}

/** The files of its `dist`. */
function shipped(): string[] {
	const entries = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
	return entries.filter((name) => statSync(join(installed, 'dist', name)).isFile());
}

/** The package as it is published, packed by npm and unpacked into a folder that knows nothing of this repository. */
beforeAll(async () => {
	await run(process.execPath, [tsc, '-p', source, '--outDir', join(folder, 'made/dist'), '--tsBuildInfoFile', 'null']);
	const { publishConfig, devDependencies, ...manifest } = readJson(join(source, 'package.json'));
	const { exports } = publishConfig;
	writeFileSync(join(folder, 'made/package.json'), JSON.stringify({ ...manifest, exports }));
	writeFileSync(join(folder, 'made/README.md'), readFileSync(join(source, 'README.md')));
	const { stdout } = await run('npm', ['pack', '--offline', '--json', '--pack-destination', folder], {
		cwd: join(folder, 'made'),
	});
	mkdirSync(installed, { recursive: true });
	await run('tar', ['-xzf', join(folder, JSON.parse(stdout)[0].filename), '-C', installed, '--strip-components=1']);
	writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
}, 60_000);

describe('the package as it is published', () => {
	it('holds its code, its types and its README, and nothing else', () => {
		expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
		const kinds = new Set(shipped().map((name) => name.replace(/^[^.]*/, '')));
		expect([...kinds].sort()).toEqual(['.d.ts', '.js', '.js.map']);
		expect(readJson(join(installed, 'package.json')).dependencies).toBeUndefined();
	});

	it('has source maps that hold their sources, which are not in it', () => {
		const maps = shipped().filter((name) => name.endsWith('.map'));
		expect(maps).toContain('client.js.map');
		const withoutText = maps.filter((name) => {
			const { sources, sourcesContent } = readJson(join(installed, 'dist', name));
			return (
				sourcesContent?.length !== sources.length || !sourcesContent.every((text: unknown) => typeof text === 'string')
			);
		});
		expect(withoutText).toEqual([]);
	});

	it('is put together as its users expect', async () => {
		const { messages } = await publint({ pkgDir: installed, strict: true });
		expect(messages.filter(({ type }) => type !== 'suggestion')).toEqual([]);
	});

	it('runs a prompt where nothing else is installed', async () => {
		const program = join(folder, 'program.js');
		writeFileSync(
			program,
			`import { Myelin } from '@myelin/client';
			const myelin = await Myelin.spawn();
			const session = await myelin.createSession();
			let said = '';
			for await (const event of session.prompt('who are you?')) if (event.type === 'message_update') said += event.delta;
			console.log(said.length > 0);
			await myelin.close();`,
		);
		const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, MYELIN_COMMAND: serverPath };
		expect((await run(process.execPath, [program], { cwd: folder, env })).stdout).toBe('true\n');
	});

	it('may be had by require as well', async () => {
		const program = join(folder, 'program.cjs');
		writeFileSync(program, "console.log(typeof require('@myelin/client').Myelin.spawn);");
		expect((await run(process.execPath, [program], { cwd: folder })).stdout).toBe('function\n');
	});

	it.each(['nodenext', 'bundler'])('has types for a program with module resolution %s', async (moduleResolution) => {
		const program = join(folder, `${moduleResolution}.ts`);
		writeFileSync(
			program,
			`import { Myelin, type SessionEvent } from '@myelin/client';
			const myelin: Myelin = await Myelin.spawn();
			const session = await myelin.createSession({ cwd: '/' });
			session.onToolCall(({ toolName }) => (toolName === 'bash' ? { block: true, reason: 'no' } : undefined));
			session.on('system_prompt', ({ systemPrompt }) => systemPrompt.toUpperCase());
			session.on('message_update', ({ delta }) => void delta.at(0));
			session.on('agent_end', ({ summary }) => void summary.endReason.at(0));
			// @ts-expect-error an event has no such member
			session.on('agent_end', ({ weather }) => void weather);
			// @ts-expect-error the answer at this point is a text
			session.on('system_prompt', () => 7);
			for await (const event of session.prompt('hi')) {
				const whole: SessionEvent = event;
				if (event.type === 'message_update') event.delta.at(0);
				if (event.type === 'gap') event.state.isRunning satisfies boolean;
				void whole;
			}`,
		);
		const options = [
			'--noEmit',
			'--strict',
			'--target',
			'es2022',
			'--lib',
			'es2023,esnext.disposable',
			'--types',
			'node',
		];
		const module = ['--module', moduleResolution === 'bundler' ? 'esnext' : moduleResolution];
		const resolution = ['--moduleResolution', moduleResolution, '--typeRoots', join(root, 'node_modules/@types')];
		await run(process.execPath, [tsc, ...options, ...module, ...resolution, program], { cwd: folder }).catch(
			(error) => {
				throw new Error(error.stdout);
			},
		);
	});
});

it('every package, in whatever language, has the version of the whole', () => {
	const { version } = readJson(join(root, 'package.json'));
	const packages = ['core', 'session', 'plugins', 'rpc-server', 'myelin', 'clients/typescript'];
	for (const name of packages)
		expect([name, readJson(join(root, 'packages', name, 'package.json')).version]).toEqual([name, version]);
	const sources = { 'python/src/myelin/_version.py': '__version__', 'go/version.go': 'const Version' };
	for (const [file, name] of Object.entries(sources)) {
		expect(readFileSync(join(root, 'packages/clients', file), 'utf8')).toContain(`${name} = "${version}"\n`);
	}
});

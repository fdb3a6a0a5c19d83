import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startProcess } from './process.ts';

const node = (script: string) => [process.execPath, '-e', script] as [string, ...string[]];
const quick = { close: 50, terminate: 50 };

/** The first lines of a stream, which is read on to its end. */
function readLines(stream: Readable, count: number): Promise<string[]> {
	let text = '';
	return new Promise((resolve, reject) => {
		stream.setEncoding('utf8').on('data', (chunk) => {
			text += chunk;
			const lines = text.split('\n');
			if (lines.length > count) resolve(lines.slice(0, count));
		});
		stream.once('end', () => reject(new Error(`expected ${count} lines, found ${JSON.stringify(text)}`)));
	});
}

/** A pipe that is open as long as a process lives that has it: what names it in a script, and its end. */
function lifeline() {
	const folder = mkdtempSync(join(tmpdir(), 'life-'));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const path = join(folder, 'life');
	execFileSync('mkfifo', [path]);
	return { path: JSON.stringify(path), isOver: readFile(path) };
}

/** Starts a process that holds its pipes and the lifeline, and says its own number. */
const grandchild = (life: string) => `const { spawn } = require('node:child_process');
	const life = require('node:fs').openSync(${life}, 'w');
	spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: ['inherit', 'inherit', 'inherit', life] });
	console.log(process.pid);
	setInterval(() => {}, 1000);`;

describe('a process of our own', () => {
	it('tells how it ended and the last of what it said', async () => {
		const server = await startProcess({
			command: node("process.stderr.write('é'.repeat(30000) + 'the end\\n'); process.exitCode = 3"),
		});
		server.stdout.resume();
		const exit = await server.exited;
		expect(exit).toMatchObject({ code: 3, signal: null });
		expect(exit.stderr).toHaveLength(8192);
		expect(exit.stderr).toMatch(/é{8184}the end\n$/);
	});

	it('is read on though the handler of what it says throws', async () => {
		const onStderr = () => {
			throw new Error('mine');
		};
		const server = await startProcess({ command: node("console.error('one')"), onStderr });
		expect((await server.exited).stderr).toBe('one\n');
	});

	it('passes on all that it says on stderr', async () => {
		const said: string[] = [];
		const server = await startProcess({ command: node("console.error('one')"), onStderr: (text) => said.push(text) });
		server.stdout.resume();
		await server.exited;
		expect(said.join('')).toBe('one\n');
	});

	it('is given the folder and the environment that were asked for', async () => {
		const server = await startProcess({
			command: node('console.log(process.cwd(), process.env.COLOUR, process.env.PATH !== undefined)'),
			cwd: '/',
			env: { COLOUR: 'green' },
		});
		expect(await readLines(server.stdout, 1)).toEqual(['/ green true']);
		await server.exited;
	});

	it('ends when its input ends', async () => {
		const server = await startProcess({ command: node("process.stdin.on('end', () => process.exit(0)).resume()") });
		server.stdout.resume();
		expect(await server.close()).toEqual({ code: 0, signal: null, stderr: '' });
	});

	it('that does not end with its input is terminated, and killed if that does not help', async () => {
		const deaf = await startProcess({
			command: node("setInterval(() => {}, 1000); console.log('up')"),
			graceMs: quick,
		});
		await readLines(deaf.stdout, 1);
		expect(await deaf.close()).toMatchObject({ code: null, signal: 'SIGTERM' });

		const stubborn = await startProcess({
			command: node("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"),
			graceMs: quick,
		});
		await readLines(stubborn.stdout, 1);
		const [first, second] = await Promise.all([stubborn.close(), stubborn.close()]);
		expect(first).toMatchObject({ code: null, signal: 'SIGKILL' });
		expect(second).toBe(first);
	});

	it.each([
		['closed', (server: ServerProcess) => server.close()],
		['killed from outside', (_: ServerProcess, kill: () => void) => kill()],
	])('that is %s takes what it started with it, though that holds its pipes', async (_how, end) => {
		const { path, isOver } = lifeline();
		const server = await startProcess({ command: node(grandchild(path)), graceMs: quick });
		const [own] = await readLines(server.stdout, 1);
		await end(server, () => process.kill(Number(own), 'SIGKILL'));
		await server.exited;
		expect(await isOver).toEqual(Buffer.alloc(0));
	});

	it('that cannot be started says what was looked for', async () => {
		await expect(startProcess({ command: ['no-such-program', 'rpc'] })).rejects.toThrow(
			expect.objectContaining({ code: 'SPAWN_FAILED', message: expect.stringContaining('"no-such-program","rpc"') }),
		);
	});

	it('may be written to after it is gone', async () => {
		const server = await startProcess({ command: node('') });
		server.stdout.resume();
		await server.exited;
		expect(() => server.stdin.write('hello\n')).not.toThrow();
		await server.close();
	});
});

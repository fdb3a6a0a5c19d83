import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { signalGroup, trackGroup, untrackGroup } from './process-groups.ts';

function group(): { pid: number; ended: Promise<unknown[]> } {
	const child = spawn('sleep', ['100'], { detached: true, stdio: 'ignore' });
	return { pid: child.pid ?? 0, ended: once(child, 'exit') };
}

describe('process groups', () => {
	it('listens for the exit only while a group is live', async () => {
		const before = process.listenerCount('exit');
		const { pid, ended } = group();
		trackGroup(pid);
		expect(process.listenerCount('exit')).toBe(before + 1);
		signalGroup(pid, 'SIGKILL');
		await ended;
		untrackGroup(pid);
		expect(process.listenerCount('exit')).toBe(before);
	});

	it('are no error when they are gone', async () => {
		const { pid, ended } = group();
		signalGroup(pid, 'SIGKILL');
		await ended;
		expect(() => signalGroup(pid, 'SIGKILL')).not.toThrow();
	});

	const lifeline = (onOutput: string) => async () => {
		const cwd = await mkdtemp(join(tmpdir(), 'myelin-groups-'));
		execFileSync('mkfifo', [join(cwd, 'life')]);
		const lifeIsOver = readFile(join(cwd, 'life'));
		const source = fileURLToPath(new URL('./run-process.ts', import.meta.url));
		const program = `
			import { runProcess } from ${JSON.stringify(source)};
			const run = (command, onOutput) => runProcess({
				file: '/bin/bash', args: ['-c', command], env: process.env, cwd: ${JSON.stringify(cwd)},
				timeoutMs: 100_000, signal: new AbortController().signal, onOutput,
			});
			await run('true', () => true);
			await run('true', () => true);
			void run('exec 3> life; echo alive; trap "" TERM HUP; sleep 100; sleep 100', () => { ${onOutput} });`;
		const flags = ['--conditions=@myelin/source', '--import', 'tsx', '--input-type=module'];
		const ended = promisify(execFile)(process.execPath, [...flags, '-e', program]);
		await ended.catch((error) => expect(error.signal).toBe('SIGKILL'));
		expect(await lifeIsOver).toEqual(Buffer.alloc(0));
	};

	it('die with the process that runs them', lifeline('process.exit(0)'));

	it('die with it also when it is killed', lifeline("process.kill(process.pid, 'SIGKILL')"));
});

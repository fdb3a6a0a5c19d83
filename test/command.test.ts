import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { commandPath } from '../scripts/bundle.mjs';

interface Outcome {
	readonly status: number;
	readonly stdout: string;
	readonly stderr: string;
}

function myelin(...args: readonly string[]): Promise<Outcome> {
	return new Promise((resolve) => {
		const child = execFile(process.execPath, [commandPath, ...args], { cwd: tmpdir() }, (_error, stdout, stderr) =>
			resolve({ status: child.exitCode ?? -1, stdout, stderr }),
		);
	});
}

it('the command tells its version', async () => {
	expect(await myelin('--version')).toEqual({ status: 0, stdout: 'myelin 0.1.0\n', stderr: '' });
});

it('the command does not begin in a folder that is not there', async () => {
	const cwd = join(tmpdir(), 'myelin-nope');
	expect(await myelin('run', '--cwd', cwd, 'hello')).toEqual({
		status: 1,
		stdout: '',
		stderr: `myelin: --cwd ${cwd} must be a folder that is there, and there is nothing of that name (looked for ${cwd})\n`,
	});
	expect(await myelin('rpc', '--socket', join(tmpdir(), 'myelin-nope.sock'), '--cwd', cwd)).toMatchObject({
		status: 2,
	});
});

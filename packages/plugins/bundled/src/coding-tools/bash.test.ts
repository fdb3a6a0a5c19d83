import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resultText, runTool } from '../testing/run-tool.ts';
import { createBashTool } from './bash.ts';
import { createReadTool } from './read.ts';
import type { Workspace } from './workspace.ts';

const workspace: Workspace = { allowOutside: false, outputs: await mkdtemp(join(tmpdir(), 'myelin-outputs-')) };
const tool = createBashTool(workspace);
let cwd: string;

beforeEach(async () => {
	cwd = await realpath(await mkdtemp(join(tmpdir(), 'myelin-bash-')));
});

function isRunning(pid: number): boolean {
	try {
		return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('Z');
	} catch {
		return false;
	}
}

/** Runs a command that prints pids on its first line, and aborts once they are printed. */
async function abortOnceItRuns(command: string) {
	const abort = new AbortController();
	let seen = '';
	const result = await runTool(
		tool,
		{ command },
		{
			cwd,
			signal: abort.signal,
			onUpdate({ delta }) {
				seen += delta;
				if (seen.includes('\n')) abort.abort();
			},
		},
	);
	return { result, pids: (seen.split('\n')[0] ?? '').split(' ').map(Number) };
}

describe('bash', () => {
	it('runs in the working folder and gives both outputs', async () => {
		const result = await runTool(tool, { command: 'pwd; echo oops >&2' }, { cwd });
		expect(resultText(result).split('\n').sort()).toEqual(['', cwd, 'oops'].sort());
		expect(result.details).toEqual({ exitCode: 0 });
		expect(result.isError).toBeUndefined();
	});

	it('says that there was no output', async () => {
		expect(resultText(await runTool(tool, { command: 'true' }, { cwd }))).toBe('[no output]');
	});

	it('reports a failing command as an error, with its exit code', async () => {
		const result = await runTool(tool, { command: 'echo before; exit 3' }, { cwd });
		expect(resultText(result)).toBe('before\n[exit code 3]');
		expect(result).toMatchObject({ isError: true, details: { exitCode: 3 } });
	});

	it('reports a command that a signal ended', async () => {
		const result = await runTool(tool, { command: 'kill -9 $$' }, { cwd });
		expect(result).toMatchObject({ isError: true, details: { exitCode: null, signal: 'SIGKILL' } });
	});

	it('streams output as it comes', async () => {
		const seen: string[] = [];
		const command = 'echo one; read -r _ < gate; echo two';
		execFileSync('mkfifo', [join(cwd, 'gate')]);
		await runTool(
			tool,
			{ command },
			{
				cwd,
				onUpdate({ kind, delta }) {
					seen.push(`${kind}: ${delta}`);
					if (delta === 'one\n') execFileSync('bash', ['-c', 'echo go > gate'], { cwd });
				},
			},
		);
		expect(seen).toEqual(['output: one\n', 'output: two\n']);
	});

	it('never splits a character that arrives in two pieces', async () => {
		const seen: string[] = [];
		execFileSync('mkfifo', [join(cwd, 'gate')]);
		const command = "printf 'a\\xf0\\x9f'; read -r _ < gate; printf '\\x9a\\x80b'";
		const result = await runTool(
			tool,
			{ command },
			{
				cwd,
				onUpdate({ delta }) {
					seen.push(delta);
					if (delta === 'a') execFileSync('bash', ['-c', 'echo go > gate'], { cwd });
				},
			},
		);
		expect(seen).toEqual(['a', '🚀b']);
		expect(resultText(result)).toBe('a🚀b');
	});

	it('gives no input: what reads standard input sees its end', async () => {
		expect(resultText(await runTool(tool, { command: 'cat; echo done' }, { cwd }))).toBe('done\n');
	});

	it('shows the last 30000 characters and keeps everything in a file that only its owner reads', async () => {
		const result = await runTool(
			tool,
			{ command: 'echo first; head -c 100000 /dev/zero | tr "\\0" x; echo last' },
			{ cwd },
		);
		const file = String(result.details?.outputFile);
		expect(resultText(result)).toBe(`[70011 characters before these are in ${file}]\n${'x'.repeat(29_995)}last\n`);
		expect(await readFile(file, 'utf8')).toBe(`first\n${'x'.repeat(100_000)}last\n`);
		expect((await stat(file)).mode & 0o777).toBe(0o600);
		expect((await stat(join(file, '..'))).mode & 0o777).toBe(0o700);
		// Another process, later.
		const read = createReadTool({ ...workspace });
		expect(resultText(await runTool(read, { path: file, limit: 1 }, { cwd }))).toMatch(/^first\n/);
		await expect(runTool(read, { path: file }, { cwd: join(cwd, 'other') })).rejects.toThrow(
			'is outside the workspace',
		);
	});

	it('kills the whole group on abort, also what ignores SIGTERM', async () => {
		const { result, pids } = await abortOnceItRuns(
			"trap '' TERM; sleep 30 & echo $$ $!; while kill -0 $!; do wait; done",
		);
		expect(result).toMatchObject({ isError: true, details: { stopped: 'aborted' } });
		expect(resultText(result)).toContain('[stopped: the run was aborted]');
		expect(pids.map(isRunning)).toEqual([false, false]);
	});

	it('does not start when already aborted', async () => {
		const result = await runTool(tool, { command: 'touch started' }, { cwd, signal: AbortSignal.abort() });
		expect(result).toMatchObject({ isError: true, details: { stopped: 'aborted' } });
		await expect(stat(join(cwd, 'started'))).rejects.toThrow('ENOENT');
	});

	it('stops after its time', async () => {
		const result = await runTool(tool, { command: 'echo begun; sleep 100', timeoutMs: 150 }, { cwd });
		expect(resultText(result)).toBe('begun\n[stopped after 150 ms; give a longer timeoutMs if it needs more time]');
		expect(result).toMatchObject({ isError: true, details: { stopped: 'timeout' } });
	});

	it('does not wait for what a command leaves in the background, and ends it', async () => {
		const result = await runTool(tool, { command: 'sleep 30 & echo $!' }, { cwd });
		expect(isRunning(Number(resultText(result)))).toBe(false);
	});

	it('does not wait for a daemon that left the group and keeps the pipes', async () => {
		execFileSync('mkfifo', [join(cwd, 'gate')]);
		const command = "setsid bash -c 'echo $$ > gate; exec sleep 100' & read -r pid < gate; echo $pid";
		const pid = Number(resultText(await runTool(tool, { command }, { cwd })));
		expect(isRunning(pid)).toBe(true);
		process.kill(pid, 'SIGKILL');
	});

	it('passes the command to the shell as it is', async () => {
		const command = `echo "a  b" '$HOME' \`echo c\``;
		expect(resultText(await runTool(tool, { command }, { cwd }))).toBe('a  b $HOME c\n');
	});

	it('says what is missing when it cannot start', async () => {
		await expect(
			runTool(createBashTool(workspace, { shell: '/nowhere/bash' }), { command: 'true' }, { cwd }),
		).rejects.toThrow('/nowhere/bash could not be started: there is no such program');
		await expect(runTool(tool, { command: 'true' }, { cwd: join(cwd, 'gone') })).rejects.toThrow('gone does not exist');
	});
});

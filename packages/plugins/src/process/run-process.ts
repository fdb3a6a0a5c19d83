import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { systemClock } from '@myelin/core';
import { hasGroups, signalGroup, trackGroup, untrackGroup } from './process-groups.ts';

const killAfterMs = 200;
const drainMs = 100;
const drainRounds = 10;

/** A program to run: `file` with `args`, no shell in between. */
export interface ProcessSpec {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** Milliseconds; `Infinity` for no limit. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** What it reads from standard input, which is empty if absent. */
	readonly input?: string | undefined;
	/** Called with its output as it arrives; never ends inside a character. Returning false stops the program; a throw rejects. */
	onOutput(text: string, from: 'stdout' | 'stderr'): boolean;
}

/** How a program ended. Exactly one of `exitCode` and `signal` is a value; `stopped` says why we ended it, if we did. */
export interface ProcessEnd {
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly stopped?: 'aborted' | 'timeout' | 'output';
}

/**
 * Runs a program in a process group of its own and waits for its end. On abort, time-out or too much output the group gets SIGTERM and 200 ms later
 * SIGKILL. What the program leaves running in its group is killed when it ends, and all of the group when this process ends, however that
 * happens. Rejects when it cannot be started.
 */
export function runProcess(spec: ProcessSpec): Promise<ProcessEnd> {
	if (spec.signal.aborted) return Promise.resolve({ exitCode: null, signal: 'SIGTERM', stopped: 'aborted' });
	return new Promise((settle, fail) => {
		const child = start(spec);
		const { pid } = child;
		child.on('error', (error) => fail(startFailure(spec, error)));
		if (pid === undefined) return;
		trackGroup(pid);
		let stopped: ProcessEnd['stopped'];
		let killTimer: NodeJS.Timeout | undefined;
		const stop = (why: NonNullable<ProcessEnd['stopped']>) => {
			if (stopped !== undefined) return;
			stopped = why;
			signalGroup(pid, 'SIGTERM');
			killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMs);
		};
		const onAbort = () => stop('aborted');
		const callOff = systemClock.after(spec.timeoutMs, () => stop('timeout'));
		spec.signal.addEventListener('abort', onAbort, { once: true });
		forwardOutput(child, (text, from) => {
			if (stopped !== 'output' && !accepted(spec, text, from, fail)) stop('output');
		});
		child.on('exit', () => {
			signalGroup(pid, 'SIGKILL');
			letGoOfPipes(child, drainRounds);
		});
		child.on('close', (exitCode, signal) => {
			callOff();
			clearTimeout(killTimer);
			spec.signal.removeEventListener('abort', onAbort);
			untrackGroup(pid);
			settle({ exitCode, signal, ...(stopped === undefined ? {} : { stopped }) });
		});
	});
}

function start({ file, args, cwd, env, input }: ProcessSpec): ChildProcess {
	const child = spawn(file, args, {
		cwd,
		env,
		detached: hasGroups,
		stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
		windowsHide: true,
	});
	// It may end without reading all of it.
	child.stdin?.on('error', () => {});
	child.stdin?.end(input);
	return child;
}

/** A throw of `onOutput` (a full disk) is the command's failure, not the process's. */
function accepted(spec: ProcessSpec, text: string, from: 'stdout' | 'stderr', fail: (error: unknown) => void): boolean {
	try {
		return spec.onOutput(text, from);
	} catch (error) {
		fail(error);
		return false;
	}
}

function forwardOutput(child: ChildProcess, emit: (text: string, from: 'stdout' | 'stderr') => void): void {
	for (const from of ['stdout', 'stderr'] as const) {
		const decoder = new StringDecoder('utf8');
		const emitSome = (text: string) => {
			if (text !== '') emit(text, from);
		};
		child[from]?.on('data', (bytes: Buffer) => emitSome(decoder.write(bytes)));
		child[from]?.on('close', () => emitSome(decoder.end()));
	}
}

/** A daemon that left the group may hold the pipes for ever: they are closed once nothing more comes through them. */
function letGoOfPipes(child: ChildProcess, rounds: number): void {
	const before = bytesRead(child);
	const timer = setTimeout(() => {
		// After a busy spell the timer fires before what waits in the pipes is read; that happens before the immediate.
		setImmediate(() => {
			if (rounds > 0 && bytesRead(child) > before) letGoOfPipes(child, rounds - 1);
			else for (const pipe of pipesOf(child)) pipe.destroy();
		});
	}, drainMs);
	child.once('close', () => clearTimeout(timer));
}

function bytesRead(child: ChildProcess): number {
	return pipesOf(child).reduce((sum, pipe) => sum + pipe.bytesRead, 0);
}

function pipesOf(child: ChildProcess): Socket[] {
	return [child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket);
}

function startFailure({ file, cwd }: ProcessSpec, error: NodeJS.ErrnoException): Error {
	const why = isFolder(cwd)
		? error.code === 'ENOENT'
			? 'there is no such program (ENOENT); install it'
			: error.message
		: `its working folder ${cwd} does not exist`;
	return new Error(`${file} could not be started: ${why}`, { cause: error });
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { signalGroup, trackGroup, untrackGroup } from './process-groups.ts';

const killAfterMs = 200;
const drainMs = 100;
const drainRounds = 10;

/** A command to run: `file` with `args`, no shell in between. */
export interface CommandSpec {
	readonly file: string;
	readonly args: readonly string[];
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** Called with standard output and standard error as they arrive; never ends inside a character. Returning false stops the command; a throw rejects. */
	onOutput(text: string): boolean;
}

/** How a command ended. Exactly one of `exitCode` and `signal` is a value; `stopped` says why we ended it, if we did. */
export interface CommandEnd {
	readonly exitCode: number | null;
	readonly signal: string | null;
	readonly stopped?: 'aborted' | 'timeout' | 'output';
}

/**
 * Runs a command in a process group of its own and waits for its end. On abort, time-out or too much output the group gets SIGTERM and 200 ms later
 * SIGKILL. What the command leaves running in its group is killed when it ends. Rejects when it cannot be started.
 */
export function runCommand(spec: CommandSpec): Promise<CommandEnd> {
	if (spec.signal.aborted) return Promise.resolve({ exitCode: null, signal: 'SIGTERM', stopped: 'aborted' });
	return new Promise((settle, fail) => {
		const child = spawn(spec.file, spec.args, {
			cwd: spec.cwd,
			env: spec.env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const { pid } = child;
		child.on('error', (error) => fail(startFailure(spec, error)));
		if (pid === undefined) return;
		trackGroup(pid);
		let stopped: CommandEnd['stopped'];
		let killTimer: NodeJS.Timeout | undefined;
		const stop = (why: NonNullable<CommandEnd['stopped']>) => {
			if (stopped !== undefined) return;
			stopped = why;
			signalGroup(pid, 'SIGTERM');
			killTimer = setTimeout(() => signalGroup(pid, 'SIGKILL'), killAfterMs);
		};
		const onAbort = () => stop('aborted');
		const timeout = setTimeout(() => stop('timeout'), spec.timeoutMs);
		spec.signal.addEventListener('abort', onAbort, { once: true });
		forwardOutput(child, (text) => {
			if (stopped !== 'output' && !accepted(spec, text, fail)) stop('output');
		});
		child.on('exit', () => {
			signalGroup(pid, 'SIGKILL');
			letGoOfPipes(child, drainRounds);
		});
		child.on('close', (exitCode, signal) => {
			clearTimeout(timeout);
			clearTimeout(killTimer);
			spec.signal.removeEventListener('abort', onAbort);
			untrackGroup(pid);
			settle({ exitCode, signal, ...(stopped === undefined ? {} : { stopped }) });
		});
	});
}

/** A throw of `onOutput` (a full disk) is the command's failure, not the process's. */
function accepted(spec: CommandSpec, text: string, fail: (error: unknown) => void): boolean {
	try {
		return spec.onOutput(text);
	} catch (error) {
		fail(error);
		return false;
	}
}

function forwardOutput(child: ChildProcess, emit: (text: string) => void): void {
	for (const stream of pipesOf(child)) {
		const decoder = new StringDecoder('utf8');
		const emitSome = (text: string) => {
			if (text !== '') emit(text);
		};
		stream.on('data', (bytes: Buffer) => emitSome(decoder.write(bytes)));
		stream.on('close', () => emitSome(decoder.end()));
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

function startFailure(spec: CommandSpec, error: Error): Error {
	if (!isFolder(spec.cwd))
		return new Error(`the working folder ${spec.cwd} does not exist, so no command can run in it`, { cause: error });
	if ('code' in error && error.code === 'ENOENT') {
		return new Error(`${spec.file} is not there, so no command can run; install it`, { cause: error });
	}
	return new Error(`${spec.file} could not be started: ${error.message}`, { cause: error });
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

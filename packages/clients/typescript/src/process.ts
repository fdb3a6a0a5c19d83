import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { spawnFailed } from './command.ts';

/** How a process ended. `stderr` is the end of what it wrote there, at most 8192 UTF-16 units. */
export interface ProcessExit {
	/** The exit code; null if a signal ended it. */
	readonly code: number | null;
	readonly signal: string | null;
	readonly stderr: string;
}

/** A server that we started and own, with its whole process group. */
export interface ServerProcess {
	readonly stdin: Writable;
	readonly stdout: Readable;
	/** Resolves once it is gone and what it wrote has been read. Never rejects. */
	readonly exited: Promise<ProcessExit>;
	/** The end of what it has written to stderr by now. */
	stderrTail(): string;
	/** Closes its input, and ends it by SIGTERM and SIGKILL if it does not go by itself. Resolves as `exited` does. */
	close(): Promise<ProcessExit>;
}

/** What to start. `env` is added to this process's environment; `onStderr` is given all that the server says there. */
export interface ProcessOptions {
	readonly command: readonly [string, ...string[]];
	readonly cwd?: string | undefined;
	readonly env?: Readonly<Record<string, string>> | undefined;
	readonly onStderr?: ((text: string) => void) | undefined;
	/** Milliseconds that it may take to end, after its input was closed (2000 if absent) and after SIGTERM (1000). */
	readonly graceMs?: { readonly close: number; readonly terminate: number };
}

const tailLength = 8 * 1024;
const defaultGraceMs = { close: 2000, terminate: 1000 };
/** How long output may still come from a process that is gone, when somebody beyond its group holds its pipe. */
const drainGraceMs = 500;

/** Starts a server in a process group of its own. Rejects `SPAWN_FAILED`. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
	const [program, ...args] = options.command;
	const child = spawn(program, args, {
		cwd: options.cwd,
		env: { ...process.env, ...options.env },
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	await new Promise<void>((resolve, reject) => {
		child.once('spawn', resolve).once('error', (error) => reject(spawnFailed(options.command, error)));
	});
	// A server that died leaves EPIPE behind; its exit tells more.
	child.stdin.on('error', () => {});
	child.stdout.on('error', () => {});
	const tail = createTail(child.stderr, options.onStderr);
	const exited = watchExit(child, tail);
	let closing: Promise<ProcessExit> | undefined;
	return {
		stdin: child.stdin,
		stdout: child.stdout,
		exited,
		stderrTail: tail,
		close() {
			closing ??= endProcess(child, exited, options.graceMs ?? defaultGraceMs);
			return closing;
		},
	};
}

function watchExit(child: ChildProcess, tail: () => string): Promise<ProcessExit> {
	const forget = killAtExit(child);
	return new Promise((resolve) => {
		child.once('exit', (code, signal) => {
			const finish = () => {
				clearTimeout(timer);
				child.off('close', finish);
				forget();
				for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
				resolve({ code, signal, stderr: tail() });
			};
			// What it left behind in its group is nobody's now, and may hold its pipes.
			signalGroup(child, 'SIGKILL');
			const timer = setTimeout(finish, drainGraceMs);
			child.once('close', finish);
		});
	});
}

async function endProcess(
	child: ChildProcess,
	exited: Promise<ProcessExit>,
	graceMs: typeof defaultGraceMs,
): Promise<ProcessExit> {
	child.stdin?.end();
	if (await isOver(exited, graceMs.close)) return exited;
	signalGroup(child, 'SIGTERM');
	if (await isOver(exited, graceMs.terminate)) return exited;
	signalGroup(child, 'SIGKILL');
	return exited;
}

async function isOver(exited: Promise<unknown>, withinMs: number): Promise<boolean> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<false>((resolve) => {
		timer = setTimeout(() => resolve(false), withinMs);
	});
	const over = await Promise.race([exited.then(() => true), late]);
	clearTimeout(timer);
	return over;
}

/** Sends a signal to the child and all that it started in its group; nobody there is no error. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	if (process.platform === 'win32') {
		child.kill(signal);
		return;
	}
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code;
		// macOS says EPERM of a group that holds nothing but zombies.
		if (code !== 'ESRCH' && code !== 'EPERM') throw error;
	}
}

const alive = new Set<ChildProcess>();

function killAlive(): void {
	for (const child of alive) signalGroup(child, 'SIGKILL');
}

/** A program that ends without closing its clients leaves no server behind. */
function killAtExit(child: ChildProcess): () => void {
	if (alive.size === 0) process.on('exit', killAlive);
	alive.add(child);
	return () => {
		alive.delete(child);
		if (alive.size === 0) process.off('exit', killAlive);
	};
}

/** Reads a stream to its end and keeps the last of it. */
function createTail(stream: Readable, onText: ((text: string) => void) | undefined): () => string {
	let kept = '';
	stream.setEncoding('utf8');
	stream.on('error', () => {});
	stream.on('data', (text: string) => {
		kept = (kept + text).slice(-tailLength);
		try {
			onText?.(text);
		} catch {
			// What a program does with the text is no matter of the server's, whose output is read on.
		}
	});
	return () => kept.replace(/^[\udc00-\udfff]/, '');
}

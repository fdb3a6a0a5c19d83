import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** What a plugin's process is made from. */
export interface PluginProcessOptions {
	readonly command: readonly [string, ...string[]];
	readonly cwd: string;
	/** Given what it writes to standard error, and to standard output before the protocol takes that. */
	readonly onStderr: (text: string) => void;
}

/** A plugin's process, in a group of its own with whatever it starts. */
export interface PluginProcess {
	readonly input: Writable;
	readonly output: Readable;
	/** Resolves with how it ended, in words. Nothing of its group is left then. */
	readonly ended: Promise<string>;
	/** Closes its input, and kills its group unless it leaves by itself. Resolves as `ended` does. */
	stop(): Promise<string>;
	/** Kills its group at once. */
	kill(): void;
}

/** Milliseconds that a process has to leave once its input is closed. */
const leaveMs = 300;
/** Characters of standard error that are kept for the reason. */
const tailLength = 400;
const grouped = process.platform !== 'win32';

/**
 * Runs a program as the leader of a group in which somebody waits for the end of the lifeline, descriptor 3, and then kills the group:
 * however the server ends, nothing of a plugin outlives it.
 */
const withLifeline = '(read _ <&3; kill -KILL 0) >/dev/null 2>&1 & exec 3<&- "$@"';

/** Starts a plugin's process. What cannot be started has ended. */
export function startPluginProcess({ command, cwd, onStderr }: PluginProcessOptions): PluginProcess {
	const [program, ...args] = grouped ? ['sh', '-c', withLifeline, 'sh', ...command] : command;
	const child = spawn(program as string, args, {
		cwd,
		stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
		detached: grouped,
		windowsHide: true,
	});
	const [input, output, stderr, lifeline] = child.stdio as unknown as [Writable, Readable, Readable, Writable];
	// A process that died leaves EPIPE behind; how it ended tells more.
	for (const stream of [input, output, stderr, lifeline]) stream.on('error', () => {});
	let tail = '';
	stderr.setEncoding('utf8').on('data', (text: string) => {
		tail = (tail + text).slice(-tailLength);
		onStderr(text);
	});
	const ended = watch(child, lifeline, () => tail.trim());
	return {
		input,
		output,
		ended,
		async stop() {
			input.end();
			const timer = setTimeout(() => kill(child), leaveMs);
			await ended;
			clearTimeout(timer);
			return ended;
		},
		kill: () => kill(child),
	};
}

function watch(child: ChildProcess, lifeline: Writable, lastWords: () => string): Promise<string> {
	return new Promise((resolve) => {
		child.once('error', (error) => resolve(`its process could not be started: ${error.message}`));
		child.once('exit', (code, signal) => {
			const how = signal === null ? `its process exited with code ${code}` : `its process was ended by ${signal}`;
			const tell = () => resolve(lastWords() === '' ? how : `${how}; its last words: ${lastWords()}`);
			// What it left behind may hold its pipes.
			kill(child);
			lifeline.destroy();
			child.once('close', tell);
		});
	});
}

function kill(child: ChildProcess): void {
	if (child.pid === undefined) return;
	try {
		if (grouped) process.kill(-child.pid, 'SIGKILL');
		else child.kill('SIGKILL');
	} catch {
		// Nobody of the group is left.
	}
}

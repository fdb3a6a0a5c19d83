import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';
import type { ServerProcess } from './process.ts';

/**
 * This process's own standard input and output, for a program that a server started. From then on `process.stdout` and `console`
 * mean standard error, so that nothing the program prints gets between the messages, and `process.stdin` is at its end, so that
 * nothing it reads is missing. Nothing is ended by `close` but the reading.
 */
export function ownStdio(): ServerProcess {
	const { stdin, stdout, stderr } = process;
	Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
	const empty = Object.assign(Readable.from([]), { fd: 0 });
	Object.defineProperty(process, 'stdin', { configurable: true, enumerable: true, get: () => empty });
	// For those who import them from `node:process`.
	syncBuiltinESMExports();
	// A server that is gone leaves EPIPE behind; the end of the input tells it.
	stdout.on('error', () => {});
	stdin.on('error', () => {});
	const exited = new Promise<void>((resolve) => {
		for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve());
	}).then(() => ({ code: null, signal: null, stderr: '' }));
	return {
		stdin: stdout,
		stdout: stdin,
		exited,
		stderrTail: () => '',
		close() {
			stdin.destroy();
			return exited;
		},
	};
}

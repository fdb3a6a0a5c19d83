import type { ServerProcess } from './process.ts';

/**
 * This process's own standard input and output, for a program that a server started. From then on `process.stdout` and `console`
 * mean standard error, so that nothing the program prints gets between the messages. Nothing is ended by `close` but the reading.
 */
export function ownStdio(): ServerProcess {
	const { stdin, stdout, stderr } = process;
	Object.defineProperty(process, 'stdout', { configurable: true, enumerable: true, get: () => stderr });
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
		close() {
			stdin.destroy();
			return exited;
		},
	};
}

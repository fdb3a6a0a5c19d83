import type { Logger } from '@myelin/plugins';

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Errors that nobody caught, such as a plugin's, are logged and survived; so is a reader of standard error that goes away. */
export function surviveErrors(log: Logger): void {
	process.stderr.on('error', () => {});
	process.on('uncaughtException', (error, origin) => log.error(`Nobody caught this (${origin}).`, error));
}

const exit = process.exit.bind(process);

/** Ends the process at once, also when `keepFromExit` was called. */
export function endProcess(code: number): never {
	return exit(code);
}

/**
 * From then on `process.exit` throws: foreign code in this process fails where it calls it, and its failure is told as any other is.
 * Call it before such code is loaded.
 */
export function keepFromExit(): void {
	process.exit = (code) => {
		throw new Error(
			`process.exit(${code ?? ''}) was called, which would end the server and all its sessions; a plugin that wants a process to end has one of its own with "isolation": "process"`,
		);
	};
}

/** Calls `end` at the first SIGTERM, SIGINT or SIGHUP; a second one ends the process at once. */
export function endOnSignals(end: () => void): void {
	let isEnding = false;
	for (const [signal, number] of Object.entries(signals)) {
		process.on(signal, () => {
			if (isEnding) endProcess(128 + number);
			isEnding = true;
			end();
		});
	}
}

import type { Logger } from '@myelin/plugins';

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/** Errors that nobody caught, such as a plugin's, are logged and survived; so is a reader of standard error that goes away. */
export function surviveErrors(log: Logger): void {
	process.stderr.on('error', () => {});
	process.on('uncaughtException', (error, origin) => log.error(`Nobody caught this (${origin}).`, error));
}

/** Calls `end` at the first SIGTERM, SIGINT or SIGHUP; a second one ends the process at once. */
export function endOnSignals(end: () => void): void {
	let isEnding = false;
	for (const [signal, number] of Object.entries(signals)) {
		process.on(signal, () => {
			if (isEnding) process.exit(128 + number);
			isEnding = true;
			end();
		});
	}
}

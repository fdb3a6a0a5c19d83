import type { Writable } from 'node:stream';
import { format } from 'node:util';
import type { Logger } from '@myelin/plugins';

/** Bytes that may wait for a reader of the log before lines are dropped. */
const maxWaitingBytes = 1 << 20;

/** A logger that writes lines to a stream. Lines are dropped while nobody reads them; `debug` ones unless asked for. */
export function createLog(stream: Writable, options: { readonly debug: boolean }): Logger {
	const write =
		(level: string) =>
		(...values: unknown[]): void => {
			if (stream.writableLength < maxWaitingBytes) stream.write(`myelin ${level}: ${format(...values)}\n`);
		};
	return {
		debug: options.debug ? write('debug') : () => {},
		info: write('info'),
		warn: write('warn'),
		error: write('error'),
	};
}

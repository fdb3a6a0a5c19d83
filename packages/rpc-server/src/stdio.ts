import type { Logger } from '@myelin/plugins';
import { guardChildren } from './child-stdio.ts';
import { claimStdin } from './claim-stdin.ts';
import { claimStdout } from './claim-stdout.ts';
import { type Connection, createConnection, type Handler } from './connection.ts';
import type { Framing } from './framing/framing.ts';
import { createLog } from './log.ts';
import { endOnSignals, endProcess, surviveErrors } from './process-end.ts';

/** How often the parent is looked for, in ms. */
const parentCheckMs = 1000;

/** What a server over standard input and output is made of. */
export interface StdioOptions {
	/** Called once, when fds 0 and 1 are protected: from here on plugins may be loaded. */
	readonly createHandler: (connection: Connection) => Handler;
	readonly framing?: Framing | undefined;
	readonly maxFrameBytes: number;
	/** Bytes that were read from standard input before. */
	readonly firstBytes?: Uint8Array | undefined;
	/** Standard error if absent. */
	readonly log?: Logger;
}

/**
 * Serves the program that started this process, over its standard input and output, and then ends the process with
 * code 0: when the input ends, on `exit`, when the output is closed, on SIGTERM, SIGINT and SIGHUP, and when the parent
 * is gone. The code is 1 when the client took nothing any more of what was left for it. A second signal ends it at once. Errors nobody caught, such as a plugin's, are logged and survived.
 */
export async function serveStdio(options: StdioOptions): Promise<never> {
	const output = claimStdout();
	const input = claimStdin();
	guardChildren();
	const log = options.log ?? createLog(process.stderr, { debug: process.env.MYELIN_DEBUG !== undefined });
	surviveErrors(log);
	const connection = createConnection({ input, output }, { ...options, log }, options.createHandler);
	endOnSignals(() => connection.end());
	endWithParent(connection);
	await connection.closed;
	endProcess(connection.isCutOff ? 1 : 0);
}

/** Input may stay open without the parent, when another process holds the other end. */
function endWithParent(connection: Connection): void {
	const parent = process.ppid;
	setInterval(() => {
		if (process.ppid !== parent) connection.end();
	}, parentCheckMs).unref();
}

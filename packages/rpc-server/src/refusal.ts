import { isatty } from 'node:tty';
import { claimStdin } from './claim-stdin.ts';
import { claimStdout } from './claim-stdout.ts';
import { createConnection } from './connection.ts';
import { ServerError } from './errors.ts';
import type { Handover } from './handover.ts';
import { createLog } from './log.ts';
import { defaultMaxFrameBytes, parseTransportOptions, type TransportOptions } from './options.ts';
import { endProcess } from './process-end.ts';
import { createStallClock } from './stall-clock.ts';

/** Milliseconds without a word of the client after which it has heard all that it asked, and those of the whole refusal. */
const limits = { quietMs: 250, allMs: 1500 };

/** The status of a process that cannot do what it was started for. */
const refusedStatus = 2;

/**
 * Ends a server that cannot start, with status 2, and says why on standard error. Over standard input and output what its
 * client has asked already, and what it asks until it has been told, is answered START_FAILED with the reason. Nobody at a
 * terminal is waited for, and a server on a socket has no client yet.
 */
export async function refuseStart(reason: string, { argv, ...before }: Handover): Promise<never> {
	tell(reason);
	const transport = parseTransportOptions(argv);
	const { framing, maxFrameBytes, socket }: TransportOptions =
		'problem' in transport ? { maxFrameBytes: defaultMaxFrameBytes } : transport.options;
	if (socket === undefined && !isatty(0))
		await answerAll(reason, { ...before, ...(framing && { framing }) }, maxFrameBytes);
	endProcess(refusedStatus);
}

async function answerAll(
	reason: string,
	{ framing, firstBytes }: Omit<Handover, 'argv'>,
	maxFrameBytes: number,
): Promise<void> {
	const quiet = createStallClock(limits.quietMs);
	const streams = { input: claimStdin(), output: claimStdout() };
	const log = createLog(process.stderr, { debug: false });
	const connection = createConnection(streams, { framing, firstBytes, maxFrameBytes, log }, () => ({
		request() {
			quiet.progress();
			throw new ServerError('START_FAILED', `The server cannot start: ${reason}`);
		},
		notification: () => quiet.progress(),
		closed: async () => {},
	}));
	const all = createStallClock(limits.allMs);
	void Promise.race([quiet.stalled, all.stalled]).then(() => connection.end());
	await connection.closed;
}

function tell(reason: string): void {
	process.stderr.on('error', () => {});
	process.stderr.write(`myelin: ${reason}\n`);
}

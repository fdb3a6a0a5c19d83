import type { Logger } from '@myelin/plugins';
import type { Handler } from './connection.ts';
import type { Outbox } from './outbox.ts';
import type { Peer } from './peer.ts';
import { createStallClock } from './stall-clock.ts';

/**
 * How long each step of an end may take, in ms. Handing on and sending what is left take as long as the client takes of
 * the answers; one that has taken nothing for `stallMs`, nor for `flushMs` of the last step, is given up: within the two
 * seconds that a process has.
 */
const endLimits = { handOnMs: 400, closeMs: 1200, answerMs: 200, flushMs: 400, stallMs: 1800 };

/** What has come to its end, and what is left of it. */
export interface EndingConnection {
	readonly handler: Handler;
	readonly peer: Peer;
	readonly outbox: Outbox;
	readonly log: Logger;
}

/** The end of a connection from which nothing more is read. */
export interface ConnectionEnd {
	/** The client's side has taken something, or something that was read has been handed on. */
	progress(of: 'taking' | 'handing on'): void;
	/** Resolves when all is done; true when everything has been sent or the output was lost, false when the client was given up. */
	readonly finished: Promise<boolean>;
}

/** Ends a connection in order: hands on what was read, ends its work, and sends what is left. */
export function endConnection(parts: EndingConnection): ConnectionEnd {
	const handing = createStallClock(endLimits.handOnMs);
	const taking = [createStallClock(endLimits.stallMs)];
	const finish = async () => {
		const handedOn = new Promise<void>((resolve) => parts.peer.afterTaken(resolve));
		await Promise.race([handedOn, handing.stalled]);
		handing.stop();
		await endWork(parts);
		taking.push(createStallClock(endLimits.flushMs));
		const sent = parts.outbox.flush().then(() => true);
		const stalled = Promise.all(taking.map((clock) => clock.stalled)).then(() => false);
		const isComplete = await Promise.race([sent, stalled]);
		if (!isComplete) parts.log.warn('The client took nothing any more; what was left for it is lost.');
		return isComplete;
	};
	return {
		progress(of) {
			handing.progress();
			if (of === 'taking') for (const clock of taking) clock.progress();
		},
		finished: finish().finally(() => {
			for (const clock of taking) clock.stop();
		}),
	};
}

async function endWork({ handler, peer, log }: EndingConnection): Promise<void> {
	peer.disconnect();
	await within(endLimits.closeMs, async () => handler.closed(), 'The work of the connection', log);
	await within(endLimits.answerMs, () => peer.idle(), 'A request', log);
	peer.refuseOpenCalls();
}

/** Waits for a step, but not for ever; never rejects. */
async function within(ms: number, step: () => Promise<void>, what: string, log: Logger): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(() => {
			log.warn(`${what} did not end within ${ms} ms.`);
			resolve();
		}, ms);
	});
	const done = step().catch((error) => log.error(`${what} failed.`, error));
	await Promise.race([done, timeout]);
	clearTimeout(timer);
}

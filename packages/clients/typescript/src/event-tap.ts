import type { Credit, Mark } from './credit.ts';
import { MyelinError } from './errors.ts';
import { createEventQueue } from './event-queue.ts';
import type { SessionEvent } from './generated/protocol.ts';

/** The events of a session from one moment on, for one loop. */
export interface EventStream extends AsyncIterableIterator<SessionEvent> {
	/** The number of the event that the loop was given last, or where the stream began: what `events({ afterSeq })` goes on from. */
	readonly seq: number;
}

/** An event, its number, and what came before it. */
export interface Sent {
	readonly event: SessionEvent;
	readonly seq: number;
	readonly before: Mark;
}

/** A consumer's end of a stream. */
export interface EventTap {
	readonly stream: EventStream;
	/** Adds an event that the consumer does not have yet. */
	offer(sent: Sent): void;
	/** The consumer's loop begins: from now on it is waited for, as long as more may come. */
	hold(): void;
	/** Nothing more will come; what waits can still be taken. */
	end(error?: Error): void;
}

/** What a tap needs. */
export interface TapOptions {
	readonly credit: Credit;
	/** The consumer has everything up to this number. */
	readonly after: number;
	/** Characters that are kept of events for a consumer that is not waited for; if more come it has missed them. */
	readonly keep: number;
	onLeave?(): void;
}

/** A tap that nobody waits for yet. */
export function createEventTap({ credit, after, keep, onLeave }: TapOptions): EventTap {
	let seq = after;
	/** The number of the newest event that came this way. */
	let newest = after;
	/** The event that the consumer is at. */
	let inHand: Sent | undefined;
	let letGo: (() => void) | undefined;
	let hasMissed = false;
	let hasEnded = false;

	const queue = createEventQueue<Sent, SessionEvent>({
		onAsk() {
			inHand = undefined;
			if (letGo !== undefined) credit.taken(queue.first?.before, queue.waiting - 1);
		},
		view(sent) {
			inHand = sent;
			seq = sent.seq;
			return sent.event;
		},
		onLeave() {
			inHand = undefined;
			release();
			onLeave?.();
		},
	});
	const holder = {
		untaken: () => (inHand ?? queue.first)?.before,
		get waiting() {
			return queue.waiting;
		},
	};

	function release(): void {
		letGo?.();
		letGo = undefined;
	}

	function next(): Promise<IteratorResult<SessionEvent>> {
		return hasMissed ? Promise.reject(missed(keep)) : queue.next();
	}

	const stream: EventStream = {
		get seq() {
			return seq;
		},
		next,
		return: queue.return,
		[Symbol.asyncIterator]() {
			return this;
		},
	};

	return {
		stream,
		offer(sent) {
			if (sent.seq <= newest || hasMissed) return;
			newest = sent.seq;
			const { first } = queue;
			hasMissed = letGo === undefined && first !== undefined && sent.before.offset - first.before.offset > keep;
			if (hasMissed) queue.clear();
			else queue.push(sent);
		},
		hold() {
			if (!hasEnded) letGo ??= credit.hold(holder);
		},
		end(error) {
			hasEnded = true;
			release();
			queue.end(error);
		},
	};
}

function missed(keep: number): MyelinError {
	return new MyelinError(
		'EVENTS_MISSED',
		`the loop began only after more than ${keep} characters of events had come, and they were not kept; begin it at once, or loop over session.events()`,
	);
}

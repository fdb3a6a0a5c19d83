import type { Clock } from '@myelin/core';
import type { Logger } from '@myelin/plugins';
import type { Envelope, Session } from '@myelin/session';
import type { Connection } from './connection.ts';
import type { Window } from './credit.ts';
import { EventLane } from './event-lane.ts';
import { createWireForm, type WireOptions } from './wire-events.ts';

/** What a client asked for when it attached. */
export interface SubscriptionOptions extends WireOptions {
	/** The newest event that the client has; from now on if absent. */
	readonly afterSeq?: number | undefined;
	/** The newest event that the client has given on; deltas up to it go each by itself. */
	readonly seenSeq?: number | undefined;
	/** The only events that are sent; all if absent. */
	readonly types?: ReadonlySet<string> | undefined;
	readonly window: Window;
	/** What happens when the client takes too little. */
	readonly whenFull: 'wait' | 'gap';
}

/** What a subscription asks of the client that has it. */
export interface Subscriber {
	/** Whether it is shown the messages of earlier runs, by a hook of its own. */
	isShownHistory(sessionId: string): boolean;
}

/** What every subscription of a server shares. */
export interface SubscriptionPorts {
	readonly clock: Clock;
	/** How long a client that is waited for may take nothing, in ms. */
	readonly clientStallMs: number;
	/** Hears of what no client could be sent. */
	readonly log: Logger;
}

/** One client's subscription to one session: every event goes out in order, and a client that takes too little holds the session. */
export interface Subscription {
	readonly session: Session;
	/** Whether the client has been sent this message's body. */
	knows(messageId: string): boolean;
	/** The client has taken everything up to this number. */
	ack(seq: number): void;
	/** Resolves when everything said so far has been handed to the connection, or gave way to a gap that has: with room or credit, after a stall, or when the session or the subscription ends. */
	passed(): Promise<void>;
	/** Tells nothing more that the session says from now on; what it said still goes out. */
	end(): void;
	/** Another subscription of the same client has taken its place: nothing more goes out. */
	replaced(): void;
}

/** How a subscription hears that its session ends. */
export interface SessionEnding {
	/** Aborts when it begins to close: from then on nobody waits for the client. */
	readonly closing: AbortSignal;
	/** The session has said its last, which is on its way to the client. */
	onEnd(): void;
}

/** Subscribes a connection to a session. */
export function subscribe(
	session: Session,
	connection: Connection,
	{ afterSeq, seenSeq = 0, types, window, whenFull, ...options }: SubscriptionOptions,
	{ clock, clientStallMs, log }: SubscriptionPorts,
	{ closing, onEnd }: SessionEnding,
	subscriber: Subscriber,
): Subscription {
	const seq = afterSeq ?? session.state().seq;
	const isShownHistory = () => subscriber.isShownHistory(session.id);
	const form = createWireForm(options, seq, isShownHistory, connection.maxFrameBytes);
	const lane = new EventLane(
		{ window, whenFull, types, seenSeq, stallMs: clientStallMs, keepsDeltas: options.chunks },
		{
			clock,
			message: (envelope) => form.message(envelope),
			unwritable: ({ seq: number, event: { type } }, thrown) =>
				log.error(
					`event ${number} of session ${session.id}, ${type}, could not be written, and a client gets a gap:`,
					thrown,
				),
			leftOut: ({ event }) => form.leaveOut(event),
			state: () => session.state(),
			poke: () => connection.poke(lane),
			taken: () => connection.taken,
		},
		seq,
	);
	const listen = (envelope: Envelope, signal: AbortSignal) => {
		const pushed = lane.push(envelope, signal);
		if (envelope.event.type === 'session_end') onEnd();
		return pushed;
	};
	const free = () => lane.free();
	if (closing.aborted) free();
	closing.addEventListener('abort', free, { once: true });
	const stopListening = session.subscribe(listen, afterSeq === undefined ? {} : { afterSeq, seenSeq });
	const unsubscribe = () => {
		closing.removeEventListener('abort', free);
		stopListening();
	};
	return {
		session,
		knows: form.knows,
		ack: (acked) => lane.ack(acked),
		passed: () => lane.passed(),
		end() {
			unsubscribe();
			lane.end();
		},
		replaced() {
			unsubscribe();
			lane.replaced();
		},
	};
}

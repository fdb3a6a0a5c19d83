import { isThenable } from '@myelin/core';
import type { Envelope } from './events.ts';
import type { Reading } from './ring.ts';

const unaborted = new AbortController().signal;

/** Hears one envelope. */
export type EnvelopeListener = (envelope: Envelope, signal: AbortSignal) => void | PromiseLike<void>;

/** What a fan-out needs of its session. */
export interface FanOutPorts {
	/** What was told after `seq`; deltas up to `apart` each by itself. */
	after(seq: number, apart: number): Reading;
	/** What a reader gets instead of the events after `seq` that are gone. */
	gap(seq: number): Envelope;
	/** A listener threw or rejected; the event still goes to the others. */
	failed(thrown: unknown): void;
}

/** `reading`: a cursor that reads what was told on its own; nobody waits for it. */
interface Subscriber {
	readonly listener: EnvelopeListener;
	/** Deltas up to this number are told each by itself. */
	readonly apart: number;
	state: 'live' | 'reading' | 'gone';
	/** The newest event that it was given. */
	seq: number;
}

/**
 * Tells listeners one after another, each awaited, until a deadline passes. Whoever has not returned by then becomes a cursor
 * on what was told: it reads on from where it was, and is live again when it has caught up. Each event reaches each listener once.
 */
export class FanOut {
	readonly #ports: FanOutPorts;
	/** Replaced on every change, so that a delivery under way keeps its own list. */
	#subscribers: readonly Subscriber[] = [];
	#overdue = false;
	#giveUp: (() => void) | undefined;

	constructor(ports: FanOutPorts) {
		this.#ports = ports;
	}

	/** Hears every event after `seq`; `live` when that is what is told next. Returns what undoes it. */
	subscribe(listener: EnvelopeListener, seq: number, state: 'live' | 'reading', apart = 0): () => void {
		const subscriber: Subscriber = { listener, apart, state, seq };
		this.#subscribers = [...this.#subscribers, subscriber];
		if (state === 'reading') void this.#catchUp(subscriber, Promise.resolve());
		return () => {
			subscriber.state = 'gone';
			this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
		};
	}

	/** Tells everybody who is live. Returns nothing when all of them returned at once. */
	deliver(envelope: Envelope, signal: AbortSignal): void | Promise<void> {
		const subscribers = this.#subscribers;
		for (let place = 0; place < subscribers.length; place++) {
			const waiting = this.#tell(subscribers[place] as Subscriber, envelope, signal);
			if (waiting !== undefined) return this.#deliverRest(subscribers, place + 1, envelope, signal, waiting);
		}
	}

	/** Waits for nobody any longer, until `begin`. */
	expire(): void {
		this.#overdue = true;
		this.#giveUp?.();
	}

	/** A new run: listeners are waited for again. */
	begin(): void {
		this.#overdue = false;
	}

	async #deliverRest(
		subscribers: readonly Subscriber[],
		from: number,
		envelope: Envelope,
		signal: AbortSignal,
		first: Promise<void>,
	): Promise<void> {
		await first;
		for (let place = from; place < subscribers.length; place++) {
			const waiting = this.#tell(subscribers[place] as Subscriber, envelope, signal);
			if (waiting !== undefined) await waiting;
		}
	}

	#tell(subscriber: Subscriber, envelope: Envelope, signal: AbortSignal): Promise<void> | undefined {
		if (subscriber.state !== 'live' || subscriber.seq >= envelope.seq) return undefined;
		const returned =
			subscriber.seq < envelope.prev && this.#ports.after(subscriber.seq, subscriber.apart).kind !== 'end'
				? this.#tellMissed(subscriber, envelope, signal)
				: this.#call(subscriber, envelope, signal);
		return returned === undefined ? undefined : this.#await(subscriber, returned);
	}

	/** It came back while an event was on its way that it did not get: first what it missed. */
	async #tellMissed(subscriber: Subscriber, envelope: Envelope, signal: AbortSignal): Promise<void> {
		await this.#read(subscriber, signal);
		await this.#call(subscriber, envelope, signal);
	}

	#call(subscriber: Subscriber, envelope: Envelope, signal: AbortSignal): Promise<void> | undefined {
		subscriber.seq = envelope.seq;
		try {
			const returned = subscriber.listener(envelope, signal);
			if (!isThenable(returned)) return undefined;
			return Promise.resolve(returned).then(undefined, (thrown) => this.#ports.failed(thrown));
		} catch (thrown) {
			this.#ports.failed(thrown);
			return undefined;
		}
	}

	#await(subscriber: Subscriber, returned: Promise<void>): Promise<void> | undefined {
		if (this.#overdue) {
			this.#fallBehind(subscriber, returned);
			return undefined;
		}
		return new Promise<void>((resolve) => {
			const giveUp = () => {
				this.#giveUp = undefined;
				this.#fallBehind(subscriber, returned);
				resolve();
			};
			this.#giveUp = giveUp;
			void returned.then(() => {
				if (this.#giveUp === giveUp) this.#giveUp = undefined;
				resolve();
			});
		});
	}

	#fallBehind(subscriber: Subscriber, returned: Promise<void>): void {
		if (subscriber.state === 'live') subscriber.state = 'reading';
		void this.#catchUp(subscriber, returned);
	}

	async #catchUp(subscriber: Subscriber, returned: Promise<void>): Promise<void> {
		await returned;
		await this.#read(subscriber, unaborted);
	}

	/** Nothing is awaited between the last look and going live, so that nothing can be told in between. */
	async #read(subscriber: Subscriber, signal: AbortSignal): Promise<void> {
		while (subscriber.state !== 'gone') {
			const reading = this.#ports.after(subscriber.seq, subscriber.apart);
			if (reading.kind === 'end') {
				subscriber.state = 'live';
				return;
			}
			const envelope = reading.kind === 'next' ? reading.envelope : this.#ports.gap(subscriber.seq);
			const returned = this.#call(subscriber, envelope, signal);
			if (returned !== undefined) await returned;
		}
	}
}

import { type Clock, Emitter } from '@myelin/core';
import type { Envelope, SessionEvent } from './events.ts';
import { type EnvelopeListener, FanOut } from './fan-out.ts';
import { Journal, type JournalOptions } from './journal.ts';
import type { RunNames } from './run-names.ts';
import { ToldState } from './told-state.ts';

/** What a stream needs of its session. */
export interface StreamPorts {
	readonly clock: Clock;
	/** Makes the number safe before anybody hears of it: none is ever used twice. */
	reserve(seq: number): void | Promise<void>;
	/** Sees every event before it is recorded. */
	readonly observe: EnvelopeListener;
	/** Writes what has to last, before anybody hears of it; answers what is told: the event itself, or what became of it. */
	record(envelope: Envelope): Envelope | Promise<Envelope>;
	/** What a reader gets that comes too late for the events between `from` and `to`, both included. */
	gapEvent(from: number, to: number): SessionEvent;
	/** A subscriber threw; the others have been or will be served. */
	failed(thrown: unknown): void;
	/** A subscriber holds the stream; told once a run. */
	slow(ms: number): void;
}

/** Milliseconds that a subscriber may hold the stream before it is reported. */
const slowListenerMs = 1000;

/**
 * The session's one order. Every event enters it, gets its number, and in its turn is observed, recorded and told:
 * durable before visible. The next one waits until the last subscriber of this one has returned.
 */
export class Stream {
	readonly journal: Journal;
	/** Where the session stands after the newest event that was told. */
	readonly told = new ToldState();
	readonly #ports: StreamPorts;
	readonly #fifo: Emitter<Envelope>;
	readonly #observers: FanOut;
	readonly #subscribers: FanOut;
	#signal = new AbortController().signal;

	constructor(options: JournalOptions, ports: StreamPorts) {
		this.journal = new Journal(options);
		this.#ports = ports;
		this.#fifo = new Emitter<Envelope>({
			clock: ports.clock,
			slowListenerMs,
			apply: () => undefined,
			signal: () => this.#signal,
			failed: (thrown) => ports.failed(thrown),
			slow: (ms) => ports.slow(ms),
			dropped: () => undefined,
		});
		this.#observers = this.#fanOut();
		this.#observers.subscribe(ports.observe, this.journal.told, 'live');
		this.#subscribers = this.#fanOut();
		this.#fifo.subscribe((envelope) => this.#deliver(envelope));
	}

	/** Hears every event after `afterSeq`, or from now on; deltas up to `seenSeq` each by itself. */
	subscribe(listener: EnvelopeListener, afterSeq: number | undefined, seenSeq?: number): () => void {
		const state = afterSeq === undefined ? 'live' : 'reading';
		return this.#subscribers.subscribe(listener, afterSeq ?? this.journal.told, state, seenSeq);
	}

	/** Enters an event. Returns nothing when it has been delivered at once, else a promise that resolves when it has. */
	enter(event: SessionEvent, names: RunNames): void | Promise<void> {
		return this.#fifo.emit(this.journal.enter(event, names));
	}

	/** A run begins: its signal is what subscribers are given. */
	begin(signal: AbortSignal): void {
		this.#signal = signal;
		this.#fifo.begin();
		this.#observers.begin();
		this.#subscribers.begin();
	}

	/** Waits for no subscriber any longer, until the next run. */
	expire(): void {
		this.#observers.expire();
		this.#subscribers.expire();
	}

	#fanOut(): FanOut {
		return new FanOut({
			after: (seq, apart) => this.journal.after(seq, apart),
			gap: (seq) => this.#gap(seq),
			failed: (thrown) => this.#ports.failed(thrown),
		});
	}

	#deliver(envelope: Envelope): void | Promise<void> {
		const reserved = this.#ports.reserve(envelope.seq);
		return reserved === undefined ? this.#observe(envelope) : reserved.then(() => this.#observe(envelope));
	}

	#observe(envelope: Envelope): void | Promise<void> {
		const observed = this.#observers.deliver(envelope, this.#signal);
		return observed === undefined ? this.#record(envelope) : observed.then(() => this.#record(envelope));
	}

	#record(envelope: Envelope): void | Promise<void> {
		const recorded = this.#ports.record(envelope);
		return recorded instanceof Promise ? recorded.then((told) => this.#tell(told)) : this.#tell(recorded);
	}

	#tell(envelope: Envelope): void | Promise<void> {
		this.journal.tell(envelope);
		this.told.take(envelope);
		return this.#subscribers.deliver(envelope, this.#signal);
	}

	#gap(prev: number): Envelope {
		const { stands } = this.journal;
		return this.journal.instead(prev, this.#ports.gapEvent(prev + 1, stands));
	}
}

import type { Clock } from '@myelin/core';
import type { Envelope, SessionEvent } from './events.ts';
import { type Reading, Ring } from './ring.ts';
import type { RunNames } from './run-names.ts';

/** How a journal begins. */
export interface JournalOptions {
	readonly sessionId: string;
	readonly clock: Clock;
	/** Numbers up to this one have been given before. */
	readonly seq?: number;
	/** About the bytes of recent events that are kept for those who come late. */
	readonly ringLimit?: number;
}

/** Gives every event of a session its place, and remembers the newest: numbers rise by one and are never used again. */
export class Journal {
	readonly #sessionId: string;
	readonly #clock: Clock;
	readonly #ring: Ring;
	#seq: number;
	/** The newest event that was told is the session's end. */
	#isOver = false;

	constructor({ sessionId, clock, seq = 0, ringLimit }: JournalOptions) {
		this.#sessionId = sessionId;
		this.#clock = clock;
		this.#seq = seq;
		this.#ring = new Ring(seq, ringLimit);
	}

	/** The number of the newest event that has entered; it may not have been told yet. */
	get entered(): number {
		return this.#seq;
	}

	/** The number of the newest event that has been told. */
	get told(): number {
		return this.#ring.newest;
	}

	/** Enters an event. */
	enter(event: SessionEvent, names: RunNames): Envelope {
		const prev = this.#seq++;
		return { sessionId: this.#sessionId, seq: this.#seq, prev, at: this.#clock.now(), ...names, event };
	}

	/** The same without the session's end, which changes nothing and is told to everybody, whatever else they miss. */
	get stands(): number {
		return this.#isOver ? this.told - 1 : this.told;
	}

	/** The one envelope that a reader gets for all that was told after `prev`, but for the session's end. */
	instead(prev: number, event: SessionEvent): Envelope {
		return { sessionId: this.#sessionId, seq: this.stands, prev, at: this.#clock.now(), event };
	}

	/** From here on whoever comes late may read it. */
	tell(envelope: Envelope): void {
		this.#isOver = envelope.event.type === 'session_end';
		this.#ring.push(envelope);
	}

	/** What was told after `seq`; deltas up to `apart` each by itself. */
	after(seq: number, apart?: number): Reading {
		return this.#ring.after(seq, apart);
	}
}

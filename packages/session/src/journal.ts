import type { Clock } from '@myelin/core';
import type { Envelope, SessionEvent } from './events.ts';

/** Which run an envelope speaks of, where it does. */
export interface RunNames {
	readonly runId?: string;
	readonly promptIds?: readonly string[];
}

/** Gives every event of a session its place: numbers rise by one and are never used again. */
export class Journal {
	readonly #sessionId: string;
	readonly #clock: Clock;
	#seq = 0;

	constructor(sessionId: string, clock: Clock) {
		this.#sessionId = sessionId;
		this.#clock = clock;
	}

	/** The number of the newest event; 0 before the first. */
	get seq(): number {
		return this.#seq;
	}

	/** Enters an event. */
	enter(event: SessionEvent, names: RunNames): Envelope {
		const prev = this.#seq++;
		return { sessionId: this.#sessionId, seq: this.#seq, prev, at: this.#clock.now(), ...names, event };
	}
}

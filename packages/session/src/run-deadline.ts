import type { Clock } from '@myelin/core';

/** The moment from which on nobody is waited for any longer in an aborted run. */
export class RunDeadline {
	readonly #clock: Clock;
	readonly #expire: () => void;
	/** By the clock's `elapsed`. */
	#due = Number.POSITIVE_INFINITY;
	#callOff: () => void = () => undefined;

	constructor(clock: Clock, expire: () => void) {
		this.#clock = clock;
		this.#expire = expire;
	}

	/** Comes after so many milliseconds, unless it is due earlier. */
	after(ms: number): void {
		const due = this.#clock.elapsed() + ms;
		if (due >= this.#due) return;
		this.#callOff();
		this.#due = due;
		this.#callOff = this.#clock.after(ms, this.#expire);
	}

	/** The run is over. */
	callOff(): void {
		this.#callOff();
		this.#due = Number.POSITIVE_INFINITY;
	}
}

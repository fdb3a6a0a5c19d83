import type { Clock } from '@myelin/core';

/** A wait shorter than this, in ms, is the back-pressure of a client that takes what it is sent. */
const longWaitMs = 1000;

/** How long one client has held each run up. Only long waits count, but those whole; each run begins anew. */
export class HeldTime {
	readonly #clock: Clock;
	readonly #mostMs: number;
	#run: AbortSignal | undefined;
	#spentMs = 0;
	#since: number | undefined;

	/** `mostMs` is what a client may hold one run altogether. */
	constructor(clock: Clock, mostMs: number) {
		this.#clock = clock;
		this.#mostMs = mostMs;
	}

	/** The run of this signal waits from now on. */
	begin(run: AbortSignal): void {
		if (run !== this.#run) {
			this.#run = run;
			this.#spentMs = 0;
			this.#since = undefined;
		}
		this.#since ??= this.#clock.elapsed();
	}

	/** Nothing waits any more. */
	end(): void {
		const waited = this.#waited();
		if (waited > longWaitMs) this.#spentMs += waited;
		this.#since = undefined;
	}

	/** What is left, with the wait that goes on. */
	get restMs(): number {
		return Math.max(0, this.#mostMs - this.#spentMs - this.#waited());
	}

	#waited(): number {
		return this.#since === undefined ? 0 : this.#clock.elapsed() - this.#since;
	}
}

/** Time, as the host sees it. */
export interface Clock {
	/** Unix milliseconds. */
	now(): number;
	/** Milliseconds that only rise, to measure durations with. */
	elapsed(): number;
	/** Calls `action` once after `ms`; returns how to call it off. */
	after(ms: number, action: () => void): () => void;
}

/** The time of this process. Its timers do not keep the process alive. */
export const systemClock: Clock = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	after(ms, action) {
		const timer = setTimeout(action, ms);
		timer.unref();
		return () => clearTimeout(timer);
	},
};

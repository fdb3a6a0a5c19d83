/** Time, as the kernel sees it; the test kit brings a fake one. */
export interface Clock {
	/** Unix milliseconds. */
	now(): number;
	/** Milliseconds that only rise, to measure durations with. */
	elapsed(): number;
	/** Calls `action` once after `ms`, however long that is, never after `Infinity`; returns how to call it off. */
	after(ms: number, action: () => void): () => void;
	/** Lets timers and input of the process run. */
	breathe(): Promise<void>;
}

/** What a timer can wait; one that is told to wait longer fires at once. */
const longestTimerMs = 2_147_483_647;

/** The time of this process. Its timers do not keep the process alive. */
export const systemClock: Clock = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	after(ms, action) {
		let timer: ReturnType<typeof setTimeout>;
		const wait = (left: number) => {
			const now = Math.min(left, longestTimerMs);
			timer = setTimeout(() => (left > now ? wait(left - now) : action()), now);
			timer.unref?.();
		};
		wait(ms);
		return () => clearTimeout(timer);
	},
	breathe: () => new Promise((resolve) => setImmediate(resolve)),
};

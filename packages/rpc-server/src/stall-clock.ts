/** Waits for something that goes on, until it does not. */
export interface StallClock {
	/** Resolves when there was no progress for the whole time; never after `stop`. */
	readonly stalled: Promise<void>;
	/** The time begins anew. */
	progress(): void;
	stop(): void;
}

/** A clock that runs from now on; `ms` is the longest time without progress. */
export function createStallClock(ms: number): StallClock {
	let stall: () => void = () => {};
	const stalled = new Promise<void>((resolve) => {
		stall = resolve;
	});
	let timer: NodeJS.Timeout | undefined = setTimeout(() => {
		timer = undefined;
		stall();
	}, ms);
	return {
		stalled,
		// A timer that has gone off must not be started again.
		progress: () => void timer?.refresh(),
		stop() {
			clearTimeout(timer);
			timer = undefined;
		},
	};
}

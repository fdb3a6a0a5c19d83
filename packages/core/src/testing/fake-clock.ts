import type { Clock } from '../clock.ts';

/** A clock that stands until a test moves it. */
export interface FakeClock extends Clock {
	/** Moves time on and calls what has come due, in order; what that starts may come due too. */
	advance(ms: number): Promise<void>;
	/** Timers that wait. */
	readonly waiting: number;
}

/** A fake clock that begins at `start`, Unix milliseconds. */
export function fakeClock(start = 0): FakeClock {
	let time = start;
	let timers: { readonly due: number; readonly action: () => void }[] = [];
	let breaths = 0;
	/** Resolves when everything that can go on without time has: also what lets others have their turn now and then. */
	const settled = async () => {
		let before: number;
		do {
			before = breaths;
			await turnOfOthers();
			await turnOfOthers();
		} while (breaths !== before);
	};
	return {
		now: () => time,
		elapsed: () => time - start,
		after(ms, action) {
			const timer = { due: time + ms, action };
			timers.push(timer);
			return () => {
				timers = timers.filter((other) => other !== timer);
			};
		},
		breathe() {
			breaths++;
			return turnOfOthers();
		},
		async advance(ms) {
			const end = time + ms;
			for (;;) {
				await settled();
				const [next] = timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due);
				if (next === undefined) break;
				timers = timers.filter((other) => other !== next);
				time = Math.max(time, next.due);
				next.action();
			}
			time = end;
			await settled();
		},
		get waiting() {
			return timers.length;
		},
	};
}

/** Resolves when every promise that can settle by itself has. */
function turnOfOthers(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** Ids that count: `msg_1`, `call_2`, … */
export function countingIds(): (prefix: string) => string {
	let count = 0;
	return (prefix) => `${prefix}_${++count}`;
}

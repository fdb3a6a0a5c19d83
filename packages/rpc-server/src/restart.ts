import type { Clock } from '@myelin/core';

/** The first and the longest wait before a program is started again, and how long one must run to count as well. Milliseconds. */
const limits = { first: 250, longest: 30_000, well: 60_000 };

/** How long to wait before a program that ended unasked is started again: twice as long each time in a row. Milliseconds. */
export function restartDelayMs(endsInRow: number): number {
	return Math.min(limits.longest, limits.first * 2 ** (endsInRow - 1));
}

/** Something that is running and will end. */
export interface Running {
	/** Resolves with why it ended; nothing if it is not to be started again. */
	readonly ended: Promise<string | undefined>;
	stop(): Promise<unknown>;
}

/**
 * Keeps something running until it ends for good or is stopped; `onWait` hears why it ended and how long is waited. `mayStart` is
 * asked before each start after the first, and a no is the end for good.
 */
export function keepRunning(
	start: () => Running,
	clock: Clock,
	onWait: (why: string, delayMs: number) => void,
	mayStart: () => Promise<boolean>,
): { stop(): Promise<void> } {
	let isStopped = false;
	let current: Running | undefined;
	let endWait: () => void = () => {};
	const pause = (ms: number) =>
		new Promise<void>((resolve) => {
			const callOff = clock.after(ms, resolve);
			endWait = () => {
				callOff();
				resolve();
			};
		});
	const run = async () => {
		let endsInRow = 0;
		while (!isStopped) {
			const began = clock.elapsed();
			current = start();
			const why = await current.ended;
			current = undefined;
			if (why === undefined || isStopped) return;
			endsInRow = clock.elapsed() - began >= limits.well ? 1 : endsInRow + 1;
			const delayMs = restartDelayMs(endsInRow);
			onWait(why, delayMs);
			await pause(delayMs);
			if (!isStopped && !(await mayStart())) return;
		}
	};
	const over = run();
	return {
		async stop() {
			isStopped = true;
			endWait();
			await current?.stop();
			await over;
		},
	};
}

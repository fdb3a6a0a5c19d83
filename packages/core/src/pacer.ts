import type { Clock } from './clock.ts';

/** Milliseconds that a burst may hold the process before timers and input get their turn. */
const breatheEveryMs = 2;
/** Looking at the clock costs as much as a delta does: it is done once for so many steps. */
const stepsPerLook = 8;

/** Keeps a burst from holding the process: without it neither an abort nor a timer could happen meanwhile. */
export interface Pacer {
	/** Called for each small step of a burst; returns a promise when others must have their turn first. */
	step(): void | Promise<void>;
	/** The same for a step that is not small: looks at the clock at once. */
	look(): void | Promise<void>;
}

/** A pacer on a clock; its first turn for others comes a few milliseconds from now. */
export function createPacer(clock: Clock): Pacer {
	let breathed = clock.elapsed();
	let steps = 0;
	const look = () => {
		steps = 0;
		if (clock.elapsed() - breathed <= breatheEveryMs) return;
		return clock.breathe().then(() => {
			breathed = clock.elapsed();
		});
	};
	return { look, step: () => (++steps < stepsPerLook ? undefined : look()) };
}

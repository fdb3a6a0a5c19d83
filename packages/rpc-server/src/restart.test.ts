import { fakeClock } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { keepRunning, restartDelayMs } from './restart.ts';

it('waits twice as long after each end in a row, up to half a minute', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map(restartDelayMs)).toEqual([
		250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
	]);
});

/** Runs of which each ends when it is told to. */
function scriptedRuns() {
	const ends: ((why: string | undefined) => void)[] = [];
	const start = () => ({
		ended: new Promise<string | undefined>((resolve) => ends.push(resolve)),
		stop: async () => ends.at(-1)?.('stopped'),
	});
	return { ends, start };
}

it('starts again after each end, and forgets earlier ends once one ran for a minute', async () => {
	const clock = fakeClock(0);
	const { ends, start } = scriptedRuns();
	const waits: [string, number][] = [];
	const running = keepRunning(start, clock, (why, delayMs) => void waits.push([why, delayMs]));
	for (const [why, ranMs] of [
		['a', 10],
		['b', 10],
		['c', 60_000],
	] as const) {
		await clock.advance(ranMs);
		ends.at(-1)?.(why);
		await clock.breathe();
		await clock.advance(30_000);
		await clock.breathe();
	}
	expect(waits).toEqual([
		['a', 250],
		['b', 500],
		['c', 250],
	]);
	expect(ends).toHaveLength(4);
	await running.stop();
});

it('starts nothing more once it was stopped, while it runs or waits, or when it ended for good', async () => {
	const clock = fakeClock(0);
	for (const end of ['stopped', 'waiting', 'for good']) {
		const { ends, start } = scriptedRuns();
		const running = keepRunning(start, clock, () => undefined);
		if (end === 'waiting') ends[0]?.('crash');
		if (end === 'for good') ends[0]?.(undefined);
		await clock.breathe();
		await running.stop();
		await clock.advance(60_000);
		expect(ends).toHaveLength(1);
	}
});

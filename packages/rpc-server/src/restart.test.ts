import { fakeClock } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { keepRunning, restartDelayMs } from './restart.ts';

it('waits twice as long after each end in a row, up to half a minute', () => {
	expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map(restartDelayMs)).toEqual([
		250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
	]);
});

const always = async () => true;

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
	const running = keepRunning(start, clock, (why, delayMs) => void waits.push([why, delayMs]), always);
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
		const running = keepRunning(start, clock, () => undefined, always);
		if (end === 'waiting') ends[0]?.('crash');
		if (end === 'for good') ends[0]?.(undefined);
		await clock.breathe();
		await running.stop();
		await clock.advance(60_000);
		expect(ends).toHaveLength(1);
	}
});

it('starts nothing again that it may not, asks before each start but the first, and does not when it was stopped meanwhile', async () => {
	const clock = fakeClock(0);
	const answers = [true, false];
	const asked: number[] = [];
	const { ends, start } = scriptedRuns();
	const mayStart = async () => {
		asked.push(ends.length);
		return answers.shift() === true;
	};
	const running = keepRunning(start, clock, () => undefined, mayStart);
	for (let time = 0; time < 4; time++) {
		ends.at(-1)?.('crash');
		await clock.breathe();
		await clock.advance(30_000);
		await clock.breathe();
	}
	expect(asked).toEqual([1, 2]);
	expect(ends).toHaveLength(2);
	await running.stop();

	const later = scriptedRuns();
	let answer = (_may: boolean) => {};
	const stopped = keepRunning(
		later.start,
		clock,
		() => undefined,
		() => new Promise((resolve) => (answer = resolve)),
	);
	later.ends[0]?.('crash');
	await clock.breathe();
	await clock.advance(250);
	await clock.breathe();
	const over = stopped.stop();
	answer(true);
	await over;
	expect(later.ends).toHaveLength(1);
});

import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

afterEach(() => void vi.useRealTimers());

const day = 24 * 60 * 60 * 1000;

it('what is to be after thirty days is after thirty days, and not at once', () => {
	vi.useFakeTimers();
	const action = vi.fn();
	systemClock.after(30 * day, action);
	vi.advanceTimersByTime(30 * day - 1);
	expect(action).not.toHaveBeenCalled();
	vi.advanceTimersByTime(1);
	expect(action).toHaveBeenCalledTimes(1);
});

it('is called off also when part of a long time is over', () => {
	vi.useFakeTimers();
	const action = vi.fn();
	const callOff = systemClock.after(30 * day, action);
	vi.advanceTimersByTime(26 * day);
	callOff();
	vi.advanceTimersByTime(30 * day);
	expect(action).not.toHaveBeenCalled();
	expect(vi.getTimerCount()).toBe(0);
});

it('what is to be after an infinite time is never', () => {
	vi.useFakeTimers();
	const action = vi.fn();
	systemClock.after(Number.POSITIVE_INFINITY, action);
	vi.advanceTimersByTime(100 * day);
	expect(action).not.toHaveBeenCalled();
});

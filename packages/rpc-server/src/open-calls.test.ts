import { expect, it } from 'vitest';
import { createOpenCalls } from './open-calls.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

it('runs what waits for an answer after it, and what comes later at once', () => {
	const calls = createOpenCalls(log);
	const order: string[] = [];
	const key = calls.open('a') ?? 0;
	const call = calls.get(key);
	call.afterAnswer(() => order.push('waited'));
	calls.close(key, (id) => order.push(`answer to ${id}`));
	call.afterAnswer(() => order.push('late'));
	expect(order).toEqual(['answer to a', 'waited', 'late']);
});

it('answers a call once', () => {
	const calls = createOpenCalls(log);
	const key = calls.open(1) ?? 0;
	const answers: unknown[] = [];
	calls.close(key, (id) => answers.push(id));
	calls.close(key, (id) => answers.push(id));
	expect(answers).toEqual([1]);
});

it('goes on when something that waited for an answer fails', () => {
	const logged: unknown[][] = [];
	const calls = createOpenCalls({ ...log, error: (...values) => logged.push(values) });
	const key = calls.open(1) ?? 0;
	const order: string[] = [];
	calls.get(key).afterAnswer(() => {
		throw new Error('broken');
	});
	calls.get(key).afterAnswer(() => order.push('next'));
	calls.close(key, () => {});
	expect(order).toEqual(['next']);
	expect(logged).toEqual([['An action after an answer failed.', new Error('broken')]]);
});

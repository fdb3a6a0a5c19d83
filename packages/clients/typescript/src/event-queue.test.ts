import { describe, expect, it } from 'vitest';
import { createEventQueue } from './event-queue.ts';

function open<T>(onLeave: () => void = () => {}) {
	return createEventQueue<T, T>({ view: (item) => item, onLeave });
}

describe('a queue', () => {
	it('gives what was added before and after the consumer came, in order', async () => {
		const queue = open<number>();
		queue.push(1);
		const taken = [queue.next(), queue.next(), queue.next()];
		queue.push(2);
		queue.push(3);
		expect(await Promise.all(taken)).toEqual([
			{ done: false, value: 1 },
			{ done: false, value: 2 },
			{ done: false, value: 3 },
		]);
	});

	it('never makes its producer wait: a hundred thousand items lie in it and come out in order', async () => {
		const queue = open<number>();
		for (let item = 0; item < 100_000; item += 1) queue.push(item);
		queue.end();
		let expected = 0;
		for await (const item of queue) {
			if (item !== expected) throw new Error(`expected ${expected}, found ${item}`);
			expected += 1;
		}
		expect(expected).toBe(100_000);
	});

	it('ends its loop after what waits, and wakes a consumer that waits', async () => {
		const queue = open<string>();
		queue.push('last');
		queue.end();
		queue.push('too late');
		const seen: string[] = [];
		for await (const item of queue) seen.push(item);
		expect(seen).toEqual(['last']);

		const other = open<string>();
		const waiting = other.next();
		other.end();
		expect(await waiting).toEqual({ done: true, value: undefined });
	});

	it('throws the error it ended with after what waits, to a consumer that waits too', async () => {
		const queue = open<string>();
		queue.push('last');
		queue.end(new Error('lost'));
		expect(await queue.next()).toEqual({ done: false, value: 'last' });
		await expect(queue.next()).rejects.toThrow('lost');
		await expect(queue.next()).rejects.toThrow('lost');

		const other = open<string>();
		const waiting = other.next();
		other.end(new Error('lost'));
		await expect(waiting).rejects.toThrow('lost');
	});

	it('keeps nothing once its consumer has left, and says so once', async () => {
		let left = 0;
		const queue = open<number>(() => {
			left += 1;
		});
		queue.push(1);
		queue.push(2);
		for await (const _item of queue) break;
		queue.push(3);
		expect(await queue.next()).toEqual({ done: true, value: undefined });
		await queue.return?.();
		expect(left).toBe(1);
	});

	it('lets go of consumers that wait when one of them leaves', async () => {
		const queue = open<number>();
		const waiting = queue.next();
		await queue.return?.();
		expect(await waiting).toEqual({ done: true, value: undefined });
	});
});

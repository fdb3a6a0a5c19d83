import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';

/** Fails the suite if it leaves a child process, or a pipe or socket that was not there before. Linux only; elsewhere it says nothing. */
export function expectNoLeaks(): void {
	if (process.platform !== 'linux') return;
	let before: string[] = [];
	beforeAll(() => {
		before = openStreams();
	});
	afterAll(async () => {
		// Streams that were destroyed are closed in the next turn of the loop.
		await new Promise((resolve) => setImmediate(resolve));
		expect(children()).toEqual([]);
		expect(openStreams()).toEqual(before);
	});
}

function openStreams(): string[] {
	const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
		try {
			return [readlinkSync(`/proc/self/fd/${fd}`)];
		} catch {
			// The descriptor of this very listing is gone by now.
			return [];
		}
	});
	return targets.filter((target) => /^(pipe|socket):/.test(target)).sort();
}

function children(): string[] {
	const threads = readdirSync('/proc/self/task');
	const lists = threads.map((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8'));
	return lists.flatMap((list) => list.split(' ').filter(Boolean));
}

import type { Message } from '@myelin/core';
import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

/** A message of so many tokens, as they are estimated. */
const said = (id: string, tokens: number): Message =>
	({ id, role: 'user', timestamp: 0, content: [{ type: 'text', text: 'a'.repeat(tokens * 5) }] }) as Message;

const ids = (backlog: Backlog) => backlog.first(Number.POSITIVE_INFINITY).messages.map(({ id }) => id);

it('gives the oldest messages that have room, and one that has none', () => {
	const backlog = new Backlog(10);
	for (const id of ['a', 'b', 'c']) backlog.add(said(id, 100));
	expect(backlog.first(250).messages.map(({ id }) => id)).toEqual(['a', 'b']);
	expect(backlog.first(1).messages.map(({ id }) => id)).toEqual(['a']);
	backlog.noted(backlog.first(250));
	expect(ids(backlog)).toEqual(['c']);
});

it('holds all that failed, until that is more than ever fits: then the oldest goes, and is counted', () => {
	const backlog = new Backlog(10);
	for (const id of ['a', 'b', 'c']) backlog.add(said(id, 200_000));
	expect(backlog.failed()).toBe(1);
	expect(ids(backlog)).toEqual(['b', 'c']);
	expect(backlog.failed()).toBe(0);
	expect(ids(backlog)).toEqual(['b', 'c']);
});

it('is due again at once after two failures, and after a third when as much was said as makes it due', () => {
	const backlog = new Backlog(1000);
	backlog.add(said('a', 1000));
	const due = [1, 2, 3].map(() => {
		backlog.failed();
		return backlog.isDue;
	});
	expect(due).toEqual([true, true, false]);
	backlog.add(said('b', 1000));
	expect(backlog.isDue).toBe(true);
	backlog.noted(backlog.first(1));
	expect([backlog.isPutOff, backlog.isDue]).toEqual([false, true]);
});

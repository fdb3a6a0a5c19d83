import { saying } from '@myelin/core/testing';
import { type Entry, memoryStore, Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, reporting, small, smallModel, summaryOf, words } from './compacting-session.ts';

/** A kept session that has talked for two turns and was compacted by hand; the summary used 70 tokens. */
async function keptSession() {
	const store = memoryStore();
	const scripted = smallModel([
		...[answer(300), answer(200), reporting(70, ...saying('They talked.'))],
		...[1, 2, 3, 4].map(() => saying('ok')),
	]);
	const options = { id: 's1', cwd: '/work', compaction: small };
	const session = await Session.create(store, options, scripted.ports);
	for (const text of ['one', 'two']) await session.prompt(text);
	await session.compact();
	const { entries } = await session.entries();
	const entryOf = (text: string) =>
		entries.find((entry) => JSON.stringify(entry).includes(`"text":"${text}"`)) as Entry;
	return { ...scripted, store, session, entries, entryOf };
}

const whole = ['one', words(300), 'two', words(200)];
const cut = [summaryOf('They talked.'), 'two', words(200)];

describe('a kept session that was compacted', () => {
	it('shows its model the same when it is opened again, and has all of its history and what the summary cost', async () => {
		verifies('R105');
		const { store, session, ports, shown } = await keptSession();
		await session.close();
		const opened = await Session.open(store, 's1', ports);
		expect(opened.messages()).toHaveLength(4);
		expect(opened.state().totalUsage.inputTokens).toBe(70);
		await expect(opened.compact()).rejects.toMatchObject({ code: 'NOTHING_TO_COMPACT' });
		await opened.prompt('three');
		expect(shown().at(-1)).toEqual([...cut, 'three']);
	});

	it('has it in an entry that names messages, and deletes none', async () => {
		const { entries, session } = await keptSession();
		expect(entries.filter(({ type }) => type === 'message')).toHaveLength(4);
		expect(entries.find(({ type }) => type === 'compaction')?.data).toEqual({
			reason: 'manual',
			summary: { id: expect.any(String), timestamp: expect.any(Number), text: 'They talked.' },
			firstKept: session.messages()[2]?.id,
			files: { read: [], changed: [] },
			tokensBefore: expect.any(Number),
			tokensAfter: expect.any(Number),
		});
		expect(entries.find(({ data }) => 'purpose' in data)).toMatchObject({
			type: 'llm_call',
			data: { purpose: 'compaction', stopReason: 'stop', usage: { inputTokens: 70 } },
		});
	});

	it('shows all of a branch on which that did not happen, and the cut again on the one where it did', async () => {
		const { session, shown, entryOf, entries } = await keptSession();
		const end = entries.findLast(({ type }) => type === 'compaction') as Entry;
		await session.navigate(entryOf('two').id);
		await session.prompt('elsewhere');
		expect(shown().at(-1)).toEqual([...whole.slice(0, 3), 'elsewhere']);
		await session.navigate(end.id);
		await session.prompt('three');
		expect(shown().at(-1)).toEqual([...cut, 'three']);
	});

	it('measures a branch anew, also one that is as long as the one before', async () => {
		const { ports, asked } = smallModel([
			...[answer(1300), answer(1300), answer(10), answer(10)],
			...[saying('They talked.'), saying('ok')],
		]);
		const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work', compaction: small }, ports);
		for (const text of ['one', 'two']) await session.prompt(text);
		const { leaf } = session.state();
		await session.navigate(null);
		for (const text of ['three', 'four']) await session.prompt(text);
		await session.navigate(leaf);
		await session.prompt(words(400));
		expect(asked()).toHaveLength(1);
	});

	it('is forked with the cut, or without it where the fork begins before', async () => {
		const { session, store, ports, shown, entryOf } = await keptSession();
		await session.fork(store, { sessionId: 's2', createdAt: 1 });
		await session.fork(store, { sessionId: 's3', createdAt: 1, entryId: entryOf('two').id });
		await (await Session.open(store, 's2', ports)).prompt('three');
		expect(shown().at(-1)).toEqual([...cut, 'three']);
		await (await Session.open(store, 's3', ports)).prompt('three');
		expect(shown().at(-1)).toEqual([...whole.slice(0, 3), 'three']);
	});

	it('goes on from the summary before, and only the last cut counts when it is opened again', async () => {
		const { session, store, ports, shown } = await keptSession();
		await session.prompt(words(400));
		await session.compact();
		await session.close();
		const opened = await Session.open(store, 's1', ports);
		await opened.prompt('three');
		expect(shown().at(-1)).toEqual([summaryOf('ok'), words(400), 'ok', 'three']);
	});
});

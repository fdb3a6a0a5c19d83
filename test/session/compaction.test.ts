import type { RunSummary } from '@myelin/core';
import { calling, saying } from '@myelin/core/testing';
import type { Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, compactions, reporting, small, smallModel, summaryOf, tooLong, words } from './compacting-session.ts';
import { courseOf, liveSession } from './scripted-session.ts';

async function summaryOfRun(session: Session, text: string): Promise<RunSummary> {
	const outcome = await session.prompt(text);
	if ('queued' in outcome) throw new Error('the prompt still waits');
	return outcome.summary;
}

describe('a session whose requests grow too large', () => {
	it('lets a summary stand for the older turns once its run is over, before it says that it is idle', async () => {
		verifies('R105', 'R108');
		const { ports, shown, asked } = smallModel([
			answer(1300),
			answer(1300),
			answer(400),
			saying('They talked.'),
			saying('ok'),
		]);
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		for (const text of ['one', 'two', 'three']) {
			await session.prompt(text);
			await clock.advance(1);
		}
		expect(courseOf(heard).slice(-2)).toEqual(['agent_end', 'session_idle']);
		await session.prompt('four');
		expect(asked()).toHaveLength(1);
		expect(shown().at(-1)).toEqual([summaryOf('They talked.'), 'three', words(400), 'four']);
		expect(compactions(heard)).toEqual([
			{ type: 'compaction_start', reason: 'threshold' },
			{
				type: 'compaction_end',
				reason: 'threshold',
				tokensBefore: 3051,
				tokensAfter: 448,
				summaryId: expect.stringMatching(/^msg_/),
			},
		]);
	});

	it('between the turns of a run, and splits a turn that is too long: its request stays in its own words', async () => {
		verifies('R105');
		const look = (id: string) => calling({ id, name: 'echo', args: { text: words(1000) } });
		const { ports, shown, asked } = smallModel([look('c1'), look('c2'), saying('It was looked up.'), saying('done')]);
		const { session, heard } = liveSession([], ports, { compaction: { ...small, reserveTokens: 400 } });
		const summary = await summaryOfRun(session, 'look it up');
		expect(summary).toMatchObject({ endReason: 'stop', toolCalls: 2 });
		expect(asked()).toHaveLength(1);
		expect(asked()[0]).toContain('The end of this text is the middle of a task');
		expect(shown().at(-1)).toEqual([
			summaryOf('# The task under way\n\nThe person said:\nlook it up\n\nIt was looked up.'),
			'',
			`echoed ${words(1000)}`,
		]);
		const types = heard.map(({ event }) => event.type);
		expect(types.indexOf('compaction_end')).toBeLessThan(types.lastIndexOf('turn_start') + 3);
		expect(types.lastIndexOf('compaction_end')).toBeLessThan(types.indexOf('agent_end'));
	});

	it('first shows what tools said long ago in short, without asking a model, where that is enough', async () => {
		const { ports, shown, asked } = smallModel([
			calling({ id: 'c1', name: 'echo', args: { text: words(1300) } }),
			answer(200),
			answer(300),
			saying('ok'),
		]);
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		await session.prompt('look');
		await clock.advance(1);
		await session.prompt('and now');
		await clock.advance(1);
		await session.prompt('and then');
		expect(asked()).toEqual([]);
		const [start, end] = compactions(heard);
		expect(start).toEqual({ type: 'compaction_start', reason: 'threshold' });
		expect(end).toMatchObject({ reason: 'threshold', tokensAfter: expect.any(Number) });
		expect(end).not.toHaveProperty('summaryId');
		expect(shown().at(-1)?.[2]).toMatch(/^echoed a+\n\[… \d+ characters left out …\]\na+$/);
		expect(session.messages()[2]?.content).toEqual([{ type: 'text', text: `echoed ${words(1300)}` }]);
	});

	it('goes by what the model reported, however small its messages look', async () => {
		const { ports, asked } = smallModel([
			reporting(2000, ...answer(100)),
			reporting(3500, ...answer(100)),
			saying('They talked.'),
		]);
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		await session.prompt('one');
		await session.prompt('two');
		await clock.advance(1);
		expect(asked()).toHaveLength(1);
		expect(compactions(heard)[1]).toMatchObject({ tokensBefore: 3500 });
	});

	it('counts Chinese as dense as it is: half as many characters as a window of Latin text are too many', async () => {
		const chinese = saying('会'.repeat(1600));
		const { ports, asked } = smallModel([chinese, chinese, saying('他们谈过。')]);
		const { session, clock } = liveSession([], ports, { compaction: small });
		await session.prompt('一');
		await session.prompt('二');
		await clock.advance(1);
		expect(asked()).toHaveLength(1);
	});

	it('does nothing by itself for a model whose window is not known', async () => {
		const { ports, model } = smallModel([answer(3500), answer(10), tooLong], { contextWindow: 0 });
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		for (const text of ['one', 'two', 'three']) await session.prompt(text);
		await clock.advance(1);
		expect([model.requests.length, compactions(heard)]).toEqual([3, []]);
	});

	it('does nothing by itself where that is turned off', async () => {
		const { ports, model } = smallModel([answer(3500), tooLong]);
		const { session, heard, clock } = liveSession([], ports, { compaction: { ...small, enabled: false } });
		await session.prompt('one');
		await clock.advance(1);
		const summary = await summaryOfRun(session, 'two');
		expect(summary.error).toMatchObject({ code: 'CONTEXT_OVERFLOW' });
		expect([model.requests.length, compactions(heard)]).toEqual([2, []]);
	});
});

describe('a request that the model refuses as too long', () => {
	it('is made shorter and sent again once', async () => {
		verifies('R108');
		const { ports, shown } = smallModel([answer(200), answer(200), tooLong, saying('They talked.'), saying('fine')]);
		const { session, heard } = liveSession([], ports, { compaction: small });
		for (const text of ['one', 'two']) await session.prompt(text);
		const summary = await summaryOfRun(session, 'three');
		expect(summary).toMatchObject({ endReason: 'stop', turnCount: 1 });
		expect(shown().at(-1)).toEqual([summaryOf('They talked.'), 'three']);
		const types = heard.map(({ event }) => event.type);
		expect(types.slice(types.indexOf('compaction_start'), types.indexOf('retry') + 1)).toEqual([
			...['compaction_start', 'compaction_end', 'retry'],
		]);
		expect(compactions(heard)[1]).toMatchObject({ reason: 'overflow', tokensBefore: 4000 });
	});

	it('is shortened where a tool has just said too much, also without a summary', async () => {
		const { ports, shown, asked } = smallModel([
			calling({ id: 'c1', name: 'echo', args: { text: words(2800) } }),
			tooLong,
			saying('fine'),
		]);
		const { session } = liveSession([], ports, { compaction: { ...small, reserveTokens: 100 } });
		const summary = await summaryOfRun(session, 'look');
		expect(summary.endReason).toBe('stop');
		expect(asked()).toEqual([]);
		expect(shown().at(-1)?.[2]).toContain('characters left out');
	});

	it('ends the run where nothing can be left out: what a person has just said is not cut', async () => {
		const { ports, model } = smallModel([tooLong]);
		const { session, heard } = liveSession([], ports, { compaction: small });
		const summary = await summaryOfRun(session, words(5000));
		expect(summary.error).toMatchObject({ code: 'CONTEXT_OVERFLOW' });
		expect([model.requests.length, compactions(heard)]).toEqual([1, []]);
	});
});

describe('an abort while a run is being compacted', () => {
	it('ends the compaction before the run is closed, and nothing of it stays', async () => {
		verifies('R108');
		const { ports } = smallModel([
			calling({ id: 'c1', name: 'echo', args: { text: words(1000) } }),
			calling({ id: 'c2', name: 'echo', args: { text: words(1000) } }),
			['silence'],
		]);
		const { session, heard } = liveSession([], ports, { compaction: { ...small, reserveTokens: 400 } });
		session.subscribe(({ event }) => {
			if (event.type === 'compaction_start') queueMicrotask(() => void session.abort());
		});
		const summary = await summaryOfRun(session, 'look');
		expect(summary.endReason).toBe('aborted');
		const types = heard.map(({ event }) => event.type);
		expect(types.slice(types.indexOf('compaction_start'))).toEqual([
			...['compaction_start', 'compaction_end', 'turn_end', 'agent_end'],
		]);
		expect(compactions(heard)[1]).toMatchObject({ error: { code: 'CANCELLED' } });
	});
});

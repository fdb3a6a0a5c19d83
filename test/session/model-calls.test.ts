import { ModelError, type Usage } from '@myelin/core';
import { calling, fakeClock, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { allConcerns, type Entry, memoryStore, Session, type SessionStore } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { scriptedPorts } from './scripted-session.ts';

const usage = (inputTokens: number, more: Partial<Usage> = {}): ScriptedAnswer => [
	[{ type: 'usage', usage: { inputTokens, outputTokens: 1, ...more } }],
];

const retry = { maxAttempts: 2, baseDelayMs: 100, maxDelayMs: 1000 };

/** A kept session whose clock stands, with a promise that comes when the clock has moved on so far. */
async function timed(script: (after: (ms: number) => { readonly until: Promise<void> }) => readonly ScriptedAnswer[]) {
	const clock = fakeClock();
	const after = (ms: number) => ({ until: new Promise<void>((resolve) => clock.after(ms, resolve)) });
	const store = memoryStore();
	const ports = { ...scriptedPorts(script(after)), clock, random: () => 1 };
	const session = await Session.create(store, { id: 's1', cwd: '/work', retry, runRetries: 0 }, ports);
	return { session, clock, store };
}

async function callsOf(session: Session): Promise<readonly unknown[]> {
	const { entries } = await session.entries();
	return entries.flatMap((entry: Entry) => (entry.type === 'llm_call' ? [entry.data] : []));
}

async function totalAfter(store: SessionStore): Promise<Usage> {
	const again = await Session.open(store, 's1', scriptedPorts([]), { readOnly: true });
	return again.state().totalUsage;
}

const model = { provider: 'test', id: 'scripted' };

describe('a call of the model', () => {
	it('is recorded with its model, its tokens and its price, how it stopped, and the times to the first piece and to the end', async () => {
		verifies('R94');
		verifies('R96');
		const { session, clock } = await timed((after) => [
			[
				after(250),
				[{ type: 'text_delta', index: 0, delta: 'Hel' }],
				after(400),
				...usage(12, { cacheReadTokens: 300, cacheWriteTokens: 40, costUsd: 0.02 }),
				[{ type: 'done', stopReason: 'stop' }],
			],
		]);
		const outcome = session.prompt('go');
		await clock.advance(400);
		await outcome;
		expect(await callsOf(session)).toEqual([
			{
				model,
				messageId: session.messages().at(-1)?.id,
				stopReason: 'stop',
				usage: { inputTokens: 12, outputTokens: 1, cacheReadTokens: 300, cacheWriteTokens: 40, costUsd: 0.02 },
				firstTokenMs: 250,
				totalMs: 400,
			},
		]);
	});

	it('is recorded for every turn, from its own request on and not from that of the turn before', async () => {
		const { session, clock } = await timed((after) => [
			[after(100), ...calling({ id: 'c1', name: 'echo' })],
			[after(130), ...saying('done')],
		]);
		const outcome = session.prompt('go');
		await clock.advance(1000);
		await outcome;
		expect(await callsOf(session)).toMatchObject([
			{ stopReason: 'tool_use', firstTokenMs: 100, totalMs: 100 },
			{ stopReason: 'stop', firstTokenMs: 30, totalMs: 30 },
		]);
	});

	it('is recorded when it fails: with the message that was discarded, or without one; each try is timed by itself', async () => {
		verifies('R96');
		const { session, clock } = await timed((after) => [
			[after(10), ...usage(5), [{ type: 'text_delta', index: 0, delta: 'Ha' }], new ModelError('STREAM_BROKEN', 'cut')],
			[after(150), new ModelError('OVERLOADED', 'busy')],
		]);
		const outcome = session.prompt('go');
		await clock.advance(1000);
		expect(await outcome).toMatchObject({ summary: { endReason: 'error' } });
		expect(await callsOf(session)).toEqual([
			{
				model,
				messageId: expect.any(String),
				stopReason: 'error',
				usage: { inputTokens: 5, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
				firstTokenMs: 10,
				totalMs: 10,
			},
			{ model, stopReason: 'error', errorCode: 'OVERLOADED', totalMs: 40 },
		]);
	});

	it('that is aborted before it says anything is recorded with the end of its run: nothing stays open', async () => {
		verifies('R101');
		const { session, clock } = await timed(() => [['silence']]);
		const outcome = session.prompt('go');
		await clock.advance(70);
		await session.abort();
		await outcome;
		expect(await callsOf(session)).toEqual([{ model, stopReason: 'aborted', totalMs: 70 }]);
		const { entries } = await session.entries();
		expect(entries.slice(-2).map(({ type }) => type)).toEqual(['llm_call', 'run']);
	});

	it.each([
		{ turn: 1, answers: [], calls: [] },
		{ turn: 2, answers: [calling({ id: 'c1', name: 'echo' })], calls: [{ stopReason: 'tool_use' }] },
	])('is not recorded where none was made: turn $turn was over before its request was ready', async (given) => {
		const ports = scriptedPorts(given.answers);
		let turn = 0;
		const systemPrompt = (prompt: string) => {
			if (++turn === given.turn) throw new Error('no prompt');
			return prompt;
		};
		const hooks = { ...ports.hooks, systemPrompt };
		const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work' }, { ...ports, hooks });
		expect(await session.prompt('go')).toMatchObject({ summary: { error: { code: 'HOOK_FAILED' } } });
		expect(await callsOf(session)).toMatchObject(given.calls);
		expect(await callsOf(session)).toHaveLength(given.calls.length);
	});
});

describe('what a session has used', () => {
	const script = () => [
		[
			...usage(10, { costUsd: 0.1 }),
			[{ type: 'text_delta', index: 0, delta: 'Ha' } as const],
			new ModelError('OVERLOADED', 'busy'),
		],
		[...usage(20, { costUsd: 0.2 }), ...saying('one')],
		[...usage(40, { costUsd: 0.4 }), ...saying('two')],
	];

	it('counts every call once, tries that were discarded too, and is the same after a restart', async () => {
		const { session, clock, store } = await timed(script);
		for (const text of ['first', 'second']) {
			const outcome = session.prompt(text);
			await clock.advance(100);
			await outcome;
		}
		const { totalUsage } = session.state();
		expect(totalUsage).toEqual({
			inputTokens: 70,
			outputTokens: 3,
			cacheReadTokens: 0,
			cacheWriteTokens: 0,
			costUsd: expect.closeTo(0.7),
		});
		await session.close();
		expect(await totalAfter(store)).toEqual(totalUsage);
	});

	it('is the same after a restart where calls are not recorded by themselves', async () => {
		const clock = fakeClock();
		const store = memoryStore();
		const concerns = allConcerns.filter((_, place) => place !== 1);
		const ports = { ...scriptedPorts(script()), clock, random: () => 1, concerns };
		const session = await Session.create(store, { id: 's1', cwd: '/work', retry }, ports);
		const outcome = session.prompt('first');
		await clock.advance(100);
		await outcome;
		expect(await callsOf(session)).toEqual([]);
		await session.close();
		expect(await totalAfter(store)).toMatchObject({ inputTokens: 30, outputTokens: 2 });
	});

	it('is the same after a restart where only some runs recorded their calls by themselves', async () => {
		const { session, store } = await timed(() => [[...usage(1), ...saying('one')]]);
		await session.prompt('first');
		await session.close();
		const clock = fakeClock();
		const concerns = allConcerns.filter((_, place) => place !== 1);
		const again = await Session.open(
			store,
			's1',
			{ ...scriptedPorts(script()), clock, random: () => 1, concerns },
			{ retry },
		);
		const outcome = again.prompt('second');
		await clock.advance(100);
		await outcome;
		await again.close();
		expect(await totalAfter(store)).toMatchObject({ inputTokens: 31 });
	});

	it('counts what a run that was cut off by a kill had used', async () => {
		const { session, clock, store } = await timed(() => [
			[...usage(10), ...calling({ id: 'c1', name: 'echo' })],
			['silence'],
		]);
		void session.prompt('go');
		await clock.advance(0);
		expect(await totalAfter(store)).toMatchObject({ inputTokens: 10, outputTokens: 1 });
		await session.close();
	});

	it('goes into a fork with the messages it was used for, and grows there by what is used there', async () => {
		const { session, clock, store } = await timed(() => [[...usage(10), ...saying('one')]]);
		await session.prompt('go');
		await clock.advance(0);
		await session.fork(store, { sessionId: 's2', createdAt: 0 });
		const fork = await Session.open(store, 's2', scriptedPorts([[...usage(5), ...saying('two')]]));
		await fork.prompt('more');
		await fork.close();
		const again = await Session.open(store, 's2', scriptedPorts([]), { readOnly: true });
		expect([fork.state().totalUsage.inputTokens, again.state().totalUsage.inputTokens]).toEqual([15, 15]);
	});
});

describe('the end of a run', () => {
	it('is made to survive a power loss with all that stands before it', async () => {
		verifies('R102');
		const inner = memoryStore();
		const written: string[] = [];
		const store: SessionStore = {
			...inner,
			async create(header) {
				const lease = await inner.create(header);
				return {
					...lease,
					append(records) {
						for (const record of records) if (record.kind === 'entry') written.push(record.entry.type);
						return lease.append(records);
					},
					async sync() {
						written.push('sync');
						await lease.sync();
					},
				};
			},
		};
		const session = await Session.create(store, { id: 's1', cwd: '/work' }, scriptedPorts([saying('one')]));
		await session.prompt('go');
		expect(written).toEqual(['message', 'session_info', 'llm_call', 'message', 'sync', 'run', 'sync']);
		await session.close();
	});

	it('is seen by plugins before anybody else, and holds them to it: these are the hooks after a run', async () => {
		verifies('R103');
		verifies('R105');
		const ports = scriptedPorts([saying('one')]);
		const seen: string[] = [];
		const hooks = {
			...ports.hooks,
			observe: async ({ event }: { event: { type: string } }) => {
				if (event.type !== 'agent_end') return;
				await new Promise((resolve) => setImmediate(resolve));
				seen.push('hook');
			},
		};
		const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work' }, { ...ports, hooks });
		session.subscribe(({ event }) => {
			if (event.type === 'agent_end') seen.push('subscriber');
		});
		await session.prompt('go');
		seen.push('answer');
		expect(seen).toEqual(['hook', 'subscriber', 'answer']);
		await session.close();
	});
});

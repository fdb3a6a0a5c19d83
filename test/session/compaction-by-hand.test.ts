import { type Message, ModelError, textContent } from '@myelin/core';
import { type ScriptedAnswer, saying } from '@myelin/core/testing';
import { type CompactionRequest, noHooks, type SessionOptions, type SessionPorts } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, compactions, small, smallModel, summaryOf, words } from './compacting-session.ts';
import { liveSession } from './scripted-session.ts';

const once = { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0 };

describe('compacting by hand', () => {
	async function talked(
		more: Parameters<typeof smallModel>[0],
		ports: Partial<SessionPorts> = {},
		options: Partial<SessionOptions> = {},
	) {
		const scripted = smallModel([answer(300), answer(200), ...more]);
		const live = liveSession([], { ...scripted.ports, ...ports }, { compaction: small, ...options });
		for (const text of ['one', 'two']) await live.session.prompt(text);
		return { ...live, ...scripted };
	}

	it('tells the model what to heed, and answers the sizes and the summary', async () => {
		verifies('R108');
		const { session, heard, asked, shown } = await talked([saying('They talked.'), saying('ok')]);
		const result = await session.compact({ instructions: 'keep the names' });
		expect(asked()[0]).toContain('The person asks of this summary: keep the names');
		const end = { reason: 'manual', ...result };
		expect(compactions(heard)).toEqual([
			{ type: 'compaction_start', reason: 'manual' },
			{ type: 'compaction_end', ...end },
		]);
		expect(result.tokensAfter).toBeLessThan(result.tokensBefore);
		await session.prompt('three');
		expect(shown().at(-1)).toEqual([summaryOf('They talked.'), 'two', words(200), 'three']);
	});

	it('a second time has nothing to do, and after more was said goes on from the summary before', async () => {
		const { session, asked } = await talked([saying('They talked.'), answer(400), saying('They talked on.')]);
		await session.compact();
		await expect(session.compact()).rejects.toMatchObject({ code: 'NOTHING_TO_COMPACT' });
		await session.prompt('three');
		await session.compact();
		expect(asked()[1]).toContain('<summary-so-far>\nThey talked.\n</summary-so-far>');
		expect(asked()[1]).not.toContain(words(300));
	});

	it('of a session that has said nothing has nothing to do', async () => {
		const { ports } = smallModel([]);
		await expect(liveSession([], ports).session.compact()).rejects.toMatchObject({ code: 'NOTHING_TO_COMPACT' });
	});

	it('is refused while a run is live', async () => {
		const { ports } = smallModel([['silence']]);
		const { session } = liveSession([], ports);
		const prompted = session.prompt('one');
		await expect(session.compact()).rejects.toMatchObject({ code: 'SESSION_BUSY' });
		await session.abort();
		await prompted;
	});

	it.each([
		['is larger than what it stands for', answer(400), 'COMPACTION_FAILED'],
		['is empty', saying(''), 'COMPACTION_FAILED'],
		['never ends', [{ forever: [{ type: 'text_delta', index: 0, delta: 'and so on ' }] }], 'COMPACTION_FAILED'],
		['the model does not come to', [new ModelError('OVERLOADED', 'busy')], 'COMPACTION_FAILED'],
		['breaks off', ['break'], 'COMPACTION_FAILED'],
	] as [string, ScriptedAnswer, string][])(
		'with a summary that %s leaves the session as it was',
		async (_, script, code) => {
			const { session, heard, shown, clock } = await talked([script, saying('ok')], {}, { retry: once });
			await expect(session.compact()).rejects.toMatchObject({ code });
			expect(compactions(heard)[1]).toMatchObject({ error: { message: expect.any(String) } });
			expect(compactions(heard)[1]).not.toHaveProperty('tokensAfter');
			await session.prompt('three');
			expect(shown().at(-1)).toEqual(['one', words(300), 'two', words(200), 'three']);
			expect(clock.waiting).toBe(0);
		},
	);

	const retry = { maxAttempts: 3, baseDelayMs: 1000, maxDelayMs: 30_000 };
	const busy: ScriptedAnswer = [new ModelError('OVERLOADED', 'busy')];
	const limited: ScriptedAnswer = [new ModelError('RATE_LIMIT', 'slow down', { retryAfterMs: 7000 })];

	it('asks a model again that is busy, as a turn does, and no sooner than it wishes', async () => {
		const more = [busy, limited, saying('They talked.')];
		const { session, heard, asked, clock } = await talked(more, { random: () => 0.5 }, { retry });
		const compacted = session.compact();
		await clock.advance(499);
		expect(asked()).toHaveLength(1);
		await clock.advance(1);
		expect(asked()).toHaveLength(2);
		await clock.advance(6999);
		expect(asked()).toHaveLength(2);
		await clock.advance(1);
		expect(await compacted).toHaveProperty('summaryId');
		expect(compactions(heard).map(({ type }) => type)).toEqual(['compaction_start', 'compaction_end']);
		expect(clock.waiting).toBe(0);
	});

	it('gives up after as many tries as a turn has, and at once what no later try would mend', async () => {
		const over = await talked([busy, busy, busy], { random: () => 0 }, { retry });
		const failed = expect(over.session.compact()).rejects.toMatchObject({ code: 'COMPACTION_FAILED' });
		await over.clock.advance(10_000);
		await failed;
		expect(over.asked()).toHaveLength(3);
		const refused = await talked([[new ModelError('AUTH', 'no key')]], {}, { retry });
		await expect(refused.session.compact()).rejects.toMatchObject({ code: 'COMPACTION_FAILED' });
		expect(refused.asked()).toHaveLength(1);
	});

	it('ends with an abort while it waits to ask again, and asks no more', async () => {
		const { session, asked, clock } = await talked([limited, saying('late')], {}, { retry });
		const failed = expect(session.compact()).rejects.toMatchObject({ code: 'CANCELLED' });
		await clock.advance(100);
		await session.abort();
		await failed;
		await clock.advance(60_000);
		expect([asked().length, clock.waiting]).toEqual([1, 0]);
	});

	it('with a model that hangs is over after a minute of silence, and prompts have waited until then', async () => {
		const { session, clock } = await talked([[{ deafSilence: true }], saying('ok')]);
		const compacted = expect(session.compact()).rejects.toMatchObject({ code: 'COMPACTION_FAILED' });
		const prompted = session.prompt('three');
		await expect(session.prompt('four')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
		await clock.advance(59_999);
		expect(session.state()).toMatchObject({ isRunning: false, compacting: 'manual' });
		await clock.advance(1);
		await compacted;
		expect(session.state().compacting).toBeUndefined();
		expect(await prompted).toHaveProperty('summary');
	});

	it('is waited for by a prompt that then runs, also where the session was to begin a run of its own', async () => {
		const { session, heard, clock } = await talked([['silence'], saying('to three'), saying('for the goal')]);
		const controller = new AbortController();
		const compacted = expect(session.compact({ signal: controller.signal })).rejects.toMatchObject({
			code: 'CANCELLED',
		});
		await session.setGoal({ action: 'create', text: 'be done', budget: { runs: 1 } });
		await clock.advance(1);
		const prompted = session.prompt('three');
		controller.abort();
		await compacted;
		expect(await prompted).toMatchObject({ summary: { endReason: 'stop' } });
		expect(
			textContent(heard.flatMap(({ event }) => (event.type === 'agent_end' ? event.newMessages : []))[4] as Message),
		).toBe('three');
	});

	it('ends with an abort, and with its own signal, at once', async () => {
		const { session, heard, shown, clock } = await talked([['silence'], ['silence'], saying('ok')]);
		const first = expect(session.compact()).rejects.toMatchObject({ code: 'CANCELLED' });
		await clock.advance(1);
		await session.abort();
		await first;
		const controller = new AbortController();
		const second = expect(session.compact({ signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
		await clock.advance(1);
		controller.abort();
		await second;
		expect(compactions(heard).map((event) => ('error' in event ? event.error?.code : event.type))).toEqual([
			...['compaction_start', 'CANCELLED', 'compaction_start', 'CANCELLED'],
		]);
		await session.prompt('three');
		expect(shown().at(-1)).toHaveLength(5);
	});

	it('is denied by a guard that says why, and a plugin may bring the summary', async () => {
		const decisions = [{ by: 'p', hookId: 'h', answer: 'block', cause: 'policy', durationMs: 0 }] as const;
		const before = () => ({ decisions, blocked: { reason: 'not now' } });
		const denied = await talked([], { hooks: { ...noHooks, before } });
		await expect(denied.session.compact()).rejects.toMatchObject({
			code: 'DENIED',
			message: 'session s1 may not be compacted, says plugin p: not now',
		});
		expect(compactions(denied.heard)[1]).toMatchObject({ error: { code: 'DENIED' } });
		const asked: CompactionRequest[] = [];
		const compaction = (request: CompactionRequest) => {
			asked.push(request);
			return 'From a plugin.';
		};
		const supplied = await talked([saying('ok')], { hooks: { ...noHooks, compaction } });
		await supplied.session.compact({ instructions: 'short' });
		expect(supplied.asked()).toEqual([]);
		expect(asked[0]).toMatchObject({ reason: 'manual', instructions: 'short', messages: [{ role: 'user' }, {}] });
		await supplied.session.prompt('three');
		expect(supplied.shown().at(-1)?.[0]).toBe(summaryOf('From a plugin.'));
	});
});

import { calling, fakeClock, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { memoryStore, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { small, smallModel, words } from './compacting-session.ts';

const costing = (costUsd: number, answer: ScriptedAnswer): ScriptedAnswer => [
	[{ type: 'usage', usage: { inputTokens: 10, costUsd } }],
	...answer,
];
const work = (id: string): ScriptedAnswer => calling({ id, name: 'echo', args: { text: words(800) } });

/** A session whose summaries cost a dollar, and its turns next to nothing. */
function costly(answers: readonly ScriptedAnswer[], budget?: { costUsd: number }) {
	const clock = fakeClock();
	const { model, ports, asked } = smallModel(answers);
	const options = { id: 's1', cwd: '/work', compaction: small, ...(budget === undefined ? {} : { budget }) };
	return { session: new Session(options, { ...ports, clock }), clock, model, asked };
}

it('a run ends at its bound with what its summaries cost', async () => {
	const answers = [work('a'), work('b'), costing(1, saying('summary')), work('c'), saying('done')];
	const { session, clock } = costly(answers, { costUsd: 0.5 });
	const outcome = session.prompt('go');
	await clock.advance(0);
	expect(await outcome).toMatchObject({ summary: { endReason: 'budget' } });
	expect(session.state().totalUsage.costUsd).toBe(1);
});

it('a goal ends at its budget with what the summaries in its runs cost', async () => {
	const answers = [work('a'), work('b'), costing(1, saying('summary')), work('c'), saying('done')];
	const { session, clock } = costly(answers);
	await session.setGoal({ action: 'create', text: 'x', budget: { costUsd: 0.5 } });
	await clock.advance(0);
	expect(session.state().goal).toMatchObject({ status: 'budget_limited', used: { costUsd: 1, runs: 1 } });
});

it('a goal ends at its budget with what a summary behind its run cost', async () => {
	const answers = [work('a'), saying(words(1600)), costing(1, saying('summary'))];
	const { session, clock, asked } = costly(answers);
	await session.setGoal({ action: 'create', text: 'x', budget: { costUsd: 0.5 } });
	await clock.advance(0);
	expect(asked().length).toBe(1);
	expect(session.state().goal).toMatchObject({ status: 'budget_limited', used: { costUsd: 1, runs: 1 } });
});

it('a summary that is aborted leaves a record of what it used, which is in the totals, also when opened again', async () => {
	const store = memoryStore();
	const clock = fakeClock();
	const talk = [saying(words(600)), saying(words(600)), saying(words(600))];
	const { ports } = smallModel([...talk, [[{ type: 'usage', usage: { inputTokens: 5000, costUsd: 2 } }], 'silence']]);
	const options = { id: 's1', cwd: '/work', compaction: small };
	const session = await Session.create(store, options, { ...ports, clock });
	for (const text of ['one', 'two', 'three']) await session.prompt(text);
	const compacted = expect(session.compact()).rejects.toMatchObject({ code: 'CANCELLED' });
	await clock.advance(0);
	await session.abort();
	await compacted;
	const { entries } = await session.entries({ limit: 100 });
	expect(entries.flatMap(({ type, data }) => (type === 'llm_call' && 'purpose' in data ? [data] : []))).toMatchObject([
		{ purpose: 'compaction', stopReason: 'aborted', usage: { inputTokens: 5000, costUsd: 2 } },
	]);
	expect(session.state().totalUsage.costUsd).toBe(2);
	await session.close();
	const again = await Session.open(store, 's1', ports);
	expect(again.state().totalUsage.costUsd).toBe(2);
	await again.close();
});

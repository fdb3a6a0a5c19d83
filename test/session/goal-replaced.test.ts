import { defaultRetry, ModelError } from '@myelin/core';
import { calling, type ScriptedAnswer, saying } from '@myelin/core/testing';
import type { Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { liveSession } from './scripted-session.ts';

const done: ScriptedAnswer = calling({ id: 'u', name: 'update_goal', args: { status: 'complete' } });
const stuck: ScriptedAnswer = calling({ id: 'u', name: 'update_goal', args: { status: 'blocked', reason: 'no key' } });

/** Gives the session another goal as soon as its model has begun to answer for the first one. */
function replaceAtFirstAnswer(session: Session): void {
	let isReplaced = false;
	session.subscribe(({ event }) => {
		if (event.type !== 'message_start' || event.message.role !== 'assistant' || isReplaced) return;
		isReplaced = true;
		void session.setGoal({ action: 'create', text: 'new', budget: { runs: 1 } });
	});
}

describe('a goal that replaces another', () => {
	for (const [what, said] of [
		['complete', done],
		['blocked', stuck],
	] as const) {
		it(`is not ${what} because the live run of the one before says so, which is told that its goal is gone`, async () => {
			const work = calling({ id: 'c', name: 'echo', args: {} });
			const { session, clock, heard } = liveSession([said, saying('old'), work, saying('new')]);
			replaceAtFirstAnswer(session);
			await session.setGoal({ action: 'create', text: 'old' });
			await clock.advance(0);
			const result = heard.find(({ event }) => event.type === 'tool_execution_end')?.event;
			expect(result).toMatchObject({ isError: true });
			expect(JSON.stringify(result)).toContain('the goal that this run is about is gone');
			expect(session.state().goal).toMatchObject({ text: 'new', status: 'budget_limited', used: { runs: 1 } });
		});
	}

	it('has nothing of a run of the one before that is gone on with after a failure', async () => {
		const usage = { type: 'usage', usage: { inputTokens: 40, outputTokens: 10 } } as const;
		const failing: ScriptedAnswer = [
			[usage, { type: 'text_delta', index: 0, delta: 'I' }],
			new ModelError('OVERLOADED', 'too busy'),
		];
		const answers = [failing, saying('old after all'), [[usage], ...done], saying('new')];
		const { session, clock, heard } = liveSession(answers, {}, { retry: { ...defaultRetry, maxAttempts: 0 } });
		session.subscribe(({ event }) => {
			if (event.type === 'agent_end' && event.willRetry) void session.setGoal({ action: 'create', text: 'new' });
		});
		await session.setGoal({ action: 'create', text: 'old' });
		await clock.advance(1_000_000);
		expect(heard.filter(({ event }) => event.type === 'agent_end')).toHaveLength(3);
		expect(session.state().goal).toMatchObject({ text: 'new', status: 'complete', used: { tokens: 50, runs: 1 } });
	});

	it('is left alone by the failure of a run of the one before, and paused when a person aborts that', async () => {
		const refused: ScriptedAnswer = [
			[{ type: 'text_delta', index: 0, delta: 'I' }],
			new ModelError('AUTH', 'no such key'),
		];
		const failing = liveSession([refused, done, saying('new')]);
		replaceAtFirstAnswer(failing.session);
		await failing.session.setGoal({ action: 'create', text: 'old' });
		await failing.clock.advance(0);
		expect(failing.session.state().goal).toMatchObject({ text: 'new', status: 'complete' });
		const silent = liveSession([[[{ type: 'text_delta', index: 0, delta: 'I' }], 'silence']]);
		replaceAtFirstAnswer(silent.session);
		await silent.session.setGoal({ action: 'create', text: 'old' });
		await silent.clock.advance(0);
		await silent.session.abort();
		await silent.clock.advance(0);
		expect(silent.session.state().goal).toMatchObject({ text: 'new', status: 'paused', used: { runs: 0 } });
	});
});

describe('a goal that nobody bounded', () => {
	it('says its bound of 50 runs, ends with it, and may be given another', async () => {
		const answers = Array.from({ length: 51 }, (_, run) => [
			calling({ id: `c${run}`, name: 'echo', args: {} }),
			saying(`step ${run}`),
		]).flat();
		const { session, clock } = liveSession(answers);
		expect(await session.setGoal({ action: 'create', text: 'x', budget: { costUsd: 5 } })).toMatchObject({
			budget: { runs: 50, costUsd: 5 },
		});
		await clock.advance(0);
		expect(session.state().goal).toMatchObject({
			status: 'budget_limited',
			used: { runs: 50 },
			reason: 'its budget of 50 runs is used up',
		});
	});
});

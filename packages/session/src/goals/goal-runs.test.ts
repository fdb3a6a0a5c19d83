import type { EndReason, ErrorInfo, RunSummary } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import type { Goal, GoalBudget, GoalStatus } from './goal.ts';
import { afterQuotaError, afterRun, type CountedRun, noProgress, type Pursuit } from './goal-runs.ts';

const goalWith = (budget?: GoalBudget, status: GoalStatus = 'active'): Goal => ({
	text: 'x',
	status,
	used: { tokens: 0, costUsd: 0, runs: 0 },
	...(budget === undefined ? {} : { budget }),
});

const summaryOf = (endReason: EndReason, error?: ErrorInfo): RunSummary => ({
	turnCount: 1,
	toolCalls: 1,
	toolErrors: 0,
	endReason,
	usage: { inputTokens: 40, outputTokens: 30, cacheReadTokens: 20, cacheWriteTokens: 10, costUsd: 0.5 },
	durationMs: 1,
	...(error === undefined ? {} : { error }),
});

const run = (facts: Partial<CountedRun> = {}): CountedRun => ({
	byGoal: true,
	summary: summaryOf('stop'),
	doneCalls: 1,
	answer: 'one',
	...facts,
});

const after = (...runs: CountedRun[]): Pursuit => runs.reduce(afterRun, { goal: goalWith(), progress: noProgress });

const failure = (code: string, retryable: boolean): ErrorInfo => ({ code, message: `${code}!`, retryable });

describe('after a run', () => {
	const ends: readonly (readonly [EndReason, GoalStatus])[] = [
		['stop', 'active'],
		['length', 'active'],
		['max_turns', 'active'],
		['budget', 'active'],
		['guard', 'blocked'],
		['refusal', 'blocked'],
		['terminated', 'paused'],
		['aborted', 'paused'],
	];
	for (const byGoal of [true, false]) {
		for (const [endReason, status] of ends) {
			it(`${byGoal ? 'of its own' : 'of a person'} that ended with ${endReason} a goal is ${status}`, () => {
				const { goal } = after(run({ byGoal, summary: summaryOf(endReason) }));
				expect(goal.status).toBe(status);
				expect(goal.reason === undefined).toBe(status === 'active');
			});
		}
	}

	it('that failed a goal is blocked, paused where the same may go well later, and usage-limited on a quota', () => {
		verifies('R99');
		const failed = (error: ErrorInfo) => after(run({ summary: summaryOf('error', error) })).goal;
		expect(failed(failure('AUTH', false))).toMatchObject({ status: 'blocked', reason: 'AUTH!' });
		expect(failed(failure('OVERLOADED', true))).toMatchObject({ status: 'paused', reason: 'OVERLOADED!' });
		expect(failed(failure('QUOTA', false))).toMatchObject({ status: 'usage_limited', reason: 'QUOTA!' });
		expect(afterQuotaError(goalWith(), 'no credit left')).toMatchObject({ status: 'usage_limited' });
	});

	it('what a goal was told in the meantime stands', () => {
		for (const status of ['paused', 'complete', 'blocked', 'budget_limited', 'usage_limited'] as const) {
			for (const endReason of ['stop', 'aborted', 'error'] as const) {
				const { goal } = afterRun(
					{ goal: goalWith({}, status), progress: noProgress },
					run({ summary: summaryOf(endReason) }),
				);
				expect(goal).toMatchObject({ status, used: { runs: 1 } });
			}
			expect(afterQuotaError(goalWith({}, status), 'x').status).toBe(status);
		}
	});

	it('of its own counts against its budget, and a person’s does not', () => {
		expect(after(run(), run({ byGoal: false }), run()).goal.used).toEqual({ tokens: 200, costUsd: 1, runs: 2 });
	});

	const budgets: readonly (readonly [GoalBudget, string])[] = [
		[{ runs: 1 }, 'its budget of 1 runs is used up'],
		[{ tokens: 100 }, 'its budget of 100 tokens is used up'],
		[{ costUsd: 0.5 }, 'its budget of $0.5 is used up'],
	];
	for (const [budget, reason] of budgets) {
		it(`a goal stops where ${reason}`, () => {
			const { goal } = afterRun({ goal: goalWith(budget), progress: noProgress }, run());
			expect(goal).toMatchObject({ status: 'budget_limited', reason });
		});
	}

	it('a goal whose budget has room goes on', () => {
		const budget = { runs: 2, tokens: 101, costUsd: 0.51 };
		expect(afterRun({ goal: goalWith(budget), progress: noProgress }, run()).goal.status).toBe('active');
	});

	it('a goal is blocked when three in a row only talked, and a call in between starts the count anew', () => {
		const talk = (answer: string) => run({ doneCalls: 0, answer });
		expect(after(talk('a'), talk('b')).goal.status).toBe('active');
		expect(after(talk('a'), talk('b'), talk('c')).goal).toMatchObject({
			status: 'blocked',
			reason: '3 runs in a row did nothing but talk: no tool call succeeded',
		});
		expect(after(talk('a'), talk('b'), run({ answer: 'c' }), talk('d'), talk('e')).goal.status).toBe('active');
	});

	it('a goal is blocked when three in a row said the same, whatever they called', () => {
		expect(after(run(), run()).goal.status).toBe('active');
		expect(after(run(), run(), run()).goal).toMatchObject({
			status: 'blocked',
			reason: '3 runs in a row ended with the same answer',
		});
		expect(after(run(), run(), run({ answer: 'two' }), run()).goal.status).toBe('active');
		expect(after(run({ answer: '' }), run({ answer: '' }), run({ answer: '' })).goal.status).toBe('active');
	});
});

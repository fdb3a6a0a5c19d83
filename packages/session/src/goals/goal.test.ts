import { describe, expect, it } from 'vitest';
import { act, type Goal, type GoalAction, type GoalStatus, reopened } from './goal.ts';

const statuses: readonly (GoalStatus | 'none')[] = [
	'none',
	'active',
	'paused',
	'complete',
	'blocked',
	'budget_limited',
	'usage_limited',
];

const goalIn = (status: GoalStatus | 'none'): Goal | null =>
	status === 'none' ? null : { text: 'old', status, used: { tokens: 7, costUsd: 0, runs: 1 }, reason: 'before' };

const actions = {
	create: { action: 'create', text: 'new' },
	pause: { action: 'pause' },
	resume: { action: 'resume' },
	complete: { action: 'complete' },
	block: { action: 'block', reason: 'no key' },
	clear: { action: 'clear' },
} as const satisfies Record<string, GoalAction>;

/** Each row: what an action makes of no goal, and of one that is active, paused, complete, blocked, budget_limited, usage_limited. */
const table: Record<keyof typeof actions, readonly string[]> = {
	create: ['active', 'active', 'active', 'active', 'active', 'active', 'active'],
	pause: ['NOT_FOUND', 'paused', 'paused', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
	resume: ['NOT_FOUND', 'active', 'active', 'CONFLICT', 'active', 'active', 'active'],
	complete: ['NOT_FOUND', 'complete', 'complete', 'complete', 'complete', 'complete', 'complete'],
	block: ['NOT_FOUND', 'blocked', 'blocked', 'CONFLICT', 'blocked', 'blocked', 'blocked'],
	clear: ['none', 'none', 'none', 'none', 'none', 'none', 'none'],
};

describe('a goal', () => {
	for (const [name, outcomes] of Object.entries(table)) {
		for (const [place, expected] of outcomes.entries()) {
			const status = statuses[place] ?? 'none';
			it(`that is ${status}: ${name} makes it ${expected}`, () => {
				const step = act(goalIn(status), actions[name as keyof typeof actions]);
				if ('refused' in step) expect(step.refused).toBe(`GOAL_${expected}`);
				else expect(step.goal?.status ?? 'none').toBe(expected);
			});
		}
	}

	it('is made anew by create: nothing of the one before is left', () => {
		expect(act(goalIn('blocked'), { action: 'create', text: 'new', budget: { runs: 3 } })).toEqual({
			goal: { text: 'new', status: 'active', budget: { runs: 3 }, used: { tokens: 0, costUsd: 0, runs: 0 } },
		});
	});

	it('keeps what it used and loses its reason when it is resumed', () => {
		expect(act(goalIn('blocked'), { action: 'resume' })).toEqual({
			goal: { text: 'old', status: 'active', used: { tokens: 7, costUsd: 0, runs: 1 } },
		});
	});

	it('whose budget is used up is not resumed, and says which', () => {
		const spent: Goal = {
			text: 'x',
			status: 'budget_limited',
			budget: { runs: 2 },
			used: { tokens: 1, costUsd: 0, runs: 2 },
		};
		expect(act(spent, { action: 'resume' })).toEqual({
			refused: 'GOAL_CONFLICT',
			why: 'its budget of 2 runs is used up; create the goal anew with a larger one to go on',
		});
	});

	it('comes back paused if it was active, and else as it was', () => {
		expect(statuses.map((status) => (status === 'none' ? 'none' : reopened(goalIn(status) as Goal).status))).toEqual([
			'none',
			'paused',
			'paused',
			'complete',
			'blocked',
			'budget_limited',
			'usage_limited',
		]);
	});
});

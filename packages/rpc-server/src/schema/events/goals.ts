import * as z from 'zod';
import { count, define } from '../define.ts';

export const GoalBudget = define(
	'GoalBudget',
	"What the goal's own runs may use together: tokens of all kinds, US dollars, runs. Absent means no bound; a goal that is created without a bound of runs has 50.",
	z.strictObject({
		tokens: z.int().min(1).optional(),
		costUsd: z.number().positive().optional(),
		runs: z.int().min(1).optional(),
	}),
);

export const GoalUse = define(
	'GoalUse',
	"What the goal's own runs have used; what a person asks for in between is not counted.",
	z.object({ tokens: count, costUsd: z.number(), runs: count }),
);

export const Goal = define(
	'Goal',
	'What a session works towards by itself, run after run, while it is `active`. `reason` says why it is not.',
	z.object({
		text: z.string(),
		status: define(
			'GoalStatus',
			'Where a goal stands.',
			z.enum(['active', 'paused', 'complete', 'blocked', 'budget_limited', 'usage_limited']),
		),
		budget: GoalBudget.optional(),
		used: GoalUse,
		reason: z.string().optional(),
	}),
);

export const GoalUpdated = define(
	'GoalUpdated',
	'The goal was changed, or has used more of its budget; null is none.',
	z.object({ type: z.literal('goal_updated'), goal: Goal.nullable() }),
);

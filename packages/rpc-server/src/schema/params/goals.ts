import * as z from 'zod';
import { define } from '../define.ts';
import { Goal, GoalBudget } from '../events/goals.ts';
import { sessionId } from '../session-id.ts';

export const GoalAction = define(
	'GoalAction',
	'What to do with a goal: `create` needs `text` and may bring a `budget`, `block` needs a `reason`, the others need nothing more.',
	z.strictObject({
		action: z.enum(['create', 'pause', 'resume', 'complete', 'block', 'clear']),
		text: z.string().regex(/\S/).optional(),
		budget: GoalBudget.optional(),
		reason: z.string().regex(/\S/).optional(),
	}),
);

export const SetGoalParams = define(
	'SetGoalParams',
	'Gives the session a goal, or does something with the one it has.',
	z.object({ sessionId, goal: GoalAction }),
);

export const SetGoalResult = define(
	'SetGoalResult',
	'The goal as it is now; null is none.',
	z.object({ goal: Goal.nullable() }),
);

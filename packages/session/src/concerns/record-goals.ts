import type { Concern } from '../concern.ts';

/** Writes and tells what the end of a run, or a quota that is used up, makes of the goal. */
export const recordGoals: Concern = {
	on: ['error', 'agent_end'],
	effects(envelope, facts) {
		const goal = facts.goalAfter(envelope);
		if (goal === undefined) return [];
		return [
			{ kind: 'write', entry: { type: 'goal', data: { goal } } },
			{ kind: 'say', event: { type: 'goal_updated', goal } },
		];
	},
};

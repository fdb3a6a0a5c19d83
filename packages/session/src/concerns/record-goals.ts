import type { Concern } from '../concern.ts';

/** Writes and tells what runs, and a quota that is used up, make of the goal. */
export const recordGoals: Concern = {
	on: ['agent_start', 'error', 'agent_end'],
	effects(envelope, facts) {
		const goal = facts.goalAfter(envelope);
		if (goal === undefined) return [];
		return [
			{ kind: 'write', entry: { type: 'goal', data: { goal } } },
			{ kind: 'say', event: { type: 'goal_updated', goal } },
		];
	},
};

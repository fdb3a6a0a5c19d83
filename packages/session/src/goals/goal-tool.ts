import { type Checked, type JsonObject, parseBy, type Tool } from '@myelin/core';
import type { Goal, GoalAction } from './goal.ts';

/** The name of the tool by which a model says what became of its goal. */
export const goalToolName = 'update_goal';

/** The tool `update_goal`, offered while a goal is active. `change` does what the model says, or rejects with why not. */
export function goalTool(change: (action: GoalAction) => Promise<Goal | null>): Tool {
	return {
		name: goalToolName,
		description:
			'Say that the goal you work towards is reached ("complete"), or that you cannot go on without a person ("blocked", with the reason). Work towards it goes on by itself until you do.',
		jsonSchema: {
			type: 'object',
			properties: {
				status: { enum: ['complete', 'blocked'] },
				reason: { type: 'string', description: 'Why you cannot go on, and what you need' },
			},
			required: ['status'],
			additionalProperties: false,
		},
		parse: (args) => parseBy(goalToolName, args, check),
		async execute({ status, reason }) {
			const goal = await change(
				status === 'complete' ? { action: 'complete' } : { action: 'block', reason: String(reason) },
			);
			return `The goal is ${goal?.status ?? 'gone'}. Tell the person in a few words how it stands, and stop.`;
		},
	};
}

function check(args: unknown): Checked {
	const { status, reason } = args as JsonObject;
	if (status === 'complete') return { args: { status } };
	if (status !== 'blocked') return { issues: [{ path: ['status'], expected: 'expected "complete" or "blocked"' }] };
	if (typeof reason === 'string' && reason.trim() !== '') return { args: { status, reason } };
	return { issues: [{ path: ['reason'], expected: 'expected a text that says why you cannot go on' }] };
}

import type { GoalAction } from '@myelin/session';
import type { Client } from '../client.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';

type Wish = Params<'session/setGoal'>['goal'];

/** Gives a session a goal, or does something with the one that it has. */
export async function setGoal(
	{ sessionId, goal }: Params<'session/setGoal'>,
	client: Client,
): Promise<Result<'session/setGoal'>> {
	return { goal: await client.parts.sessions.get(sessionId).setGoal(actionOf(goal)) };
}

function actionOf({ action, text, budget, reason }: Wish): GoalAction {
	switch (action) {
		case 'create':
			if (text === undefined) throw missing(action, 'text');
			return { action, text, ...(budget === undefined ? {} : { budget }) };
		case 'block':
			if (reason === undefined) throw missing(action, 'reason');
			return { action, reason };
		case 'pause':
		case 'resume':
		case 'complete':
		case 'clear':
			return { action };
	}
}

function missing(action: string, member: string): ServerError {
	return new ServerError('INVALID_PARAMS', `session/setGoal: to ${action} a goal, goal.${member} must be set`);
}

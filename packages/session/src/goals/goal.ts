/** Where a goal stands. Only an `active` one starts runs; `complete` is final. */
export type GoalStatus = 'active' | 'paused' | 'complete' | 'blocked' | 'budget_limited' | 'usage_limited';

/** So many runs a goal has if its budget does not say how many. */
const defaultRuns = 50;

/** What the goal's own runs may use together; absent means no bound, of runs 50. */
export interface GoalBudget {
	/** Tokens of all kinds together. */
	readonly tokens?: number | undefined;
	/** US dollars, as far as providers tell prices. */
	readonly costUsd?: number | undefined;
	readonly runs?: number | undefined;
}

/** What a session works towards by itself, run after run. */
export interface Goal {
	readonly text: string;
	readonly status: GoalStatus;
	readonly budget?: GoalBudget;
	/** What its own runs have used; what a person asks for in between is not counted. */
	readonly used: { readonly tokens: number; readonly costUsd: number; readonly runs: number };
	/** Why it is not active, where there is something to say. */
	readonly reason?: string;
}

/** What a person, or the model, does with a goal. */
export type GoalAction =
	| { readonly action: 'create'; readonly text: string; readonly budget?: GoalBudget }
	| { readonly action: 'pause' }
	| { readonly action: 'resume' }
	| { readonly action: 'complete' }
	| { readonly action: 'clear' }
	| { readonly action: 'block'; readonly reason: string };

/** What came of an action: the goal afterwards, or why it is left as it was. */
export type GoalStep =
	| { readonly goal: Goal | null }
	| { readonly refused: 'GOAL_NOT_FOUND' | 'GOAL_CONFLICT'; readonly why: string };

/**
 * What an action makes of a goal. A new goal replaces the old one; one that nobody bounded ends after 50 runs. Pausing stops no live run, it only keeps the next from
 * starting. Whatever stands already is answered with the goal as it is.
 */
export function act(goal: Goal | null, action: GoalAction): GoalStep {
	switch (action.action) {
		case 'create':
			return { goal: created(action.text, action.budget) };
		case 'clear':
			return { goal: null };
		case 'pause':
			return goal === null ? isMissing('pause') : paused(goal);
		case 'resume':
			return goal === null ? isMissing('resume') : resumed(goal);
		case 'complete':
			return goal === null ? isMissing('complete') : { goal: completed(goal) };
		case 'block':
			if (goal === null) return isMissing('block');
			return goal.status === 'complete' ? isComplete('block') : { goal: withStatus(goal, 'blocked', action.reason) };
	}
}

/** The goal in another status, with a reason or none. */
export function withStatus(goal: Goal, status: GoalStatus, reason?: string): Goal {
	const { reason: _before, ...rest } = goal;
	return { ...rest, status, ...(reason === undefined ? {} : { reason }) };
}

/** The bound that a goal has reached, in words; nothing while it has not. */
export function spentBudget({ budget = {}, used }: Goal): string | undefined {
	if (used.runs >= (budget.runs ?? Number.POSITIVE_INFINITY)) return `its budget of ${budget.runs} runs is used up`;
	if (used.tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY))
		return `its budget of ${budget.tokens} tokens is used up`;
	if (used.costUsd >= (budget.costUsd ?? Number.POSITIVE_INFINITY))
		return `its budget of $${budget.costUsd} is used up`;
	return undefined;
}

/** What is left of a goal's budget: no bound where it has none. */
export function budgetLeft({ budget: { tokens, costUsd, runs } = {}, used }: Goal): GoalBudget {
	return {
		tokens: tokens === undefined ? undefined : tokens - used.tokens,
		costUsd: costUsd === undefined ? undefined : costUsd - used.costUsd,
		runs: runs === undefined ? undefined : runs - used.runs,
	};
}

/** A goal as it is when its session is opened again: nothing starts by itself because somebody looks at a session. */
export function reopened(goal: Goal): Goal {
	return goal.status === 'active' ? withStatus(goal, 'paused', 'its session was closed while it was active') : goal;
}

function created(text: string, budget: GoalBudget | undefined): Goal {
	const used = { tokens: 0, costUsd: 0, runs: 0 };
	return { text, status: 'active', used, budget: { ...budget, runs: budget?.runs ?? defaultRuns } };
}

function paused(goal: Goal): GoalStep {
	if (goal.status === 'active') return { goal: withStatus(goal, 'paused') };
	if (goal.status === 'paused') return { goal };
	return {
		refused: 'GOAL_CONFLICT',
		why: `the goal is ${goal.status}: it starts no runs, so there is nothing to pause`,
	};
}

function resumed(goal: Goal): GoalStep {
	if (goal.status === 'active') return { goal };
	if (goal.status === 'complete') return isComplete('resume');
	const spent = spentBudget(goal);
	if (spent !== undefined)
		return { refused: 'GOAL_CONFLICT', why: `${spent}; create the goal anew with a larger one to go on` };
	return { goal: withStatus(goal, 'active') };
}

function completed(goal: Goal): Goal {
	return goal.status === 'complete' ? goal : withStatus(goal, 'complete');
}

function isMissing(what: string): GoalStep {
	return { refused: 'GOAL_NOT_FOUND', why: `there is no goal to ${what}; create one first` };
}

function isComplete(what: string): GoalStep {
	return { refused: 'GOAL_CONFLICT', why: `the goal is complete, so there is nothing to ${what}; create a new one` };
}

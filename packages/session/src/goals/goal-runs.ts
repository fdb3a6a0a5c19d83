import type { RunSummary, Usage } from '@myelin/core';
import { tokensOf } from '../tokens-of.ts';
import { type Goal, spentBudget, withStatus } from './goal.ts';

/** How many of a goal's runs in a row may lead nowhere. */
const patience = 3;

/** What a goal's runs have come to since a person last did something; gone when the session is opened again. */
export interface Progress {
	/** Runs in a row in which no tool did anything. */
	readonly idleRuns: number;
	/** What the last run said at its end, and how many in a row said just that. */
	readonly answer: string;
	readonly sameAnswers: number;
}

/** No run yet. */
export const noProgress: Progress = { idleRuns: 0, answer: '', sameAnswers: 0 };

/** A run that is over and that nothing will go on with. */
export interface CountedRun {
	/** Whether the goal had started it; else a person had. */
	readonly byGoal: boolean;
	readonly summary: RunSummary;
	/** How many calls succeeded, those that only speak of the goal left out. */
	readonly doneCalls: number;
	/** The text of its last answer. */
	readonly answer: string;
}

/** A goal and where its runs lead. */
export interface Pursuit {
	readonly goal: Goal;
	readonly progress: Progress;
}

/**
 * What an ended run makes of a goal. It stays active only after a run that ended by itself or at a limit of its own, within the
 * budget, and while its runs lead somewhere: it never asks the same for ever, and nothing that stopped a run is got around.
 */
export function afterRun({ goal, progress }: Pursuit, run: CountedRun): Pursuit {
	const counted = run.byGoal ? withUse(goal, run.summary.usage, 1) : goal;
	const next = run.byGoal ? progressAfter(progress, run) : progress;
	if (counted.status !== 'active') return { goal: counted, progress: next };
	return { goal: stopped(counted, run) ?? withinBudget(counted) ?? gettingOn(counted, next), progress: next };
}

/** A quota that is used up stops a goal, whoever's run met it. */
export function afterQuotaError(goal: Goal, message: string): Goal {
	return goal.status === 'active' ? withStatus(goal, 'usage_limited', message) : goal;
}

/** What asking beside the conversation, after a run of the goal's own, makes of it. */
export function afterAside(goal: Goal, usage: Usage): Goal {
	const counted = withUse(goal, usage, 0);
	return counted.status === 'active' ? (withinBudget(counted) ?? counted) : counted;
}

function withUse(goal: Goal, usage: Usage, runs: number): Goal {
	const { used } = goal;
	const costUsd = used.costUsd + (usage.costUsd ?? 0);
	return { ...goal, used: { tokens: used.tokens + tokensOf(usage), costUsd, runs: used.runs + runs } };
}

function progressAfter(before: Progress, { doneCalls, answer }: CountedRun): Progress {
	return {
		idleRuns: doneCalls === 0 ? before.idleRuns + 1 : 0,
		answer,
		sameAnswers: answer !== '' && answer === before.answer ? before.sameAnswers + 1 : 1,
	};
}

/** What stopped a run stops its goal; nothing if the run came to an end of its own. */
function stopped(goal: Goal, { summary: { endReason, error } }: CountedRun): Goal | undefined {
	switch (endReason) {
		case 'aborted':
			return withStatus(goal, 'paused', 'its run was aborted');
		case 'terminated':
			return withStatus(goal, 'paused', 'a tool asked for the run to end');
		case 'guard':
			return withStatus(goal, 'blocked', 'a guard ended the run, or its calls only repeated each other');
		case 'refusal':
			return withStatus(goal, 'blocked', 'the model refused');
		case 'error':
			if (error?.code === 'QUOTA') return withStatus(goal, 'usage_limited', error.message);
			return withStatus(goal, error?.retryable ? 'paused' : 'blocked', error?.message ?? 'the run failed');
		case 'stop':
		case 'length':
		case 'max_turns':
		case 'budget':
			return undefined;
	}
}

function withinBudget(goal: Goal): Goal | undefined {
	const spent = spentBudget(goal);
	return spent === undefined ? undefined : withStatus(goal, 'budget_limited', spent);
}

function gettingOn(goal: Goal, { idleRuns, sameAnswers }: Progress): Goal {
	if (idleRuns >= patience)
		return withStatus(goal, 'blocked', `${idleRuns} runs in a row did nothing but talk: no tool call succeeded`);
	if (sameAnswers >= patience)
		return withStatus(goal, 'blocked', `${sameAnswers} runs in a row ended with the same answer`);
	return goal;
}

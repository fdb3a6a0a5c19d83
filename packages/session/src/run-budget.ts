import type { Budget, Usage } from '@myelin/core';
import { tokensOf } from './tokens-of.ts';

/** What a run has to itself. */
export interface OwnBudget {
	/** What is left of its own bound, which is besides the session's. */
	left(): Budget;
	/** What was asked beside the conversation while it was live has used. */
	aside(): Usage;
}

/**
 * What the turns of a run may spend: the session's bound without what was spent beside them, or what is left of the run's own where
 * that is less. It is read anew after each turn.
 */
export function runBudget(bound: Budget = {}, { left, aside }: OwnBudget): Budget {
	return {
		get tokens() {
			return least(without(bound.tokens, tokensOf(aside())), left().tokens);
		},
		get costUsd() {
			return least(without(bound.costUsd, aside().costUsd ?? 0), left().costUsd);
		},
	};
}

function without(bound: number | undefined, spent: number): number | undefined {
	return bound === undefined ? undefined : bound - spent;
}

function least(a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number | undefined {
	const less = Math.min(a, b);
	return Number.isFinite(less) ? less : undefined;
}

import type { Budget } from '@myelin/core';

/** What a run may spend: the session's bound, or what is left of its own where that is less. It is read anew after each turn. */
export function runBudget(bound: Budget = {}, left: () => Budget): Budget {
	return {
		get tokens() {
			return least(bound.tokens, left().tokens);
		},
		get costUsd() {
			return least(bound.costUsd, left().costUsd);
		},
	};
}

function least(a = Number.POSITIVE_INFINITY, b = Number.POSITIVE_INFINITY): number | undefined {
	const less = Math.min(a, b);
	return Number.isFinite(less) ? less : undefined;
}

import type { Model } from '@myelin/core';
import type { PlanInput } from './plan.ts';

/** When a session shortens what its model is shown, and by how much. Tokens. */
export interface CompactionSettings {
	/** Whether that happens by itself: true if absent. By hand it can be done always. */
	readonly enabled?: boolean | undefined;
	/** What must stay free of the model's context window: 16384 if absent, and never more than half of the window. */
	readonly reserveTokens?: number | undefined;
	/** How much of the newest messages stays as it is: 20000 if absent, and never more than half of what is not reserved. */
	readonly keepRecentTokens?: number | undefined;
}

/** Why what is shown becomes shorter: asked for by hand, larger than what is not reserved, or refused by the model as too long. */
export type CompactionReason = 'manual' | 'threshold' | 'overflow';

/** The bounds for one model, in tokens as the model counts. */
export interface TokenBudget {
	/** A request that is larger is due. */
	readonly threshold: number;
	readonly keep: number;
	/** What a summary may have. */
	readonly summary: number;
}

/** Where a request stands whose compaction is planned. */
export interface PlanFacts {
	/** What is shown of the messages, as estimated. */
	readonly shownTokens: number;
	/** What a request has besides, as estimated. */
	readonly fixedTokens: number;
	/** What the model counts for one token that is estimated. */
	readonly factor: number;
}

/** A summary has room for so much at least, of a window that is large enough, however little is reserved. */
const leastSummary = 1024;
/** That much is never more than this share of the window. */
const summaryShare = 0.25;

/** Short forms are enough where they get a request down to this share of the threshold: else the next turn would be due again. */
const shortShare = 0.75;

/** The bounds for a model. */
export function tokenBudget(
	{ contextWindow, maxOutputTokens }: Model,
	{ reserveTokens = 16_384, keepRecentTokens = 20_000 }: CompactionSettings,
): TokenBudget {
	const reserve = Math.min(reserveTokens, contextWindow / 2);
	const threshold = contextWindow - reserve;
	const room = Math.max(reserve, Math.min(leastSummary, contextWindow * summaryShare));
	return { threshold, keep: Math.min(keepRecentTokens, threshold / 2), summary: Math.min(room, maxOutputTokens) };
}

/** What a plan for a reason is bounded by, in tokens as they are estimated. */
export function planBounds(
	reason: CompactionReason,
	{ threshold, keep }: TokenBudget,
	{ shownTokens, fixedTokens, factor }: PlanFacts,
): Pick<PlanInput, 'keepTokens' | 'leastGain' | 'shortTarget' | 'shortenAll'> {
	const keepTokens = keep / factor;
	const shortTarget = (threshold * shortShare) / factor - fixedTokens;
	const half = Math.min(keepTokens, shownTokens / 2);
	switch (reason) {
		case 'threshold':
			return { keepTokens, leastGain: keepTokens / 4, shortTarget, shortenAll: false };
		case 'overflow':
			return { keepTokens: half, leastGain: 1, shortTarget, shortenAll: true };
		case 'manual':
			return { keepTokens: half, leastGain: 1, shortTarget: undefined, shortenAll: false };
	}
}

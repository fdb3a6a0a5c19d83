import type { Model } from '@myelin/plugins';

/** US dollars per million tokens. `cacheWrite` is for entries that live five minutes, `cacheWriteHour` for an hour. */
export interface Prices {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly cacheWriteHour: number;
}

/**
 * How a model is told to think. `adaptive` models are given an effort, `budget` models a number of tokens.
 * `off` is what says "do not": leaving thinking out, `{ type: 'disabled' }`, `{ type: 'between_tools' }`, or, where thinking cannot be turned off, the lowest effort.
 */
export type ThinkingStyle =
	| { readonly kind: 'none' }
	| { readonly kind: 'budget' }
	| { readonly kind: 'adaptive'; readonly off: 'omit' | 'disabled' | 'between_tools' | 'low_effort' };

/** One model as the data file and the settings describe it. */
export interface ModelEntry {
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly contextWindow: number;
	/** Tokens. */
	readonly maxOutputTokens: number;
	readonly capabilities: Model['capabilities'];
	readonly thinking: ThinkingStyle;
	/** Absent when not known: calls then have no cost. */
	readonly prices?: Prices;
	/** Other prices for the whole call when its prompt, cached tokens included, is longer than `aboveTokens`. */
	readonly longPrompt?: { readonly aboveTokens: number; readonly prices: Prices };
}

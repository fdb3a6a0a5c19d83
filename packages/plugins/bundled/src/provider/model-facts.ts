import type { Model, Usage } from '@myelin/plugins';

/** US dollars per million tokens. `cacheWrite` is for entries that live as long as the provider's shortest, `cacheWriteHour` for an hour. */
export interface Prices {
	readonly input: number;
	readonly output: number;
	readonly cacheRead: number;
	readonly cacheWrite: number;
	readonly cacheWriteHour: number;
}

/** One model as the data files and the settings describe it. `thinking` says how it is told to think, in its provider's own ways. */
export interface ModelFacts<Thinking extends { readonly kind: string } = { readonly kind: string }> {
	readonly id: string;
	readonly name: string;
	/** Tokens. */
	readonly contextWindow: number;
	/** Tokens. */
	readonly maxOutputTokens: number;
	readonly capabilities: Model['capabilities'];
	readonly thinking: Thinking;
	/** Absent when not known: calls then have no cost. */
	readonly prices?: Prices;
	/** Other prices for the whole call when its prompt, cached tokens included, is longer than `aboveTokens`. */
	readonly longPrompt?: { readonly aboveTokens: number; readonly prices: Prices };
}

/** Counts with what they cost, where the model's prices are known. `hourTokens` of the cache writes live an hour. */
export function pricedUsage(
	counts: Omit<Usage, 'costUsd'>,
	{ prices: usual, longPrompt }: Pick<ModelFacts, 'prices' | 'longPrompt'>,
	hourTokens = 0,
): Usage {
	const promptTokens = counts.inputTokens + counts.cacheReadTokens + counts.cacheWriteTokens;
	const isLong = longPrompt !== undefined && promptTokens > longPrompt.aboveTokens;
	const prices = isLong ? longPrompt.prices : usual;
	if (prices === undefined) return counts;
	const hour = Math.min(hourTokens, counts.cacheWriteTokens);
	const microDollars =
		counts.inputTokens * prices.input +
		counts.outputTokens * prices.output +
		counts.cacheReadTokens * prices.cacheRead +
		(counts.cacheWriteTokens - hour) * prices.cacheWrite +
		hour * prices.cacheWriteHour;
	return { ...counts, costUsd: microDollars / 1_000_000 };
}

import type { Json, JsonObject, Usage } from '@myelin/plugins';
import { countOf, objectOf } from '../provider/json-fields.ts';
import { pricedUsage } from '../provider/model-facts.ts';
import type { ModelEntry } from './model-entry.ts';

/**
 * The token counts of the API in our words. Cached tokens are part of `prompt_tokens` there and apart from it here. Reasoning is output: services that
 * count it apart give it away by their total. `cost`, which some name in US dollars, counts before our prices.
 */
export function usageOf(value: Json | undefined, entry: ModelEntry): Usage {
	const usage = objectOf(value);
	const prompt = countOf(usage.prompt_tokens);
	const cacheReadTokens = Math.min(cachedTokens(usage), prompt);
	const cacheWriteTokens = Math.min(writtenTokens(usage), prompt - cacheReadTokens);
	const counts = {
		inputTokens: prompt - cacheReadTokens - cacheWriteTokens,
		outputTokens: outputTokens(usage),
		cacheReadTokens,
		cacheWriteTokens,
	};
	const cost = usage.cost;
	return typeof cost === 'number' && cost >= 0 ? { ...counts, costUsd: cost } : pricedUsage(counts, entry);
}

function cachedTokens(usage: JsonObject): number {
	const { cached_tokens } = objectOf(usage.prompt_tokens_details);
	return countOf(cached_tokens) || countOf(usage.prompt_cache_hit_tokens) || countOf(usage.cached_tokens);
}

function writtenTokens(usage: JsonObject): number {
	return (
		countOf(objectOf(usage.prompt_tokens_details).cache_write_tokens) || countOf(usage.cache_creation_input_tokens)
	);
}

function outputTokens(usage: JsonObject): number {
	const completion = countOf(usage.completion_tokens);
	const reasoning = countOf(objectOf(usage.completion_tokens_details).reasoning_tokens);
	const isApart = countOf(usage.total_tokens) === countOf(usage.prompt_tokens) + completion + reasoning;
	return isApart ? completion + reasoning : completion;
}

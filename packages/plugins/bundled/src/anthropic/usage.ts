import type { Usage } from '@myelin/plugins';
import { pricedUsage } from '../provider/model-facts.ts';
import type { ModelEntry } from './model-entry.ts';

/** The token counts of the API as it sends them: every field may be absent or null. `cache_creation` splits `cache_creation_input_tokens` by lifetime. */
export interface ApiUsage {
	readonly input_tokens?: number | null;
	readonly output_tokens?: number | null;
	readonly cache_read_input_tokens?: number | null;
	readonly cache_creation_input_tokens?: number | null;
	readonly cache_creation?: { readonly ephemeral_1h_input_tokens?: number | null } | null;
}

/** The counts known so far, overwritten by what a later event says: they are totals of the whole message, never parts of it. */
export function mergedUsage(known: ApiUsage, later: ApiUsage): ApiUsage {
	const said = Object.entries(later).filter(([, value]) => value !== null && value !== undefined);
	return { ...known, ...Object.fromEntries(said) };
}

/** The usage in our words, with its cost where the model's prices are known. */
export function usageOf(usage: ApiUsage, entry: ModelEntry): Usage {
	const counts = {
		inputTokens: usage.input_tokens ?? 0,
		outputTokens: usage.output_tokens ?? 0,
		cacheReadTokens: usage.cache_read_input_tokens ?? 0,
		cacheWriteTokens: usage.cache_creation_input_tokens ?? 0,
	};
	return pricedUsage(counts, entry, usage.cache_creation?.ephemeral_1h_input_tokens ?? 0);
}

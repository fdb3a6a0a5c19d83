import { expect, it } from 'vitest';
import { knownModels } from './models.ts';
import { mergedUsage, usageOf } from './usage.ts';

const entry = (id: string) => knownModels.find((model) => model.id === id) as (typeof knownModels)[number];

it('later counts replace earlier ones, but for those that are not told', () => {
	expect(mergedUsage({ input_tokens: 5, output_tokens: 1 }, { input_tokens: null, output_tokens: 9 })).toEqual({
		input_tokens: 5,
		output_tokens: 9,
	});
});

it('cache entries that live an hour cost more', () => {
	const usage = { cache_creation_input_tokens: 1_000_000, cache_creation: { ephemeral_1h_input_tokens: 400_000 } };
	expect(usageOf(usage, entry('claude-opus-5-5')).costUsd).toBe(0.6 * 5 + 0.4 * 8);
});

it('a long prompt is priced as a whole by its own prices, cached tokens counting as prompt', () => {
	const haiku = entry('claude-haiku-5-5');
	expect(usageOf({ input_tokens: 100_000, output_tokens: 1_000_000 }, haiku).costUsd).toBe(0.51);
	expect(usageOf({ input_tokens: 1, cache_read_input_tokens: 100_000, output_tokens: 1_000_000 }, haiku).costUsd).toBe(
		(0.5 + 100_000 * 0.05 + 2_500_000) / 1_000_000,
	);
});

it('a model without prices has no cost', () => {
	const { prices: _, ...unpriced } = entry('claude-haiku-4-5');
	expect(usageOf({ input_tokens: 3 }, unpriced)).toEqual({
		inputTokens: 3,
		outputTokens: 0,
		cacheReadTokens: 0,
		cacheWriteTokens: 0,
	});
});

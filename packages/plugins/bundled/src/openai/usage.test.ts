import { expect, it } from 'vitest';
import { knownModels } from './models.ts';
import { usageOf } from './usage.ts';

const entry = knownModels.find(({ id }) => id === 'gpt-4o') as (typeof knownModels)[number];

it.each([
	['nothing is cached', { prompt_tokens: 100, completion_tokens: 10 }, [100, 10, 0, 0]],
	[
		'some is',
		{ prompt_tokens: 100, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 60 } },
		[40, 10, 60, 0],
	],
	['it is said otherwise', { prompt_tokens: 100, prompt_cache_hit_tokens: 60 }, [40, 0, 60, 0]],
	[
		'some was written to the cache',
		{ prompt_tokens: 100, prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 20 } },
		[30, 0, 50, 20],
	],
	[
		'reasoning is part of the output',
		{ prompt_tokens: 5, completion_tokens: 10, total_tokens: 15, completion_tokens_details: { reasoning_tokens: 8 } },
		[5, 10, 0, 0],
	],
	[
		'reasoning is counted apart',
		{ prompt_tokens: 5, completion_tokens: 10, total_tokens: 23, completion_tokens_details: { reasoning_tokens: 8 } },
		[5, 18, 0, 0],
	],
	['counts are nonsense', { prompt_tokens: -3, completion_tokens: 'many' }, [0, 0, 0, 0]],
])(
	'tokens are counted disjointly when %s',
	(_, usage, [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens]) => {
		expect(usageOf(usage, entry)).toMatchObject({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens });
	},
);

it('a cost that the service names counts before the prices that are known', () => {
	expect(usageOf({ prompt_tokens: 1_000_000, completion_tokens: 100_000 }, entry).costUsd).toBe(3.5);
	expect(usageOf({ prompt_tokens: 1_000_000, cost: 0.25 }, entry).costUsd).toBe(0.25);
	const { prices: _, ...unpriced } = entry;
	expect(usageOf({ prompt_tokens: 3 }, unpriced).costUsd).toBeUndefined();
});

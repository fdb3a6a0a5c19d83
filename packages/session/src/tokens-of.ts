import type { Usage } from '@myelin/core';

/** Tokens of all kinds together. */
export function tokensOf({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
	return inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens;
}

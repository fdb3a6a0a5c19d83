import type { Usage } from './messages.ts';

/** No tokens at all. */
export const noUsage: Usage = Object.freeze({
	inputTokens: 0,
	outputTokens: 0,
	cacheReadTokens: 0,
	cacheWriteTokens: 0,
});

/** The sum of two usages; the cost is known if either is. */
export function addUsage(a: Usage, b: Usage | undefined): Usage {
	if (b === undefined) return a;
	const cost =
		a.costUsd === undefined && b.costUsd === undefined ? {} : { costUsd: (a.costUsd ?? 0) + (b.costUsd ?? 0) };
	return Object.freeze({
		inputTokens: a.inputTokens + b.inputTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
		cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
		...cost,
	});
}

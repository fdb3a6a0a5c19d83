import type { ModelRequest } from '@myelin/plugins';
import type { ModelEntry } from './model-entry.ts';

/** The parts of a request that say how much to think. */
export interface ThinkingParams {
	readonly thinking?:
		| { readonly type: 'adaptive'; readonly display: 'summarized' }
		| { readonly type: 'enabled'; readonly budget_tokens: number }
		| { readonly type: 'disabled' }
		| { readonly type: 'between_tools' };
	readonly output_config?: { readonly effort: 'low' | 'medium' | 'high' };
}

const budgets = { low: 4_096, medium: 12_288, high: 32_768 };
const smallestBudget = 1_024;

/** A thinking level in the words that this model understands. Newer models leave their thinking out of the answer unless a summary is asked for. */
export function thinkingParams(
	{ thinking, maxOutputTokens }: ModelEntry,
	level: ModelRequest['thinkingLevel'],
): ThinkingParams {
	switch (thinking.kind) {
		case 'none':
			return {};
		case 'budget':
			return level === 'off' ? {} : budgetParams(budgets[level], maxOutputTokens);
		case 'adaptive':
			if (level !== 'off')
				return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: level } };
			return offParams(thinking.off);
	}
}

function offParams(off: 'omit' | 'disabled' | 'between_tools' | 'low_effort'): ThinkingParams {
	switch (off) {
		case 'omit':
			return {};
		case 'disabled':
		case 'between_tools':
			return { thinking: { type: off } };
		case 'low_effort':
			return { output_config: { effort: 'low' } };
	}
}

/** The API wants at least 1024 tokens of thinking, and fewer than the whole output may have. */
function budgetParams(budget: number, maxOutputTokens: number): ThinkingParams {
	const room = Math.floor(maxOutputTokens / 2);
	return room < smallestBudget ? {} : { thinking: { type: 'enabled', budget_tokens: Math.min(budget, room) } };
}

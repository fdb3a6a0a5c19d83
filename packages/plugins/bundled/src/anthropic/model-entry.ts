import type { ModelFacts } from '../provider/model-facts.ts';

/**
 * How a model is told to think. `adaptive` models are given an effort, `budget` models a number of tokens.
 * `off` is what says "do not": leaving thinking out, `{ type: 'disabled' }`, `{ type: 'between_tools' }`, or, where thinking cannot be turned off, the lowest effort.
 */
export type ThinkingStyle =
	| { readonly kind: 'none' }
	| { readonly kind: 'budget' }
	| { readonly kind: 'adaptive'; readonly off: 'omit' | 'disabled' | 'between_tools' | 'low_effort' };

/** One model of the Claude API. */
export type ModelEntry = ModelFacts<ThinkingStyle>;

import type { ModelFacts } from '../provider/model-facts.ts';

/**
 * How a model is told to think. `effort` models take `reasoning_effort`, with `off` as the word for "do not" (`omit`: leaving it out), and `withTools` where
 * nothing else is accepted beside tools; `reasoning` ones `reasoning: { effort }`, `switch` ones `thinking: { type }`, `enable` ones `enable_thinking`.
 * `always` models think as they like and take no parameter.
 */
export type ThinkingStyle =
	| { readonly kind: 'none' }
	| { readonly kind: 'always' }
	| { readonly kind: 'effort'; readonly off: 'none' | 'minimal' | 'low' | 'omit'; readonly withTools?: 'none' }
	| { readonly kind: 'reasoning' }
	| { readonly kind: 'switch' }
	| { readonly kind: 'enable' };

/** One model of an endpoint. */
export type ModelEntry = ModelFacts<ThinkingStyle>;

import type { Json, ModelRequest } from '@myelin/plugins';
import type { ThinkingStyle } from './model-entry.ts';

/** The parts of a request that say how much to think, in the words that this model understands. */
export function thinkingParams(
	style: ThinkingStyle,
	{ thinkingLevel: level, tools }: Pick<ModelRequest, 'thinkingLevel' | 'tools'>,
): { readonly [field: string]: Json } {
	switch (style.kind) {
		case 'none':
		case 'always':
			return {};
		case 'effort':
			if (style.withTools !== undefined && tools.length > 0) return { reasoning_effort: style.withTools };
			if (level !== 'off') return { reasoning_effort: level };
			return style.off === 'omit' ? {} : { reasoning_effort: style.off };
		case 'reasoning':
			return level === 'off' ? {} : { reasoning: { effort: level } };
		case 'switch':
			return { thinking: { type: level === 'off' ? 'disabled' : 'enabled' } };
		case 'enable':
			return { enable_thinking: level !== 'off' };
	}
}

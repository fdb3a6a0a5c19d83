import type { Prices } from '../provider/model-facts.ts';
import type { ModelEntry, ThinkingStyle } from './model-entry.ts';

const capabilities = { thinking: true, images: true, tools: true };
const plain = { thinking: false, images: true, tools: true };
const large = { contextWindow: 1_050_000, maxOutputTokens: 128_000 };
const medium = { contextWindow: 400_000, maxOutputTokens: 128_000 };

/** These refuse tools beside any effort but `none`, also when none is named: their thinking with tools is for another API. */
const noneWithTools: ThinkingStyle = { kind: 'effort', off: 'none', withTools: 'none' };
const minimal: ThinkingStyle = { kind: 'effort', off: 'minimal' };
const low: ThinkingStyle = { kind: 'effort', off: 'low' };

function prices(input: number, output: number, cacheRead: number, cacheWrite = input): Prices {
	return { input, output, cacheRead, cacheWrite, cacheWriteHour: cacheWrite };
}

/** From 5.4 on a prompt above 272 000 tokens costs twice as much, and its output half as much again. */
function longPrompt({ input, output, cacheRead, cacheWrite }: Prices) {
	return { aboveTokens: 272_000, prices: prices(input * 2, output * 1.5, cacheRead * 2, cacheWrite * 2) };
}

function model(
	id: string,
	name: string,
	facts: Pick<ModelEntry, 'contextWindow' | 'maxOutputTokens' | 'thinking' | 'prices'>,
): ModelEntry {
	return { id, name, capabilities: facts.thinking.kind === 'none' ? plain : capabilities, ...facts };
}

const terra = prices(2.5, 15, 0.25, 3.125);
const sol = prices(5, 30, 0.5, 6.25);
const luna = prices(1, 6, 0.1, 1.25);
const five4 = prices(2.5, 15, 0.25);

/**
 * The models of the OpenAI API that serve chat completions, newest first, with limits and prices as published in 2026; where a window was not published it
 * is that of the smallest of the family. Settings may change and extend them.
 */
export const knownModels: readonly ModelEntry[] = [
	model('gpt-5.6-terra', 'GPT-5.6 Terra', { ...medium, thinking: noneWithTools, prices: terra }),
	model('gpt-5.6-sol', 'GPT-5.6 Sol', { ...medium, thinking: noneWithTools, prices: sol }),
	model('gpt-5.6-luna', 'GPT-5.6 Luna', { ...medium, thinking: noneWithTools, prices: luna }),
	{
		...model('gpt-5.4', 'GPT-5.4', { ...large, thinking: noneWithTools, prices: five4 }),
		longPrompt: longPrompt(five4),
	},
	model('gpt-5.4-mini', 'GPT-5.4 mini', { ...medium, thinking: noneWithTools, prices: prices(0.75, 4.5, 0.075) }),
	model('gpt-5.4-nano', 'GPT-5.4 nano', { ...medium, thinking: noneWithTools, prices: prices(0.2, 1.25, 0.02) }),
	model('gpt-5.2', 'GPT-5.2', { ...medium, thinking: noneWithTools, prices: prices(1.75, 14, 0.175) }),
	model('gpt-5.1', 'GPT-5.1', {
		...medium,
		thinking: { kind: 'effort', off: 'none' },
		prices: prices(1.25, 10, 0.125),
	}),
	model('gpt-5', 'GPT-5', { ...medium, thinking: minimal, prices: prices(1.25, 10, 0.125) }),
	model('gpt-5-mini', 'GPT-5 mini', { ...medium, thinking: minimal, prices: prices(0.25, 2, 0.025) }),
	model('gpt-5-nano', 'GPT-5 nano', { ...medium, thinking: minimal, prices: prices(0.05, 0.4, 0.005) }),
	model('gpt-4.1', 'GPT-4.1', {
		contextWindow: 1_047_576,
		maxOutputTokens: 32_768,
		thinking: { kind: 'none' },
		prices: prices(2, 8, 0.5),
	}),
	model('gpt-4.1-mini', 'GPT-4.1 mini', {
		contextWindow: 1_047_576,
		maxOutputTokens: 32_768,
		thinking: { kind: 'none' },
		prices: prices(0.4, 1.6, 0.1),
	}),
	model('gpt-4o', 'GPT-4o', {
		contextWindow: 128_000,
		maxOutputTokens: 16_384,
		thinking: { kind: 'none' },
		prices: prices(2.5, 10, 1.25),
	}),
	model('gpt-4o-mini', 'GPT-4o mini', {
		contextWindow: 128_000,
		maxOutputTokens: 16_384,
		thinking: { kind: 'none' },
		prices: prices(0.15, 0.6, 0.075),
	}),
	model('o3', 'o3', { contextWindow: 200_000, maxOutputTokens: 100_000, thinking: low, prices: prices(2, 8, 0.5) }),
	model('o4-mini', 'o4-mini', {
		contextWindow: 200_000,
		maxOutputTokens: 100_000,
		thinking: low,
		prices: prices(1.1, 4.4, 0.275),
	}),
];

import type { Prices } from '../provider/model-facts.ts';
import type { ModelEntry, ThinkingStyle } from './model-entry.ts';

const million = { contextWindow: 1_000_000, maxOutputTokens: 128_000 };
const capabilities = { thinking: true, images: true, tools: true };
const budget: ThinkingStyle = { kind: 'budget' };

/** Cache writes cost 1.25 times the input for five minutes and twice the input for an hour. */
function prices(input: number, output: number, cacheRead: number): Prices {
	return { input, output, cacheRead, cacheWrite: input * 1.25, cacheWriteHour: input * 2 };
}

function adaptive(off: Extract<ThinkingStyle, { kind: 'adaptive' }>['off']): ThinkingStyle {
	return { kind: 'adaptive', off };
}

/** The models of the Claude API, newest first, with limits and prices as published by its maker in November 2026. Settings may change and extend them. */
export const knownModels: readonly ModelEntry[] = [
	{
		id: 'claude-sonnet-5-5',
		name: 'Claude Sonnet 5.5',
		...million,
		capabilities,
		thinking: adaptive('between_tools'),
		prices: prices(2, 10, 0.1),
	},
	{
		id: 'claude-opus-5-5',
		name: 'Claude Opus 5.5',
		...million,
		capabilities,
		thinking: adaptive('low_effort'),
		prices: prices(4, 20, 0.2),
	},
	{
		id: 'claude-haiku-5-5',
		name: 'Claude Haiku 5.5',
		...million,
		capabilities,
		thinking: adaptive('disabled'),
		prices: prices(0.1, 0.5, 0.01),
		longPrompt: { aboveTokens: 100_000, prices: prices(0.5, 2.5, 0.05) },
	},
	{
		id: 'claude-fable-5-2',
		name: 'Claude Fable 5.2',
		...million,
		capabilities,
		thinking: adaptive('low_effort'),
		prices: prices(8, 40, 0.2),
	},
	{
		id: 'claude-fable-5-1',
		name: 'Claude Fable 5.1',
		...million,
		capabilities,
		thinking: adaptive('low_effort'),
		prices: prices(10, 50, 0.25),
	},
	{
		id: 'claude-opus-5',
		name: 'Claude Opus 5',
		...million,
		capabilities,
		thinking: adaptive('disabled'),
		prices: prices(5, 25, 0.5),
	},
	{
		id: 'claude-sonnet-5',
		name: 'Claude Sonnet 5',
		...million,
		capabilities,
		thinking: adaptive('disabled'),
		prices: prices(2, 10, 0.2),
	},
	{
		id: 'claude-opus-4-8',
		name: 'Claude Opus 4.8',
		...million,
		capabilities,
		thinking: adaptive('omit'),
		prices: prices(5, 25, 0.5),
	},
	{
		id: 'claude-opus-4-7',
		name: 'Claude Opus 4.7',
		...million,
		capabilities,
		thinking: adaptive('omit'),
		prices: prices(5, 25, 0.5),
	},
	{
		id: 'claude-opus-4-6',
		name: 'Claude Opus 4.6',
		...million,
		capabilities,
		thinking: adaptive('omit'),
		prices: prices(5, 25, 0.5),
	},
	{
		id: 'claude-sonnet-4-6',
		name: 'Claude Sonnet 4.6',
		contextWindow: 1_000_000,
		maxOutputTokens: 64_000,
		capabilities,
		thinking: adaptive('omit'),
		prices: prices(3, 15, 0.3),
	},
	{
		id: 'claude-haiku-4-5',
		name: 'Claude Haiku 4.5',
		contextWindow: 200_000,
		maxOutputTokens: 64_000,
		capabilities,
		thinking: budget,
		prices: prices(1, 5, 0.1),
	},
];

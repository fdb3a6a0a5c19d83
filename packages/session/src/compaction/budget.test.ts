import type { Model } from '@myelin/core';
import { expect, it } from 'vitest';
import { tokenBudget } from './budget.ts';

const model = (contextWindow: number, maxOutputTokens: number) => ({ contextWindow, maxOutputTokens }) as Model;

it.each([0, 1, 20])('a summary has room although only %i tokens are reserved', (reserveTokens) => {
	expect(tokenBudget(model(20_000, 2000), { reserveTokens })).toMatchObject({
		threshold: 20_000 - reserveTokens,
		summary: 1024,
	});
});

it('a summary has no more room than the model may answer, and a quarter of a small window', () => {
	expect(tokenBudget(model(20_000, 300), { reserveTokens: 0 }).summary).toBe(300);
	expect(tokenBudget(model(1000, 2000), { reserveTokens: 0 }).summary).toBe(250);
});

import type { Message } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { Gauge } from './gauge.ts';
import { wholeHistory } from './request-cut.ts';

const content = [{ type: 'text', text: 'a'.repeat(470) }] as const;
const person = (id: string): Message => ({ id, role: 'user', timestamp: 0, content });
const answer = (id: string, inputTokens?: number): Message => ({
	id,
	role: 'assistant',
	timestamp: 0,
	model: { provider: 't', id: 'm' },
	content,
	...(inputTokens === undefined
		? {}
		: { usage: { inputTokens, outputTokens: 0, cacheReadTokens: 20, cacheWriteTokens: 30 } }),
});

describe('the size of the next request', () => {
	it('is estimated while the model has reported nothing', () => {
		const gauge = new Gauge();
		expect(gauge.measure(wholeHistory, [person('1'), answer('2')], () => 50)).toEqual({ tokens: 250, factor: 1 });
	});

	it('is what the last answer reported, its cache included, and what came since as the model would count it', () => {
		const history = [person('1'), answer('2', 450)];
		const gauge = new Gauge();
		expect(gauge.measure(wholeHistory, history, () => 50)).toEqual({ tokens: 500, factor: 2 });
		expect(gauge.measure(wholeHistory, [...history, person('3')], () => 50)).toEqual({ tokens: 700, factor: 2 });
	});

	it('does not go by what was reported of a larger request, but keeps how the model counts', () => {
		const history = [person('1'), answer('2', 450), person('3')];
		const gauge = new Gauge();
		gauge.measure(wholeHistory, history, () => 50);
		const cut = { ...wholeHistory, cut: 1, madeAt: 3 };
		expect(gauge.measure(cut, history, () => 50)).toEqual({ tokens: 500, factor: 2 });
		expect(gauge.measure(cut, [...history, answer('4', 150)], () => 50)).toMatchObject({ tokens: 200 });
	});

	it('is measured anew when another, shorter history begins', () => {
		const gauge = new Gauge();
		gauge.measure(wholeHistory, [person('1'), person('2'), person('3')], () => 0);
		expect(gauge.measure(wholeHistory, [person('4')], () => 0)).toEqual({ tokens: 100, factor: 1 });
	});
});

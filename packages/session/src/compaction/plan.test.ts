import { type Message, type ToolMessage, toolCalls } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { type PlanInput, planCompaction } from './plan.ts';
import { type RequestCut, wholeHistory } from './request-cut.ts';

const model = { provider: 'test', id: 'm' };

/** A history in short: `u100` says 100 tokens, `a50` answers them, `c50` calls a tool whose output has so many. */
function historyOf(script: string): Message[] {
	const history: Message[] = [];
	for (const [, kind, size] of script.matchAll(/([uac])(\d+)/g)) {
		const content = [{ type: 'text', text: 'a'.repeat(Number(size) * 5 - 30) }] as const;
		const common = { id: `m${history.length}`, timestamp: 0 };
		if (kind === 'u') history.push({ ...common, role: 'user', content });
		if (kind === 'a') history.push({ ...common, role: 'assistant', model, content });
		if (kind !== 'c') continue;
		const id = `c${history.length}`;
		const call = { type: 'tool_call', id, name: 'read', args: {} } as const;
		history.push({ ...common, role: 'assistant', model, content: [call] });
		const result = { ...common, id: `${id}r`, toolCallId: id, toolName: 'read', isError: false };
		history.push({ ...result, role: 'tool', content } satisfies ToolMessage);
	}
	return history;
}

function plan(script: string, more: Partial<PlanInput> = {}) {
	const history = historyOf(script);
	const common = { shown: wholeHistory, keepTokens: 300, leastGain: 1, shortTarget: undefined, shortenAll: false };
	return { history, plan: planCompaction({ ...common, ...more, history }) };
}

describe('a plan', () => {
	it.each([
		['nothing while everything stays', 'u100 a100', {}, { kind: 'nothing' }],
		['nothing of a history without messages', '', {}, { kind: 'nothing' }],
		['cuts before the first turn that there is room for', 'u100 a100 u100 a100 u100 a50', {}, { cut: 4 }],
		[
			'keeps a turn that is just as large as what stays',
			'u100 a100 u100 a100 u100 a100',
			{ keepTokens: 400 },
			{ cut: 2 },
		],
		['splits a turn that alone is too long, before an answer', 'u50 a50 u50 c200 c200 c100', {}, { cut: 7, turn: 2 }],
		['keeps the last answer with its results, however large', 'u50 a50 u50 a100 c9000', {}, { cut: 4, turn: 2 }],
		['cuts before a new prompt where enough stays so', 'u50 a900 u200', {}, { cut: 2 }],
		[
			'splits the turn before a new prompt rather than keep nothing of it',
			'u50 c200 c200 u10',
			{},
			{ cut: 3, turn: 0 },
		],
		['never parts a prompt from a turn that would lose nothing else', 'u50 a50 u50 c900', {}, { cut: 2 }],
		['does nothing where too little would be gained', 'u20 a20 u200 a90', { leastGain: 60 }, { kind: 'nothing' }],
	] as const)('%s', (_, script, more, expected) => {
		expect(plan(script, more).plan).toMatchObject(expected);
	});

	it('goes on from the cut before, and says nothing of a turn that began before it', () => {
		const shown: RequestCut = { ...wholeHistory, cut: 3, madeAt: 5 };
		expect(plan('u50 c200 c200 c200 c100', { shown }).plan).toEqual({
			kind: 'summarize',
			cut: 7,
			short: 0,
			turn: undefined,
		});
	});

	it('is content with short forms where they are enough, and not where they are not', () => {
		const script = 'u50 c2000 u50 a200';
		expect(plan(script, { shortTarget: 1000 }).plan).toEqual({ kind: 'shorten', short: 3 });
		expect(plan(script, { shortTarget: 700 }).plan).toMatchObject({ kind: 'summarize', cut: 3 });
	});

	it('also shortens what has just been said by tools where a request was too long', () => {
		expect(plan('u50 c4000', { shortTarget: 100, shortenAll: true }).plan).toEqual({ kind: 'shorten', short: 3 });
		expect(plan('u5000', { shortTarget: 100, shortenAll: true }).plan).toEqual({ kind: 'nothing' });
	});

	it('never parts a call from its result where they stand apart', () => {
		const history = historyOf('u50 c100 u200 a200');
		const late = history.splice(2, 1)[0] as Message;
		history.splice(3, 0, late);
		const common = { shown: wholeHistory, keepTokens: 520, leastGain: 1, shortTarget: undefined, shortenAll: false };
		const made = planCompaction({ ...common, history });
		expect(history.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'tool', 'assistant']);
		expect(made).toMatchObject({ kind: 'summarize', cut: 4 });
		expect(toolCalls(history[1] as Message)).toHaveLength(1);
	});
});

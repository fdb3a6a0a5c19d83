import { defaultRetry, type Message, type Model, ModelError, textContent } from '@myelin/core';
import { fakeClock, type ScriptedAnswer, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import type { SideCall } from '../side-request.ts';
import { type SummaryTask, summarize } from './summarize.ts';

const said = (text: string, role: 'user' | 'assistant' = 'user'): Message =>
	({
		id: text.slice(0, 8),
		role,
		timestamp: 0,
		content: [{ type: 'text', text }],
		...(role === 'assistant' ? { model: { provider: 'test', id: 'm' } } : {}),
	}) as Message;

function ask(answers: readonly ScriptedAnswer[], task: Partial<SummaryTask>, more: Partial<Model> = {}) {
	const scripted = scriptedModel(answers);
	const calls: SideCall[] = [];
	const ports = {
		model: { ...scripted, ...more },
		clock: fakeClock(),
		signal: new AbortController().signal,
		maxTokens: 200,
		factor: 1,
		retries: { policy: defaultRetry, random: () => 0 },
		called: (call: SideCall) => void calls.push(call),
	};
	const whole = { history: [], turn: [], previous: undefined, instructions: undefined, ...task };
	const asked = () => scripted.requests.map(({ messages: [first] }) => textContent(first as Message));
	return { summary: summarize(whole, ports), asked, calls };
}

describe('a summary', () => {
	it('is asked for with the messages as a text that is no conversation, and what stood before', async () => {
		const history = [said('fix it'), said('fixed', 'assistant')];
		const { summary, asked, calls } = ask([saying('Fixed. ')], {
			history,
			previous: 'They met.',
			instructions: 'be kind',
		});
		expect(await summary).toBe('Fixed.');
		expect(asked()[0]).toContain('<summary-so-far>\nThey met.\n</summary-so-far>');
		expect(asked()[0]).toContain('<conversation>\n[user] fix it\n\n[assistant] fixed\n</conversation>');
		expect(asked()[0]).toContain('The person asks of this summary: be kind');
		expect(calls).toEqual([{ stopReason: 'stop', totalMs: 0 }]);
	});

	it('of what does not fit into one request is made part by part, each with the summary so far', async () => {
		const history = Array.from({ length: 6 }, (_, place) => said(`${place}${'a'.repeat(2000)}`));
		const answers = [saying('one'), saying('two'), saying('three')];
		const { summary, asked } = ask(answers, { history }, { contextWindow: 1500 });
		expect(await summary).toBe('three');
		expect(asked().map((text) => [...text.matchAll(/\[user\] (\d)/g)].map(([, place]) => place))).toEqual([
			...[
				['0', '1'],
				['2', '3'],
				['4', '5'],
			],
		]);
		expect(asked()[2]).toContain('<summary-so-far>\ntwo\n</summary-so-far>');
	});

	it('is made in smaller parts where the model says that one is too long', async () => {
		const tooLong: ScriptedAnswer = [new ModelError('CONTEXT_OVERFLOW', 'too long')];
		const history = Array.from({ length: 4 }, (_, place) => said(`${place}${'a'.repeat(4000)}`));
		const { summary, asked, calls } = ask(
			[tooLong, saying('one'), saying('two')],
			{ history },
			{ contextWindow: 4800 },
		);
		expect(await summary).toBe('two');
		expect(asked()).toHaveLength(3);
		expect(calls[0]).toEqual({ stopReason: 'error', errorCode: 'CONTEXT_OVERFLOW', totalMs: 0 });
	});

	it('of a split turn is asked for beside that of the turns before, and keeps its request in its own words', async () => {
		const { summary, asked } = ask([saying('Before.'), saying('Half done.')], {
			history: [said('first'), said('done', 'assistant')],
			turn: [said('please go on'), said('half', 'assistant')],
		});
		expect(await summary).toBe('Before.\n\n# The task under way\n\nThe person said:\nplease go on\n\nHalf done.');
		expect(asked()[0]).not.toContain('please go on');
		expect(asked()[1]).toContain('The end of this text is the middle of a task');
	});

	it('fails as a whole, and ends what else was asked, when one of two fails', async () => {
		const { summary, calls } = ask([[new ModelError('QUOTA', 'no money')], ['silence']], {
			history: [said('first')],
			turn: [said('second'), said('half', 'assistant')],
		});
		await expect(summary).rejects.toMatchObject({ code: 'QUOTA' });
		expect(calls).toEqual([
			{ stopReason: 'error', errorCode: 'QUOTA', totalMs: 0 },
			{ stopReason: 'aborted', totalMs: 0 },
		]);
	});

	it('that was cut off by the output limit says so', async () => {
		const { summary } = ask([saying('Half of', 'length')], { history: [said('x')] });
		expect(await summary).toBe('Half of\n[The summary was cut off here.]');
	});

	it.each([
		['nothing but spaces', saying('  '), 'INVALID_REQUEST'],
		['a refusal', [[{ type: 'done', stopReason: 'refusal' }]] as ScriptedAnswer, 'CONTENT_FILTER'],
	])('fails with %s', async (_, answer, code) => {
		await expect(ask([answer], { history: [said('x')] }).summary).rejects.toMatchObject({ code });
	});
});

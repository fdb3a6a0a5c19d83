import { ModelError } from '@myelin/core';
import { fakeClock, type ScriptedAnswer, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { askAside, askRecorded, type SideCall } from './side-request.ts';

const question = { systemPrompt: 'Be short.', text: 'What is it?' };

function ask(answer: ScriptedAnswer, maxLength = 1000) {
	const clock = fakeClock();
	const controller = new AbortController();
	const model = scriptedModel([answer]);
	let closed = 0;
	const watched = {
		...model,
		stream: (...[request, signal]: Parameters<typeof model.stream>) => {
			signal.addEventListener('abort', () => closed++);
			return model.stream(request, signal);
		},
	};
	const limits = { clock, signal: controller.signal, idleTimeoutMs: 1000, maxLength };
	return { clock, controller, model, answer: askAside(watched, question, limits), closed: () => closed };
}

describe('a side request', () => {
	it('asks one text without tools, and answers what the model said and used', async () => {
		const { answer, model, clock, closed } = ask([
			[
				{ type: 'thinking_delta', index: 0, delta: 'hm' },
				{ type: 'text_delta', index: 1, delta: 'It is ' },
			],
			[{ type: 'usage', usage: { inputTokens: 7 } }],
			[
				{ type: 'text_delta', index: 1, delta: 'that.' },
				{ type: 'usage', usage: { outputTokens: 3 } },
				{ type: 'done', stopReason: 'length' },
			],
		]);
		expect(await answer).toEqual({
			text: 'It is that.',
			stopReason: 'length',
			usage: { inputTokens: 7, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 },
		});
		expect(model.requests).toEqual([
			{
				systemPrompt: 'Be short.',
				messages: [{ id: 'aside', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'What is it?' }] }],
				tools: [],
				thinkingLevel: 'off',
			},
		]);
		expect([clock.waiting, closed()]).toEqual([0, 1]);
	});

	it('fails when the model is silent for too long, also one that does not listen, and closes its connection', async () => {
		const { answer, clock, closed } = ask([[{ type: 'text_delta', index: 0, delta: 'It' }], { deafSilence: true }]);
		const failed = expect(answer).rejects.toMatchObject({ code: 'TIMEOUT' });
		await clock.advance(1000);
		await failed;
		expect([clock.waiting, closed()]).toEqual([0, 1]);
	});

	it('is given up at once when it is aborted', async () => {
		const { answer, controller, closed } = ask(['silence']);
		controller.abort(new Error('not wanted any more'));
		await expect(answer).rejects.toThrow('not wanted any more');
		expect(closed()).toBe(1);
	});

	it('gives up an answer that does not end', async () => {
		const { answer, closed } = ask([{ forever: [{ type: 'text_delta', index: 0, delta: 'and so on ' }] }]);
		await expect(answer).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
		expect(closed()).toBe(1);
	});

	it.each([
		['that breaks off', ['break'] as ScriptedAnswer, 'STREAM_BROKEN'],
		['that fails', [new ModelError('OVERLOADED', 'busy')] as ScriptedAnswer, 'OVERLOADED'],
	])('fails with one %s', async (_how, script, code) => {
		await expect(ask(script).answer).rejects.toMatchObject({ code });
	});

	it('answers one that is whole', async () => {
		expect((await ask(saying('all of it')).answer).text).toBe('all of it');
	});

	it('gives up an answer that is too long although it ends within one read', async () => {
		await expect(ask(saying('a'.repeat(11)), 10).answer).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
	});
});

describe('the record of a side request', () => {
	const used: ScriptedAnswer[number] = [{ type: 'usage', usage: { inputTokens: 5000, costUsd: 2 } }];
	const usage = { inputTokens: 5000, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 2 };

	it.each([
		['that fails', [used, new ModelError('NETWORK', 'gone')], { stopReason: 'error', errorCode: 'NETWORK' }],
		['that is aborted', [used, 'silence'], { stopReason: 'aborted' }],
	] as const)('%s tells what it used until then', async (_how, script, facts) => {
		const clock = fakeClock();
		const controller = new AbortController();
		const calls: SideCall[] = [];
		const limits = { clock, signal: controller.signal, idleTimeoutMs: 1000, maxLength: 1000 };
		const answer = askRecorded(scriptedModel([script]), question, limits, (call) => void calls.push(call));
		const failed = expect(answer).rejects.toThrow();
		await clock.advance(7);
		controller.abort(new Error('not wanted any more'));
		await failed;
		expect(calls).toMatchObject([{ ...facts, usage }]);
	});
});

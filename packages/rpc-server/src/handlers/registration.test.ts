import { saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { startLoopback } from '../testing/loopback.ts';

async function client() {
	const { connect } = await startLoopback({ model: scriptedModel([saying('done')]) });
	return connect();
}

describe('what is registered together', () => {
	it('is accepted but for hooks that are none, each of which is told why', async () => {
		const { ask } = await client();
		const hooks = [
			{ hookId: 'guard', point: 'tool_call' },
			{ hookId: 'late', point: 'tool_cal' },
			{ hookId: 'misspelt', point: 'tool_call', onFaliure: 'allow' },
			{ point: 'context' },
			7,
		];
		expect((await ask('hooks/register', { hooks })).result).toEqual({
			accepted: [{ hookId: 'guard', point: 'tool_call', timeoutMs: 5000, onFailure: 'deny' }],
			rejected: [
				{ id: 'late', reason: expect.stringMatching(/^point: expected enum \["input",.*, found "tool_cal"$/) },
				{
					id: 'misspelt',
					reason:
						'onFaliure: expected no such member (there are hookId, point, timeoutMs, onFailure, required), found "allow"',
				},
				{ id: '#3', reason: 'hookId: expected it to be given, found nothing' },
				{ id: '#4', reason: 'it: expected object, found 7' },
			],
		});
	});

	it('is accepted but for tools that are none', async () => {
		const { ask } = await client();
		const tool = { description: '', parameters: { type: 'object' } };
		const tools = [
			{ ...tool, name: 'fine' },
			{ ...tool, name: 'not fine' },
			{ ...tool, name: 'typed', parameters: { type: 'object', properties: { a: { type: 'text' } } } },
		];
		expect((await ask('tools/register', { tools })).result).toEqual({
			accepted: ['fine'],
			rejected: [
				{ id: 'not fine', reason: 'name: expected pattern "^[A-Za-z0-9_-]{1,64}$", found "not fine"' },
				{
					id: 'typed',
					reason:
						'the parameters of the tool typed are no JSON Schema of an object: properties.a.type is "text"; types are object, array, string, number, integer, boolean, null',
				},
			],
		});
	});
});

describe('options that are misspelt', () => {
	it.each([
		[
			'session/create',
			{ budget: { token: 5 } },
			'budget.token: expected no such member (there are tokens, costUsd), found 5',
		],
		[
			'session/create',
			{ compaction: { enable: false } },
			'compaction.enable: expected no such member (there are enabled, reserveTokens, keepRecentTokens), found false',
		],
		[
			'session/setGoal',
			{ sessionId: 'none', goal: { action: 'create', text: 'x', budget: { run: 5 } } },
			'goal.budget.run: expected no such member (there are tokens, costUsd, runs), found 5',
		],
	])('are refused by %s, and what there is is named', async (method, params, text) => {
		const { ask } = await client();
		expect((await ask(method, params)).error).toMatchObject({ code: -32602, message: `${method}: ${text}` });
	});
});

import { type ModelChunk, ModelError, textContent } from '@myelin/core';
import { calling, checkGrammar, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, stage, tool } from './stage.ts';

const cut = (text: string): ScriptedAnswer => saying(text, 'length');
const overflow: ScriptedAnswer = [
	[{ type: 'text_delta', index: 0, delta: 'so' }],
	new ModelError('CONTEXT_OVERFLOW', 'too long'),
];

describe('an answer that reached its output limit', () => {
	it('is continued, at most three times in a row', async () => {
		verifies('R30');
		const { agent, model, recording } = stage([cut('a'), cut('b'), cut('c'), cut('d'), saying('never')]);
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'length', turnCount: 4 });
		const last = model.requests[3]?.messages.map(textContent);
		expect(last?.map((text) => text.slice(0, 38))).toEqual([
			'go',
			'a',
			'[Your answer reached its output limit.',
			'b',
			'[Your answer reached its output limit.',
			'c',
			'[Your answer reached its output limit.',
		]);
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('begins to count anew once an answer was whole', async () => {
		const call = calling({ id: '', name: 'read' });
		const { agent } = stage([cut('a'), cut('b'), call, cut('c'), cut('d'), saying('done')], { tools: [tool('read')] });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 6 });
	});

	it('loses the calls that did not arrive whole, and runs the others', async () => {
		const chunks: ModelChunk[] = [
			{ type: 'tool_call_start', index: 0, id: 'none', name: 'read' },
			{ type: 'tool_call_start', index: 1, id: 'whole', name: 'read' },
			{ type: 'tool_call_delta', index: 1, delta: '{"path":"x"}' },
			{ type: 'tool_call_start', index: 2, id: 'part', name: 'read' },
			{ type: 'tool_call_delta', index: 2, delta: '{"path":"/et' },
			{ type: 'done', stopReason: 'length' },
		];
		const { agent, recording } = stage([[chunks], saying('ok')], { tools: [tool('read')] });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', toolCalls: 2, toolErrors: 0 });
		expect(only(recording.events, 'tool_execution_start').map(({ toolCallId }) => toolCallId)).toEqual([
			'none',
			'whole',
		]);
		expect(agent.state().messages.map(({ role }) => role)).toEqual([
			'user',
			'assistant',
			'tool',
			'tool',
			'user',
			'assistant',
		]);
	});

	it('of which nothing is left is discarded, and continued', async () => {
		const chunks: ModelChunk[] = [
			{ type: 'tool_call_start', index: 0, id: 'a', name: 'read' },
			{ type: 'done', stopReason: 'length' },
		];
		const { agent, recording } = stage([[chunks], saying('ok')], { tools: [tool('read')] });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', toolCalls: 0, turnCount: 2 });
		expect(only(recording.events, 'turn_end')[0]?.message).toBe(null);
	});
});

describe('a request that is too long', () => {
	it('is made shorter once, asked anew of the context, and sent again at once', async () => {
		verifies('R34');
		let short = false;
		const asked: number[] = [];
		const { agent, model, recording } = stage([overflow, saying('ok')], {
			gates: {
				recoverOverflow: async ({ code }) => {
					short = code === 'CONTEXT_OVERFLOW';
					return true;
				},
				transformContext({ messages }) {
					asked.push(messages.length);
					return short ? messages.slice(-1) : messages;
				},
			},
			messages: [{ id: 'old', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'long ago' }] }],
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 1 });
		expect(asked).toEqual([2, 2]);
		expect(model.requests.map(({ messages }) => messages.length)).toEqual([2, 1]);
		expect(only(recording.events, 'retry')).toMatchObject([{ delayMs: 0, error: { code: 'CONTEXT_OVERFLOW' } }]);
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('a second time in a turn ends the run', async () => {
		let asked = 0;
		const { agent } = stage([overflow, overflow, saying('never')], {
			gates: { recoverOverflow: () => ++asked > 0 },
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'error', error: { code: 'CONTEXT_OVERFLOW' } });
		expect(asked).toBe(1);
	});

	it.each([
		['nobody can', {}, 'too long'],
		['somebody says no', { recoverOverflow: () => false }, 'too long'],
		[
			'somebody fails',
			{
				recoverOverflow: () => {
					throw new Error('no summary');
				},
			},
			'too long (and it could not be made shorter: no summary)',
		],
	])('and that %s make shorter ends the run with its error', async (_title, gates, message) => {
		const { agent } = stage([overflow, saying('never')], { gates });
		expect(await agent.prompt('go')).toMatchObject({
			endReason: 'error',
			error: { code: 'CONTEXT_OVERFLOW', message },
		});
	});
});

describe('a failed call of the model', () => {
	it.each(['RATE_LIMIT', 'OVERLOADED', 'TIMEOUT', 'NETWORK', 'STREAM_BROKEN'] as const)(
		'%s is tried three times',
		async (code) => {
			verifies('R34');
			const { agent, clock, recording, model } = stage(Array(4).fill([new ModelError(code, 'no')]));
			const run = agent.prompt('go');
			await clock.advance(100_000);
			expect(await run).toMatchObject({ endReason: 'error', error: { code, retryable: true } });
			expect(model.requests).toHaveLength(3);
			expect(only(recording.events, 'retry').map(({ attempt, maxAttempts }) => [attempt, maxAttempts])).toEqual([
				[1, 3],
				[2, 3],
			]);
		},
	);

	it.each(['AUTH', 'QUOTA', 'INVALID_REQUEST', 'CONTENT_FILTER', 'UNKNOWN'] as const)('%s is not', async (code) => {
		const { agent, model } = stage([[new ModelError(code, 'no')], saying('never')]);
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'error', error: { code } });
		expect(model.requests).toHaveLength(1);
	});

	it.each<[string, ModelChunk, string]>([
		[
			'a block',
			{ type: 'block', index: 1, block: { type: 'opaque', provider: 'p', data: { v: 10n } } as never },
			'block.data.v is a BigInt; give a number or a text',
		],
		[
			'a usage',
			{ type: 'usage', usage: { inputTokens: 10n } as never },
			'usage.inputTokens is a BigInt; give a number or a text',
		],
	])('is what %s with a BigInt makes of it, and says where', async (_title, chunk, message) => {
		const { agent, recording } = stage([[[{ type: 'text_delta', index: 0, delta: 'x' }, chunk]]]);
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'error', error: { code: 'UNKNOWN', message } });
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('waits with full jitter, doubled each time, and never less than the provider asks, up to a cap', async () => {
		const limited = (retryAfterMs?: number) => [new ModelError('RATE_LIMIT', 'slow down', { retryAfterMs })];
		const { agent, clock, recording } = stage([limited(), limited(), limited(7000), limited(90_000), saying('ok')], {
			random: () => 0.5,
			retry: { maxAttempts: 5, baseDelayMs: 1000, maxDelayMs: 30_000 },
		});
		const run = agent.prompt('go');
		await clock.advance(100_000);
		expect(await run).toMatchObject({ endReason: 'stop' });
		expect(only(recording.events, 'retry').map(({ delayMs }) => delayMs)).toEqual([500, 1000, 7000, 30_000]);
	});

	it('repeats no tool: those of the turn before ran once', async () => {
		let ran = 0;
		const pay = tool('pay', { execute: () => `paid ${++ran}` });
		const { agent, clock } = stage(
			[
				calling({ id: 'a', name: 'pay' }),
				['break'],
				[[{ type: 'tool_call_start', index: 0, id: 'b', name: 'pay' }], 'break'],
				saying('ok'),
			],
			{ tools: [pay] },
		);
		const run = agent.prompt('go');
		await clock.advance(100_000);
		expect(await run).toMatchObject({ endReason: 'stop', toolCalls: 1 });
		expect(ran).toBe(1);
	});
});

describe('a limit', () => {
	const spending = (id: string, tokens: number, costUsd: number): ScriptedAnswer => [
		[
			{ type: 'tool_call_start', index: 0, id, name: 'read' },
			{ type: 'usage', usage: { inputTokens: tokens, outputTokens: tokens, costUsd } },
			{ type: 'done', stopReason: 'tool_use' },
		],
	];

	it.each([
		['tokens', { tokens: 40 }],
		['cost', { costUsd: 1 }],
	])('on %s ends the run after the turn that reaches it, its tools included', async (_what, budget) => {
		let count = 0;
		const { agent, recording } = stage([spending('a', 10, 0.5), spending('b', 10, 0.5), spending('c', 10, 0.5)], {
			tools: [tool('read', { execute: () => `${count++}` })],
			budget,
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'budget', turnCount: 2, toolCalls: 2 });
		expect(recording.types()).not.toContain('error');
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('on turns, and on what is spent, counts each run anew', async () => {
		const { agent } = stage([spending('a', 10, 0), saying('one'), spending('b', 10, 0), saying('two')], {
			tools: [tool('read')],
			budget: { tokens: 30 },
			maxTurns: 2,
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 2 });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 2 });
	});

	it('is none where the run stops by itself', async () => {
		const { agent } = stage([saying('one')], { maxTurns: 1, budget: { tokens: 0 } });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop' });
	});

	it('of a refusal ends the run, and none of its calls run', async () => {
		const refusing: ScriptedAnswer = [
			[
				{ type: 'text_delta', index: 0, delta: 'I cannot' },
				{ type: 'tool_call_start', index: 1, id: 'a', name: 'read' },
				{ type: 'done', stopReason: 'refusal' },
			],
		];
		const { agent } = stage([refusing], { tools: [tool('read')] });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'refusal', toolCalls: 0 });
	});

	it('does not keep a paused answer from going on', async () => {
		const paused: ScriptedAnswer = [
			[{ type: 'text_delta', index: 0, delta: 'wait' }],
			[{ type: 'done', stopReason: 'pause' }],
		];
		const { agent } = stage([paused, saying('done')]);
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: 2 });
	});
});

import type { AgentEvent, ModelChunk } from '@myelin/core';
import { ModelError } from '@myelin/core';
import { calling, checkGrammar, replayHistory, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, stage, tool } from './stage.ts';

const chunks: readonly ModelChunk[] = [
	{ type: 'thinking_delta', index: 0, delta: 'hm' },
	{ type: 'text_delta', index: 1, delta: 'Reading' },
	{ type: 'tool_call_start', index: 2, id: 'a', name: 'read' },
	{ type: 'tool_call_delta', index: 2, delta: '{"path":' },
	{ type: 'tool_call_delta', index: 2, delta: '"x"}' },
	{ type: 'usage', usage: { inputTokens: 3, outputTokens: 4 } },
];
const everything: ScriptedAnswer = [chunks, [{ type: 'done', stopReason: 'tool_use' }]];
const overloaded = new ModelError('OVERLOADED', 'try later');

/** A run in which every type of event occurs: a retry, text, thinking, a tool that reports, and an error at the end. */
async function fullRun() {
	const read = tool('read', {
		execute: (_args, { onUpdate }) => {
			onUpdate({ kind: 'output', delta: 'line' });
			return { content: [{ type: 'text', text: 'content' }] };
		},
	});
	const staged = stage([[overloaded], everything, [new ModelError('AUTH', 'no key')]], { tools: [read] });
	const summary = staged.agent.prompt('go');
	await staged.clock.advance(1000);
	return { ...staged, summary: await summary };
}

const fields: Record<AgentEvent['type'], readonly string[]> = {
	agent_start: [],
	turn_start: [],
	message_start: ['message'],
	message_update: ['block', 'chunk', 'contentIndex', 'delta', 'deltaKind'],
	message_end: ['discarded', 'message'],
	tool_execution_start: ['args', 'toolCallId', 'toolName'],
	tool_execution_update: ['kind', 'toolCallId', 'toolName', 'update'],
	tool_execution_end: ['isError', 'result', 'toolCallId', 'toolName'],
	turn_end: ['message', 'toolResults'],
	retry: ['attempt', 'delayMs', 'error', 'maxAttempts'],
	error: ['error'],
	agent_end: ['newMessages', 'summary'],
};

describe('the stream', () => {
	it('has twelve types, and each fills its own fields alone', async () => {
		verifies('R1', 'R18', 'R36', 'R37', 'R135');
		const { recording } = await fullRun();
		expect(new Set(recording.types())).toEqual(new Set(Object.keys(fields)));
		for (const event of recording.events) {
			for (const key of Object.keys(event)) expect(['type', ...fields[event.type]]).toContain(key);
		}
		expect(only(recording.events, 'agent_start')).toEqual([{ type: 'agent_start' }]);
		expect(only(recording.events, 'turn_start')[0]).toEqual({ type: 'turn_start' });
	});

	it('is enough to rebuild what was said: text, tool outcome, retry and the summary', async () => {
		verifies('R1', 'R2', 'R127');
		const { recording, agent, summary } = await fullRun();
		expect(replayHistory([], recording.events)).toEqual(agent.state().messages);
		expect(recording.events.at(-1)).toEqual({
			type: 'agent_end',
			newMessages: agent.state().messages,
			summary,
		});
	});

	it('works for a consumer that knows the ten lifecycle types alone: they still nest', async () => {
		verifies('R19', 'R20', 'R23');
		const { recording } = await fullRun();
		const lifecycle = recording.events.filter(({ type }) => type !== 'retry' && type !== 'error');
		expect(checkGrammar(lifecycle)).toEqual([]);
		expect(recording.events.length - lifecycle.length).toBe(2);
	});

	it('carries in turn_end the message and the results of its tools, once per model call', async () => {
		verifies('R25', 'R29', 'R32');
		const { agent, recording } = stage([calling({ id: 'a', name: 'read' }), saying('done')], { tools: [tool('read')] });
		await agent.prompt('go');
		const [first, second] = only(recording.events, 'turn_end');
		expect(first?.message?.content).toEqual([{ type: 'tool_call', id: 'a', name: 'read', args: {} }]);
		expect(first?.toolResults.map(({ toolCallId }) => toolCallId)).toEqual(['a']);
		expect(second?.toolResults).toEqual([]);
		expect(recording.types().filter((type) => type === 'turn_start')).toHaveLength(2);
		expect(recording.types().at(-1)).toBe('agent_end');
	});

	it('goes on with another turn of the same run for steering', async () => {
		verifies('R30');
		const { agent, recording } = stage([saying('one'), saying('two')]);
		agent.subscribe((event) => {
			if (event.type === 'message_update' && event.delta === 'one') agent.steer('also this');
		});
		const summary = await agent.prompt('go');
		expect(summary).toMatchObject({ turnCount: 2, endReason: 'stop' });
		expect(only(recording.events, 'turn_end')).toHaveLength(2);
		expect(only(recording.events, 'agent_end')).toHaveLength(1);
	});

	it('gives tool events the call’s id and name, the arguments at the start alone, and the outcome at the end', async () => {
		verifies('R27', 'R28', 'R87', 'R118', 'R132');
		const { recording } = await fullRun();
		expect(only(recording.events, 'tool_execution_start')).toEqual([
			{ type: 'tool_execution_start', toolCallId: 'a', toolName: 'read', args: { path: 'x' } },
		]);
		expect(only(recording.events, 'tool_execution_update')).toEqual([
			{
				type: 'tool_execution_update',
				toolCallId: 'a',
				toolName: 'read',
				kind: 'progress',
				update: { kind: 'output', delta: 'line' },
			},
		]);
		expect(only(recording.events, 'tool_execution_end')).toEqual([
			{
				type: 'tool_execution_end',
				toolCallId: 'a',
				toolName: 'read',
				result: { content: [{ type: 'text', text: 'content' }] },
				isError: false,
			},
		]);
	});

	it('tells each retry before the model is called again, and the error before its one agent_end', async () => {
		verifies('R34', 'R35');
		const { recording } = await fullRun();
		expect(only(recording.events, 'retry')).toMatchObject([
			{ attempt: 1, maxAttempts: 3, delayMs: 0, error: { code: 'OVERLOADED' } },
		]);
		expect(recording.types().slice(-3)).toEqual(['error', 'turn_end', 'agent_end']);
		expect(only(recording.events, 'agent_end')).toHaveLength(1);
	});

	it('starts a message when its first fragment is there, not when it is asked for', async () => {
		verifies('R62', 'R63', 'R64');
		const { agent, recording } = stage([[[{ type: 'done', stopReason: 'stop' }]], saying('hi')]);
		await agent.prompt('one');
		expect(recording.events.filter((event) => 'message' in event && event.message?.role === 'assistant')).toEqual([]);
		await agent.prompt('two');
		const heard = recording.types().slice(-6);
		expect(heard).toEqual(['message_end', 'message_start', 'message_update', 'message_end', 'turn_end', 'agent_end']);
	});

	it('closes a failed attempt’s message as discarded, keeps it out of history, and counts its usage', async () => {
		verifies('R64', 'R70', 'R73');
		const cut: ScriptedAnswer = [
			[
				{ type: 'usage', usage: { inputTokens: 10 } },
				{ type: 'text_delta', index: 0, delta: 'par' },
			],
			overloaded,
		];
		const { agent, clock, recording } = stage([cut, saying('whole')]);
		const run = agent.prompt('go');
		await clock.advance(1000);
		const { usage } = await run;
		const [, failed, kept] = only(recording.events, 'message_end');
		expect(failed).toMatchObject({ discarded: true, message: { stopReason: 'error' } });
		expect(kept?.message.id).not.toBe(failed?.message.id);
		expect(usage.inputTokens).toBe(10);
		expect(agent.state().totalUsage.inputTokens).toBe(10);
		expect(agent.state().messages).toHaveLength(2);
	});

	it('carries the message in each of its three events, and no other', async () => {
		verifies('R26', 'R135');
		const { recording } = await fullRun();
		const messages = recording.events.filter((event) => event.type.startsWith('message_'));
		for (const event of messages) expect(event).toHaveProperty('message.id');
		const answer = only(recording.events, 'message_update')[0]?.message.id;
		expect(
			messages.filter((event) => 'message' in event && event.message?.id === answer).map(({ type }) => type),
		).toEqual(['message_start', ...Array(5).fill('message_update'), 'message_end']);
	});

	it('says each event where the loop crosses to the model or to a tool, not before and not after', async () => {
		verifies('R133');
		const log: string[] = [];
		const { agent, model } = stage([calling({ id: 'a', name: 'read' }), saying('ok')], {
			tools: [
				tool('read', {
					execute: () => {
						log.push('the tool runs');
						return 'content';
					},
				}),
			],
		});
		const stream = model.stream.bind(model);
		model.stream = (request, signal) => {
			log.push('the model is called');
			return stream(request, signal);
		};
		agent.subscribe(({ type }) => void log.push(type));
		await agent.prompt('go');
		expect(log.slice(0, 11)).toEqual([
			'agent_start',
			'turn_start',
			'message_start',
			'message_end',
			'the model is called',
			'message_start',
			'message_update',
			'message_update',
			'message_end',
			'tool_execution_start',
			'the tool runs',
		]);
		expect(log[11]).toBe('tool_execution_end');
	});

	it('emits no error for an abort or a limit', async () => {
		const { agent, recording } = stage([calling({ id: 'a', name: 'read' })], { tools: [tool('read')], maxTurns: 1 });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'max_turns' });
		expect(recording.types()).not.toContain('error');
	});

	it('forwards deltas to a writer that knows nothing else, and closes it at the end', async () => {
		verifies('R4', 'R38', 'R88', 'R89');
		const { agent } = stage([saying('one two')]);
		const sent: string[] = [];
		agent.subscribe((event) => {
			if (event.type === 'message_update') sent.push(event.delta);
			if (event.type === 'agent_end') sent.push('[closed]');
		});
		await agent.prompt('go');
		expect(sent).toEqual(['one ', 'two', '[closed]']);
	});
});

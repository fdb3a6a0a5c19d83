import { AgentError, type AgentEvent, deepFreeze, type Message, runTurns } from '@myelin/core';
import { calling, checkGrammar, fakeClock, replayHistory, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { stage, tool } from './stage.ts';

describe('the agent’s state', () => {
	it('follows the stream: streaming while a message grows, pending between a call’s start and end, and neither when idle', async () => {
		verifies('R68', 'R69', 'R71', 'R72', 'R74', 'R122');
		const { agent } = stage([calling({ id: 'a', name: 'read' }), saying('done')], { tools: [tool('read')] });
		const seen: string[] = [];
		agent.subscribe(({ type }) => {
			const { streamingMessage, pendingToolCalls, messages, isRunning } = agent.state();
			const pending = pendingToolCalls.map(({ toolCallId }) => toolCallId).join();
			seen.push(
				`${type} ${streamingMessage === null ? '-' : 'streams'} ${pending || '-'} ${messages.length} ${isRunning}`,
			);
		});
		await agent.prompt('go');
		expect(seen).toEqual([
			'agent_start - - 0 true',
			'turn_start - - 0 true',
			'message_start - - 0 true',
			'message_end - - 1 true',
			'message_start streams - 1 true',
			'message_update streams - 1 true',
			'message_update streams - 1 true',
			'message_end - - 2 true',
			'tool_execution_start - a 2 true',
			'tool_execution_end - - 2 true',
			'message_start - - 2 true',
			'message_end - - 3 true',
			'turn_end - - 3 true',
			'turn_start - - 3 true',
			'message_start streams - 3 true',
			'message_update streams - 3 true',
			'message_end - - 4 true',
			'turn_end - - 4 true',
			'agent_end - - 4 false',
		]);
		expect(agent.state()).toMatchObject({ streamingMessage: null, pendingToolCalls: [], isRunning: false });
	});

	it('is a frozen picture of one moment', async () => {
		verifies('R72');
		const { agent } = stage([saying('one')], { tools: [tool('read')] });
		const before = agent.state();
		agent.steer('later');
		await agent.prompt('go');
		expect(before.messages).toEqual([]);
		expect(before.queue).toEqual({ steering: [], followUp: [] });
		const after = agent.state();
		for (const part of [after, after.messages, after.queue, after.queue.steering, after.totalUsage, after.tools]) {
			expect(Object.isFrozen(part)).toBe(true);
		}
	});

	it('adds up the usage of every answer', async () => {
		verifies('R16', 'R70', 'R122');
		const answer = [
			[
				{ type: 'text_delta', index: 0, delta: 'hi' },
				{ type: 'usage', usage: { inputTokens: 5, outputTokens: 2, costUsd: 0.5 } },
				{ type: 'done', stopReason: 'stop' },
			],
		] as const;
		const { agent } = stage([answer, answer]);
		await agent.prompt('one');
		const { usage } = await agent.prompt('two');
		expect(usage).toEqual({ inputTokens: 5, outputTokens: 2, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.5 });
		expect(agent.state().totalUsage).toMatchObject({ inputTokens: 10, outputTokens: 4, costUsd: 1 });
		expect(agent.state().messages.at(-1)).toMatchObject({ stopReason: 'stop', usage: { outputTokens: 2 } });
	});

	it('remembers the last error', async () => {
		const { agent } = stage([]);
		await agent.prompt('go');
		expect(agent.state().lastError).toMatchObject({ code: 'INVALID_REQUEST' });
	});

	it('takes new settings at the next model call', async () => {
		const { agent, model } = stage([calling({ id: 'a', name: 'read' }), saying('done')], { tools: [tool('read')] });
		agent.subscribe((event) => {
			if (event.type === 'tool_execution_end')
				agent.set({ systemPrompt: 'be brief', thinkingLevel: 'high', tools: [] });
		});
		await agent.prompt('go');
		expect(
			model.requests.map(({ systemPrompt, thinkingLevel, tools }) => [systemPrompt, thinkingLevel, tools.length]),
		).toEqual([
			['', 'off', 1],
			['be brief', 'high', 0],
		]);
	});
});

describe('a prompt', () => {
	it('of two in one tick starts exactly one', async () => {
		const { agent } = stage([saying('hi')]);
		const [first, second] = await Promise.allSettled([agent.prompt('one'), agent.prompt('two')]);
		expect(first).toMatchObject({ status: 'fulfilled', value: { endReason: 'stop' } });
		expect(second).toMatchObject({ status: 'rejected', reason: { code: 'ALREADY_RUNNING' } });
		expect(agent.state().messages).toHaveLength(2);
	});

	it('rejects misuse with a TypeError that says what it takes', async () => {
		const { agent } = stage([]);
		await expect(agent.prompt({ messages: [] })).rejects.toThrow('prompt needs at least one message, and got none');
		const answer: Message = {
			id: 'm',
			role: 'tool',
			timestamp: 0,
			toolCallId: 'x',
			toolName: 'y',
			content: [],
			isError: false,
		};
		await expect(agent.prompt({ messages: [answer] })).rejects.toThrow(
			'prompt takes messages of the user and custom ones, and got one of role tool',
		);
	});

	it('without a model ends with the error NO_MODEL', async () => {
		const { agent } = stage([], { model: undefined });
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'error', error: { code: 'NO_MODEL' } });
	});

	it('continues only where something waits for an answer', async () => {
		const { agent } = stage([saying('one'), saying('two')]);
		await expect(agent.continue()).rejects.toBeInstanceOf(AgentError);
		await agent.prompt('go');
		await expect(agent.continue()).rejects.toMatchObject({ code: 'NOTHING_TO_CONTINUE' });
		agent.followUp('more');
		expect(await agent.continue()).toMatchObject({ endReason: 'stop' });
		expect(agent.queue.followUp).toEqual([]);
	});

	it('takes follow-ups only where the run would stop, one or all at a time', async () => {
		for (const [mode, requests] of [
			['one', 3],
			['all', 2],
		] as const) {
			const { agent, model } = stage([saying('a'), saying('b'), saying('c')], { takeFollowUps: mode });
			agent.followUp('first');
			agent.followUp('second');
			expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop', turnCount: requests });
			expect(model.requests).toHaveLength(requests);
		}
	});

	it('does not freeze the list it was given', async () => {
		const messages: Message[] = [];
		const { agent } = stage([], { messages });
		messages.push(deepFreeze({ id: 'x', role: 'user', timestamp: 0, content: [] }));
		expect(agent.state().messages).toEqual([]);
	});
});

describe('a run without an agent', () => {
	const prompt: readonly Message[] = [{ id: 'u', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'go' }] }];

	it('gives its events to one function and its summary to the caller, and leaves what it was given as it was', async () => {
		const messages: readonly Message[] = deepFreeze([{ id: 'old', role: 'user', timestamp: 0, content: [] }]);
		const events: AgentEvent[] = [];
		const context = { messages, prompt, model: scriptedModel([saying('hi')]) };
		const summary = await runTurns(
			context,
			{ clock: fakeClock() },
			(event) => void events.push(event),
			new AbortController().signal,
		);
		expect(summary).toMatchObject({ endReason: 'stop', turnCount: 1 });
		expect(checkGrammar(events)).toEqual([]);
		expect(replayHistory([], events)).toHaveLength(2);
		expect(messages).toHaveLength(1);
	});

	it('ends with its signal, which may have aborted before', async () => {
		for (const early of [true, false]) {
			const controller = new AbortController();
			const events: AgentEvent[] = [];
			if (early) controller.abort('too late');
			const context = {
				messages: [],
				prompt,
				model: scriptedModel([[[{ type: 'text_delta', index: 0, delta: 'x' }], 'silence']]),
			};
			const summary = await runTurns(
				context,
				{ clock: fakeClock() },
				(event) => {
					events.push(event);
					if (event.type === 'message_update') controller.abort();
				},
				controller.signal,
			);
			expect(summary.endReason).toBe('aborted');
			expect(checkGrammar(events)).toEqual([]);
		}
	});
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { Agent } from './agent.ts';
import { AgentError, ModelError } from './errors.ts';
import type { AgentEvent } from './events.ts';
import { textContent } from './messages.ts';
import {
	calling,
	checkGrammar,
	countingIds,
	fakeClock,
	recordEvents,
	replayHistory,
	type ScriptedAnswer,
	saying,
	scriptedModel,
} from './testing/index.ts';
import type { Tool } from './tools.ts';

const echo: Tool = {
	name: 'echo',
	description: 'Says what it is told.',
	jsonSchema: { type: 'object' },
	parse: (args) => ({ ok: true, args }),
	execute: (args) => `echo ${JSON.stringify(args)}`,
};

function agentWith(answers: readonly ScriptedAnswer[], more: ConstructorParameters<typeof Agent>[0] = {}) {
	const model = scriptedModel(answers);
	const clock = fakeClock();
	const agent = new Agent({ model, tools: [echo], clock, identify: countingIds(), random: () => 0, ...more });
	return { agent, model, clock, recording: recordEvents(agent) };
}

describe('a run', () => {
	it('says a model call with a tool from start to end, and its summary holds the facts', async () => {
		verifies('R18');
		verifies('R22');
		verifies('R24');
		verifies('R33');
		const { agent, recording, model } = agentWith([
			calling({ id: 'a', name: 'echo', args: { x: 1 } }),
			saying('all done'),
		]);
		const summary = await agent.prompt('go');
		expect(recording.types()).toEqual([
			'agent_start',
			'turn_start',
			'message_start',
			'message_end',
			'message_start',
			'message_update',
			'message_update',
			'message_end',
			'tool_execution_start',
			'tool_execution_end',
			'message_start',
			'message_end',
			'turn_end',
			'turn_start',
			'message_start',
			'message_update',
			'message_update',
			'message_end',
			'turn_end',
			'agent_end',
		]);
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(summary).toMatchObject({ turnCount: 2, toolCalls: 1, toolErrors: 0, endReason: 'stop' });
		expect(agent.state().messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
		expect(replayHistory([], recording.events)).toEqual(agent.state().messages);
		expect(model.requests[1]?.messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool']);
	});

	it('keeps an aborted answer without its calls, closes everything, and keeps what is queued', async () => {
		verifies('R21');
		verifies('R73');
		const { agent, recording, clock } = agentWith([
			[[{ type: 'text_delta', index: 0, delta: 'half an an' }], 'silence'],
		]);
		let abort: Promise<unknown> = Promise.resolve();
		agent.subscribe((event) => {
			if (event.type !== 'message_update') return;
			agent.steer('stop it');
			abort = agent.abort('enough');
		});
		const summary = await agent.prompt('go');
		await abort;
		expect(summary.endReason).toBe('aborted');
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(agent.state().messages.at(-1)).toMatchObject({ role: 'assistant', stopReason: 'aborted' });
		expect(agent.queue.steering.map(textContent)).toEqual(['stop it']);
		expect(clock.waiting).toBe(0);
	});

	it('discards failed attempts, tells each retry, and ends with the error when tries run out', async () => {
		verifies('R34');
		verifies('R35');
		const overloaded = new ModelError('OVERLOADED', 'try later', { retryAfterMs: 100 });
		const broken: ScriptedAnswer = [[{ type: 'text_delta', index: 0, delta: 'par' }], overloaded];
		const { agent, recording, clock } = agentWith([broken, [overloaded], broken]);
		const run = agent.prompt('go');
		await clock.advance(10_000);
		const summary = await run;
		expect(summary).toMatchObject({ endReason: 'error', error: { code: 'OVERLOADED', retryable: true }, turnCount: 1 });
		expect(recording.types().filter((type) => type === 'retry')).toHaveLength(2);
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(agent.state().messages.map(({ role }) => role)).toEqual(['user']);
	});

	it('fails loudly when a listener throws, after closing everything for everybody', async () => {
		verifies('R80');
		verifies('R130');
		const { agent } = agentWith([saying('one two three')]);
		agent.subscribe((event) => {
			if (event.type === 'message_update') throw new Error('my bug');
		});
		const after = recordEvents(agent);
		const failure = await agent.prompt('go').catch((thrown: unknown) => thrown);
		expect(failure).toBeInstanceOf(AgentError);
		expect(failure).toMatchObject({ code: 'LISTENER_FAILED', cause: { message: 'my bug' } });
		expect(checkGrammar(after.events)).toEqual([]);
		expect(after.types().slice(-4)).toEqual(['message_end', 'error', 'turn_end', 'agent_end']);
		expect(agent.state()).toMatchObject({ isRunning: false, streamingMessage: null });
	});

	it('answers an abort although a tool and a listener ignore it', async () => {
		verifies('R40');
		let begun = (): void => undefined;
		const started = new Promise<void>((resolve) => {
			begun = resolve;
		});
		const deaf = () => {
			begun();
			return new Promise<string>(() => {});
		};
		const { agent, clock, recording } = agentWith([calling({ id: 'a', name: 'deaf' })], {
			tools: [{ ...echo, name: 'deaf', execute: deaf }],
		});
		let hang = (): void => undefined;
		const missed: string[] = [];
		agent.subscribe((event) => {
			missed.push(event.type);
			if (event.type === 'tool_execution_end') return new Promise<void>((resolve) => (hang = resolve));
			return undefined;
		});
		const run = agent.prompt('go');
		await started;
		const receipt = agent.abort();
		await clock.advance(2000);
		expect((await run).endReason).toBe('aborted');
		expect(await receipt).toMatchObject({ stopped: true, abandoned: ['a'] });
		expect(missed.at(-1)).toBe('tool_execution_end');
		hang();
		await clock.advance(0);
		expect(missed).toEqual(recording.types());
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('starts exactly one of two prompts in one tick', async () => {
		const { agent } = agentWith([saying('hi')]);
		const [first, second] = await Promise.allSettled([agent.prompt('one'), agent.prompt('two')]);
		expect(first).toMatchObject({ status: 'fulfilled' });
		expect(second).toMatchObject({ status: 'rejected', reason: { code: 'ALREADY_RUNNING' } });
		expect(agent.state().messages).toHaveLength(2);
	});

	it('blocks a call whose guard throws, and tells the model why', async () => {
		const { agent, model } = agentWith([calling({ id: 'a', name: 'echo' }), saying('ok')], {
			gates: {
				toolCall() {
					throw new Error('guard is broken');
				},
			},
		});
		const summary = await agent.prompt('go');
		expect(summary).toMatchObject({ toolCalls: 1, toolErrors: 1, endReason: 'stop' });
		const result = model.requests[1]?.messages.at(-1);
		expect(result && textContent(result)).toBe('Denied: the guard failed (guard is broken).');
	});
});

describe('a snapshot', () => {
	it('shows its own moment for ever, and is no part of the event’s JSON', async () => {
		verifies('R54');
		verifies('R65');
		const { agent, recording } = agentWith([saying('one two three')]);
		await agent.prompt('go');
		const updates = recording.events.filter(
			(event): event is AgentEvent & { type: 'message_update' } => event.type === 'message_update',
		);
		expect(updates.map(({ message }) => textContent(message))).toEqual(['one ', 'one two ', 'one two three']);
		expect(JSON.parse(JSON.stringify(updates[1]))).toEqual({
			type: 'message_update',
			delta: 'two ',
			deltaKind: 'text',
			contentIndex: 0,
		});
		expect(Object.keys(updates[1] ?? {})).not.toContain('message');
	});

	it('never ends a delta inside a character', async () => {
		const { agent, recording } = agentWith([
			[
				[
					{ type: 'text_delta', index: 0, delta: 'a\ud83d' },
					{ type: 'text_delta', index: 0, delta: '\ude00b' },
					{ type: 'text_delta', index: 0, delta: '\ud83d' },
				],
				[{ type: 'done', stopReason: 'stop' }],
			],
		]);
		await agent.prompt('go');
		const deltas = recording.events
			.map((event) => (event.type === 'message_update' ? event.delta : undefined))
			.filter((delta) => delta !== undefined);
		expect(deltas).toEqual(['a', '😀b', '\uFFFD']);
		expect(agent.state().messages.at(-1)?.content).toEqual([{ type: 'text', text: 'a😀b\uFFFD' }]);
	});
});

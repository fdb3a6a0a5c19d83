import { type Message, type Tool, textContent } from '@myelin/core';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { Envelope } from './events.ts';
import { noHooks } from './hooks.ts';
import { Session } from './session.ts';
import type { SessionState } from './session-state.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const slow: Tool = {
	name: 'slow',
	description: 'Takes a while.',
	jsonSchema: { type: 'object' },
	parse: (args) => ({ ok: true, args }),
	async execute() {
		await turn();
		return 'done';
	},
};

/** What a state says of the run, and what the events up to its number say. */
function fromState({ isRunning, runId, promptIds, streamingMessage, pendingToolCalls, totalUsage }: SessionState) {
	return {
		isRunning,
		runId,
		promptIds,
		text: streamingMessage === null ? null : textContent(streamingMessage as Message),
		pending: pendingToolCalls.map(({ toolCallId }) => toolCallId),
		outputTokens: totalUsage.outputTokens,
	};
}

function fromEvents(all: readonly Envelope[], seq: number): ReturnType<typeof fromState> {
	const told = all.filter((envelope) => envelope.seq <= seq);
	const last = (fits: (envelope: Envelope) => boolean) => told.findLastIndex(fits);
	const begun = last(({ event }) => event.type === 'agent_start');
	const isRunning = begun > last(({ event }) => event.type === 'agent_end');
	const opened = last(({ event }) => event.type === 'message_start' && event.message.role === 'assistant');
	const isOpen = opened > last(({ event }) => event.type === 'message_end');
	const texts = told
		.slice(opened)
		.map(({ event }) => (event.type === 'message_update' && event.deltaKind === 'text' ? event.delta : ''));
	const ended = told.flatMap(({ event }) => (event.type === 'tool_execution_end' ? [event.toolCallId] : []));
	const started = told.flatMap(({ event }) => (event.type === 'tool_execution_start' ? [event.toolCallId] : []));
	const used = told.map(({ event }) =>
		event.type === 'message_end' && event.message.role === 'assistant' ? (event.message.usage?.outputTokens ?? 0) : 0,
	);
	return {
		isRunning,
		runId: isRunning ? told[begun]?.runId : undefined,
		promptIds: isRunning ? told[begun]?.promptIds : undefined,
		text: isOpen ? texts.join('') : null,
		pending: started.filter((id) => !ended.includes(id)),
		outputTokens: used.reduce((sum, tokens) => sum + tokens, 0),
	};
}

it('a state is that of its number at every moment: while events are observed, wait for each other, and are told', async () => {
	verifies('R41');
	const model = scriptedModel([
		[[{ type: 'usage', usage: { inputTokens: 1, outputTokens: 7 } }], ...saying('one two three four')],
		calling({ id: 'a', name: 'slow' }, { id: 'b', name: 'slow' }),
		saying('five six'),
	]);
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	const hooks = { ...noHooks, observe: turn };
	const session = new Session({ id: 's', cwd: '/' }, { hooks, models, tools: { tools: () => [slow] } });
	const heard: Envelope[] = [];
	const states: SessionState[] = [];
	let isOver = false;
	session.subscribe((envelope) => {
		heard.push(envelope);
		states.push(session.state());
		return turn();
	});
	const watch = (async () => {
		for (let count = 0; !isOver; count++) {
			states.push(session.state());
			await Promise.resolve();
			states.push(session.state());
			if (count % 5 === 0) void session.say({ type: 'notice', level: 'info', message: String(count) });
			await turn();
		}
	})();
	await session.prompt('go', { promptId: 'p' });
	await session.prompt('on', { promptId: 'q' });
	isOver = true;
	await watch;
	expect(states.length).toBeGreaterThan(100);
	expect(states.map((state) => ({ seq: state.seq, ...fromState(state) }))).toEqual(
		states.map(({ seq }) => ({ seq, ...fromEvents(heard, seq) })),
	);
});

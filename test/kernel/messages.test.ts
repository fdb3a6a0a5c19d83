import { type CustomMessage, hasToolCalls, type Message, textContent, thinkingContent, toolCalls } from '@myelin/core';
import { calling, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { stage, tool } from './stage.ts';

const answer: Message = {
	id: 'm1',
	role: 'assistant',
	timestamp: 1,
	model: { provider: 'test', id: 'scripted' },
	content: [
		{ type: 'thinking', thinking: 'hm ' },
		{ type: 'text', text: 'one ' },
		{ type: 'tool_call', id: 'a', name: 'read', args: {} },
		{ type: 'image', mimeType: 'image/png', url: 'https://example.org/x.png' },
		{ type: 'opaque', provider: 'test', data: null },
		{ type: 'text', text: 'two' },
		{ type: 'thinking', thinking: 'so' },
		{ type: 'tool_call', id: 'b', name: 'read', args: {} },
	],
};
const marker: CustomMessage = {
	id: 'c1',
	role: 'custom:marker',
	timestamp: 1,
	content: [{ type: 'text', text: 'here' }],
};

describe('a message', () => {
	it('of any role reads as text, thinking and calls, in the order of its blocks', () => {
		verifies('R9', 'R12', 'R13', 'R14', 'R15');
		expect(textContent(answer)).toBe('one two');
		expect(thinkingContent(answer)).toBe('hm so');
		expect(toolCalls(answer).map(({ id }) => id)).toEqual(['a', 'b']);
		expect([hasToolCalls(answer), hasToolCalls(marker)]).toEqual([true, false]);
		expect([textContent(marker), thinkingContent(marker)]).toEqual(['here', '']);
	});

	it('of a program’s own role travels in history and through the context, and is not shown to the model', async () => {
		verifies('R10', 'R11');
		const seen: string[][] = [];
		const { agent, model } = stage([saying('ok')], {
			gates: {
				transformContext({ messages }) {
					seen.push(messages.map(({ role }) => role));
					return messages;
				},
			},
		});
		await agent.prompt({ messages: [marker, { id: 'u', role: 'user', timestamp: 2, content: [] }] });
		expect(agent.state().messages.map(({ role }) => role)).toEqual(['custom:marker', 'user', 'assistant']);
		expect(seen).toEqual([['custom:marker', 'user']]);
		expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['user']);
	});

	it('of a program’s own role is shown to the model where a converter says so', async () => {
		const { agent, model } = stage([saying('ok')], {
			convertToModel: (messages) =>
				messages.map((message) => ({ id: message.id, role: 'user', timestamp: 0, content: message.content })),
		});
		await agent.prompt({ messages: [marker] });
		expect(model.requests[0]?.messages).toEqual([{ id: 'c1', role: 'user', timestamp: 0, content: marker.content }]);
	});

	it('leaves out of its JSON what is not set', async () => {
		verifies('R17');
		const { agent } = stage([calling({ id: 'a', name: 'read' }), saying('ok')], { tools: [tool('read')] });
		await agent.prompt('go');
		expect(JSON.parse(JSON.stringify(agent.state().messages))).toEqual([
			{ id: 'msg_1', role: 'user', timestamp: 1000, content: [{ type: 'text', text: 'go' }] },
			{
				id: 'msg_2',
				role: 'assistant',
				timestamp: 1000,
				model: { provider: 'test', id: 'scripted' },
				content: [{ type: 'tool_call', id: 'a', name: 'read', args: {} }],
				stopReason: 'tool_use',
			},
			{
				id: 'msg_3',
				role: 'tool',
				timestamp: 1000,
				toolCallId: 'a',
				toolName: 'read',
				content: [{ type: 'text', text: 'read is done' }],
				isError: false,
			},
			{
				id: 'msg_4',
				role: 'assistant',
				timestamp: 1000,
				model: { provider: 'test', id: 'scripted' },
				content: [{ type: 'text', text: 'ok' }],
				stopReason: 'stop',
			},
		]);
	});
});

describe('the request', () => {
	it('is repaired where history is not: a missing result is told as unknown, a result without a call is dropped', async () => {
		const orphan: Message = {
			id: 't',
			role: 'tool',
			timestamp: 1,
			toolCallId: 'gone',
			toolName: 'x',
			content: [],
			isError: false,
		};
		const { agent, model } = stage([saying('ok')], { messages: [orphan, answer] });
		await agent.prompt('go');
		expect(model.requests[0]?.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'tool', 'user']);
		expect(model.requests[0]?.messages[1]).toMatchObject({ toolCallId: 'a', isError: true });
		expect(agent.state().messages).toHaveLength(4);
	});

	it('is what transformContext makes of history, asked once a turn and not again for a retry', async () => {
		verifies('R86');
		let asked = 0;
		const { agent, model, clock } = stage([['break'], saying('ok')], {
			gates: {
				async transformContext({ messages }) {
					asked++;
					return [
						{ id: 'time', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'it is noon' }] },
						...messages,
					];
				},
			},
		});
		const run = agent.prompt('go');
		await clock.advance(1000);
		await run;
		expect(asked).toBe(1);
		expect(model.requests.map(({ messages }) => messages.map(textContent))).toEqual([
			['it is noon', 'go'],
			['it is noon', 'go'],
		]);
		expect(agent.state().messages.map(textContent)).toEqual(['go', 'ok']);
	});

	it('for which the gate answers no list ends the run with HOOK_FAILED', async () => {
		const { agent } = stage([saying('ok')], { gates: { transformContext: () => 'hm' as unknown as Message[] } });
		expect(await agent.prompt('go')).toMatchObject({
			error: {
				code: 'HOOK_FAILED',
				message: 'the context could not be prepared: a list was asked for, and "hm" was answered',
			},
		});
	});

	it('that cannot be prepared ends the run with HOOK_FAILED', async () => {
		const { agent } = stage([saying('ok')], {
			gates: {
				transformContext() {
					throw new Error('no disk');
				},
			},
		});
		expect(await agent.prompt('go')).toMatchObject({
			endReason: 'error',
			error: { code: 'HOOK_FAILED', message: 'the context could not be prepared: no disk' },
		});
	});
});

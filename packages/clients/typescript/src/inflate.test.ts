import { describe, expect, it } from 'vitest';
import { createInflater } from './inflate.ts';

const user = { role: 'user', id: 'm1', timestamp: 1, content: [{ type: 'text', text: 'hi' }] };
const answer = { role: 'assistant', id: 'm2', timestamp: 2, content: [{ type: 'text', text: 'ho' }], model: {} };
const result = { content: [{ type: 'text', text: 'ok' }], details: { lines: 1 } };
const toolMessage = { role: 'tool', id: 'm3', timestamp: 3, toolCallId: 'c1', toolName: 'read', isError: false };

function inflated(...wire: Record<string, unknown>[]): unknown[] {
	const inflater = createInflater();
	return wire.map((event) => inflater.inflate(event).event);
}

describe('the full form', () => {
	it('carries kind and index over to the updates that leave them out', () => {
		const [, , second, third, fourth] = inflated(
			{ type: 'message_start', message: { ...answer, content: [] } },
			{ type: 'message_update', delta: 'a', deltaKind: 'thinking', contentIndex: 0 },
			{ type: 'message_update', delta: 'b' },
			{ type: 'message_update', delta: 'c', deltaKind: 'text', contentIndex: 1 },
			{ type: 'message_update', delta: 'd' },
		);
		expect(second).toEqual({ type: 'message_update', delta: 'b', deltaKind: 'thinking', contentIndex: 0 });
		expect(third).toEqual({ type: 'message_update', delta: 'c', deltaKind: 'text', contentIndex: 1 });
		expect(fourth).toEqual({ type: 'message_update', delta: 'd', deltaKind: 'text', contentIndex: 1 });
	});

	it('takes a delta without a kind as text', () => {
		expect(inflated({ type: 'message_update', delta: 'a' })).toEqual([
			{ type: 'message_update', delta: 'a', deltaKind: 'text', contentIndex: 0 },
		]);
	});

	it('prefers a snapshot that was sent', () => {
		const { event, buildMessage } = createInflater().inflate({ type: 'message_update', delta: 'x', message: answer });
		expect(event).toEqual({ type: 'message_update', delta: 'x', deltaKind: 'text', contentIndex: 0 });
		expect(buildMessage?.()).toEqual(answer);
	});

	it('has the messages of which only ids are sent, as far as they were sent before', () => {
		const [, end, , , , toolStart, toolEnd, turn, run] = inflated(
			{ type: 'message_start', message: user },
			{ type: 'message_end', messageId: 'm1' },
			{ type: 'message_start', message: { ...answer, content: [] } },
			{ type: 'message_end', message: answer },
			{ type: 'tool_execution_end', toolCallId: 'c1', toolName: 'read', result, isError: false },
			{ type: 'message_start', message: toolMessage },
			{ type: 'message_end', messageId: 'm3' },
			{ type: 'turn_end', messageId: 'm2', toolResultIds: ['m3', 'm4'] },
			{ type: 'agent_end', newMessageIds: ['m0', 'm1', 'm2', 'm3'] },
		);
		const whole = { ...toolMessage, ...result };
		expect(end).toEqual({ type: 'message_end', messageId: 'm1', message: user });
		expect(toolStart).toEqual({ type: 'message_start', message: whole });
		expect(toolEnd).toEqual({ type: 'message_end', messageId: 'm3', message: whole });
		expect(turn).toEqual({
			type: 'turn_end',
			messageId: 'm2',
			message: answer,
			toolResultIds: ['m3', 'm4'],
			toolResults: [whole],
		});
		expect(run).toMatchObject({ newMessages: [user, answer, whole] });
	});

	it('of a tool message whose result was not sent has no content', () => {
		expect(inflated({ type: 'message_start', message: toolMessage })).toEqual([
			{ type: 'message_start', message: { ...toolMessage, content: [] } },
		]);
	});

	it('forgets with a run what the server names no more, and of old calls all but the last', () => {
		const inflater = createInflater();
		inflater.inflate({ type: 'message_start', message: user });
		const call = (id: number) => ({ type: 'tool_execution_start', toolCallId: `c${id}`, toolName: 'read', args: {} });
		const end = { type: 'agent_end', newMessageIds: ['m1'], forget: true };
		for (let id = 1; id <= 63; id += 1) inflater.inflate(call(id));
		expect(inflater.inflate(end).event).toEqual({ type: 'agent_end', newMessageIds: ['m1'], newMessages: [user] });
		expect(inflater.inflate(end).event.newMessages).toEqual([user]);
		expect(inflater.inflate(end).event.newMessages).toEqual([]);
		inflater.inflate(call(64));
		inflater.inflate(end);
		expect(inflater.toolCall('c1')).toEqual({ toolName: 'read', args: {} });
		for (let id = 65; id <= 128; id += 1) inflater.inflate(call(id));
		inflater.inflate(end);
		expect(['c64', 'c65', 'c128'].map((id) => inflater.toolCall(id)?.toolName)).toEqual([undefined, 'read', 'read']);
	});

	it('forgets a message that never enters history', () => {
		const [end, run] = inflated(
			{ type: 'message_end', message: answer, discarded: true },
			{ type: 'agent_end', newMessageIds: ['m2'] },
		);
		expect(end).toEqual({ type: 'message_end', messageId: 'm2', message: answer, discarded: true });
		expect(run).toMatchObject({ newMessages: [] });
	});

	it('of what it does not know is what was sent', () => {
		const strange = { type: 'mood_changed', to: { name: 'eager' } };
		expect(inflated(strange)[0]).toBe(strange);
	});
});

describe('a context payload', () => {
	it('has the bodies of all ids that are known, those of earlier payloads among them', () => {
		const inflater = createInflater();
		inflater.inflate({ type: 'message_start', message: user });
		const first = inflater.inflateContext({
			messageIds: ['m0', 'm1'],
			messages: [{ ...user, id: 'm0' }],
			systemPrompt: '',
		});
		expect(first).toEqual({ messageIds: ['m0', 'm1'], messages: [{ ...user, id: 'm0' }, user], systemPrompt: '' });
		const second = inflater.inflateContext({ messageIds: ['m1', 'm9', 'm0'], messages: [] });
		expect(second.messages).toEqual([user, { ...user, id: 'm0' }]);
	});
});

describe('a tool call', () => {
	it('is kept with its arguments, the final ones once they are told', () => {
		const inflater = createInflater();
		inflater.inflate({ type: 'tool_execution_start', toolCallId: 'c1', toolName: 'read', args: { path: 'a' } });
		expect(inflater.toolCall('c1')).toEqual({ toolName: 'read', args: { path: 'a' } });
		inflater.inflate({ type: 'tool_decision', toolCallId: 'c1', toolName: 'read', answer: 'allow', decisions: [] });
		expect(inflater.toolCall('c1')).toEqual({ toolName: 'read', args: { path: 'a' } });
		inflater.inflate({ type: 'tool_decision', toolCallId: 'c1', toolName: 'read', args: { path: '/a' } });
		inflater.inflate({ type: 'tool_execution_end', toolCallId: 'c1', toolName: 'read', result, isError: false });
		expect(inflater.toolCall('c1')).toEqual({ toolName: 'read', args: { path: '/a' } });
		expect(inflater.toolCall('c2')).toBeUndefined();
	});
});

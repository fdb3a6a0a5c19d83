import { describe, expect, expectTypeOf, it } from 'vitest';
import {
	type AgentEnd,
	type JsonObject,
	type MessageEnd,
	type Notice,
	type TurnEnd,
	UnknownMessage,
} from './generated/protocol.ts';
import { createHookTable } from './hooks.ts';
import { type AnswerOf, type PayloadOf, readPayload, type VetoAnswer } from './points.ts';

const answer = { role: 'assistant', id: 'm1', timestamp: 1, model: { provider: 'p', id: 'm' }, content: [] };
const result = {
	role: 'tool',
	id: 't1',
	timestamp: 2,
	toolCallId: 'c1',
	toolName: 'bash',
	content: [],
	isError: false,
};

describe('an event that is looked on at', () => {
	it.each<[JsonObject, JsonObject]>([
		[
			{ type: 'message_end', message: answer },
			{ type: 'message_end', message: answer, messageId: 'm1' },
		],
		[
			{ type: 'turn_end', message: answer, toolResults: [result] },
			{ type: 'turn_end', message: answer, messageId: 'm1', toolResults: [result], toolResultIds: ['t1'] },
		],
		[
			{ type: 'turn_end', message: null, toolResults: [] },
			{ type: 'turn_end', messageId: null, toolResults: [], toolResultIds: [] },
		],
		[
			{ type: 'agent_end', newMessages: [answer, result], summary: {}, willRetry: false },
			{ type: 'agent_end', newMessages: [answer, result], newMessageIds: ['m1', 't1'], summary: {}, willRetry: false },
		],
		[
			{ type: 'notice', level: 'info', message: 'hi', colour: 'green' },
			{ type: 'notice', level: 'info', message: 'hi', colour: 'green' },
		],
	])('%j has the ids of its messages too', (sent, given) => {
		expect(readPayload(String(sent.type), sent)).toEqual(given);
	});

	it('has what this version does not know as a loop has it', () => {
		const event = readPayload('message_start', { type: 'message_start', message: { role: 'custom:note', id: 'm1' } });
		expect((event as { message: unknown }).message).toBeInstanceOf(UnknownMessage);
	});

	it.each<[JsonObject, string]>([
		[
			{ type: 'message_update', delta: 7, deltaKind: 'text', contentIndex: 0 },
			'hook "h" threw TypeError: its member `delta` must be string, and is number',
		],
		[{ type: 'message_end' }, 'hook "h" threw TypeError: '],
	])('and is not as its type says, %j, fails the hook, which does not see it', async (payload, why) => {
		const table = createHookTable();
		const seen: unknown[] = [];
		const point = payload.type as 'message_end';
		table.add(point, (event) => void seen.push(event), { hookId: 'h' }, undefined);
		const call = table.call({ hookId: 'h', sessionId: 's', point, payload }, new AbortController().signal);
		await expect(call).rejects.toMatchObject({ code: 'HOOK_FAILED', message: expect.stringContaining(why) });
		expect(seen).toEqual([]);
	});

	it('is no event where its type is not that of the point: a payload may have members of any name', () => {
		const call = { type: 'message_end', toolName: 'bash' };
		expect(readPayload('tool_call', call)).toBe(call);
	});
});

it('each point has the type of what it is given', () => {
	expectTypeOf<PayloadOf<'message_update'>['delta']>().toEqualTypeOf<string>();
	expectTypeOf<keyof PayloadOf<'message_update'>>().toEqualTypeOf<
		'type' | 'delta' | 'deltaKind' | 'contentIndex' | 'block'
	>();
	expectTypeOf<PayloadOf<'message_end'>>().toEqualTypeOf<MessageEnd>();
	expectTypeOf<PayloadOf<'turn_end'>>().toEqualTypeOf<TurnEnd>();
	expectTypeOf<PayloadOf<'agent_end'>>().toEqualTypeOf<AgentEnd>();
	expectTypeOf<PayloadOf<'notice'>>().toEqualTypeOf<Notice>();
	expectTypeOf<PayloadOf<'session_start'>>().toEqualTypeOf<Readonly<Record<string, never>>>();
	expectTypeOf<PayloadOf<'session_before_delete'>>().toEqualTypeOf<Readonly<Record<string, never>>>();
	expectTypeOf<AnswerOf<'session_before_delete'>>().toEqualTypeOf<VetoAnswer>();
});

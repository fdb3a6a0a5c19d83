import { Agent } from '@myelin/core';
import { calling, countingIds, fakeClock, saying, scriptedModel } from '@myelin/core/testing';
import type { Envelope, SessionEvent } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { createWireForm, type WireForm } from './wire-events.ts';

const plain = { snapshots: false, chunks: false };

/** A whole run with a tool, as a session would number it. */
async function runWithTool(): Promise<Envelope[]> {
	const envelopes: Envelope[] = [];
	const agent = new Agent({
		model: scriptedModel([calling({ id: 'a', name: 'echo', args: { x: 1 } }), saying('all done')]),
		tools: [
			{
				name: 'echo',
				description: '',
				jsonSchema: {},
				parse: (args) => ({ ok: true, args }),
				execute: () => ({ content: [{ type: 'text', text: 'a long result' }], details: { lines: 1 } }),
			},
		],
		clock: fakeClock(),
		identify: countingIds(),
	});
	agent.subscribe((event) => {
		const own = (event.type === 'agent_end' ? { ...event, willRetry: false } : event) as SessionEvent;
		envelopes.push({ sessionId: 's', seq: envelopes.length + 1, prev: envelopes.length, at: 7, event: own });
	});
	await agent.prompt('go');
	return envelopes;
}

function sent(envelopes: readonly Envelope[], options = plain) {
	const form = createWireForm(options, 0, () => false);
	return envelopes.map((envelope) => JSON.parse(JSON.stringify(form.next(envelope))));
}

describe('the wire form of a run', () => {
	it('leaves out whatever this subscription has been sent', async () => {
		expect(sent(await runWithTool()).map(({ event }) => event)).toEqual([
			{ type: 'agent_start' },
			{ type: 'turn_start' },
			{
				type: 'message_start',
				message: { id: 'msg_1', role: 'user', timestamp: 0, content: [{ type: 'text', text: 'go' }] },
			},
			{ type: 'message_end', messageId: 'msg_1' },
			{
				type: 'message_start',
				message: {
					id: 'msg_2',
					role: 'assistant',
					timestamp: 0,
					model: { provider: 'test', id: 'scripted' },
					content: [],
				},
			},
			{
				type: 'message_update',
				delta: '',
				deltaKind: 'tool_call',
				contentIndex: 0,
				block: { type: 'tool_call', id: 'a', name: 'echo', args: {} },
			},
			{ type: 'message_update', delta: '{"x":1}' },
			{
				type: 'message_end',
				message: {
					id: 'msg_2',
					role: 'assistant',
					timestamp: 0,
					model: { provider: 'test', id: 'scripted' },
					content: [{ type: 'tool_call', id: 'a', name: 'echo', args: { x: 1 } }],
					stopReason: 'tool_use',
				},
			},
			{ type: 'tool_execution_start', toolCallId: 'a', toolName: 'echo', args: { x: 1 } },
			{
				type: 'tool_execution_end',
				toolCallId: 'a',
				toolName: 'echo',
				result: { content: [{ type: 'text', text: 'a long result' }], details: { lines: 1 } },
				isError: false,
			},
			{
				type: 'message_start',
				message: { id: 'msg_3', role: 'tool', timestamp: 0, toolCallId: 'a', toolName: 'echo', isError: false },
			},
			{ type: 'message_end', messageId: 'msg_3' },
			{ type: 'turn_end', messageId: 'msg_2', toolResultIds: ['msg_3'] },
			{ type: 'turn_start' },
			{
				type: 'message_start',
				message: {
					id: 'msg_4',
					role: 'assistant',
					timestamp: 0,
					model: { provider: 'test', id: 'scripted' },
					content: [],
				},
			},
			{ type: 'message_update', delta: 'all ', deltaKind: 'text', contentIndex: 0, block: { type: 'text', text: '' } },
			{ type: 'message_update', delta: 'done' },
			{
				type: 'message_end',
				message: {
					id: 'msg_4',
					role: 'assistant',
					timestamp: 0,
					model: { provider: 'test', id: 'scripted' },
					content: [{ type: 'text', text: 'all done' }],
					stopReason: 'stop',
				},
			},
			{ type: 'turn_end', messageId: 'msg_4', toolResultIds: [] },
			{
				type: 'agent_end',
				newMessageIds: ['msg_1', 'msg_2', 'msg_3', 'msg_4'],
				summary: {
					turnCount: 2,
					toolCalls: 1,
					toolErrors: 0,
					endReason: 'stop',
					usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
					durationMs: 0,
				},
				willRetry: false,
				forget: true,
			},
		]);
	});

	it('carries the whole result with a message whose end of call this subscription has missed', async () => {
		const envelopes = (await runWithTool()).filter(({ event }) => event.type !== 'tool_execution_end');
		const [message] = sent(envelopes).flatMap(({ event }) => (event.message?.role === 'tool' ? [event.message] : []));
		expect(message).toMatchObject({ content: [{ type: 'text', text: 'a long result' }], details: { lines: 1 } });
	});

	it('names the seq before it only where that is not the one just below, and no time on deltas', async () => {
		const envelopes = (await runWithTool()).filter(({ seq }) => seq !== 3 && seq !== 4);
		const params = sent(envelopes);
		expect(params.map(({ seq, prev }) => [seq, prev]).slice(0, 4)).toEqual([
			[1, undefined],
			[2, undefined],
			[5, 2],
			[6, undefined],
		]);
		expect(params.every(({ at, event }) => (at === undefined) === (event.type === 'message_update'))).toBe(true);
	});

	it('adds snapshots and the model’s chunks where they were asked for', async () => {
		const updates = sent(await runWithTool(), { snapshots: true, chunks: true }).filter(
			({ event }) => event.type === 'message_update',
		);
		expect(updates.at(-1)?.event).toMatchObject({
			message: { content: [{ type: 'text', text: 'all done' }] },
			chunk: { type: 'text_delta', index: 0, delta: 'done' },
		});
	});

	it('costs the same for every delta, however long the message is', async () => {
		const agent = new Agent({
			model: scriptedModel([saying('four '.repeat(2000))]),
			clock: fakeClock(),
			identify: countingIds(),
		});
		const form = createWireForm(plain, 0, () => false);
		const lengths = new Set<number>();
		let seq = 0;
		agent.subscribe((event) => {
			const params = form.next({ sessionId: 's', seq: ++seq, prev: seq - 1, at: 7, event: event as SessionEvent });
			if (event.type === 'message_update' && seq >= 1000 && seq < 2000) lengths.add(JSON.stringify(params).length);
		});
		await agent.prompt('go');
		expect([...lengths]).toEqual([78]);
	});
});

describe('the place of a delta', () => {
	const update = { type: 'message_update', delta: 'a', deltaKind: 'text', contentIndex: 0, chunk: {} };
	const envelope = (seq: number, event: object) => ({ sessionId: 's', seq, prev: seq - 1, at: 7, event }) as Envelope;
	const start = { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } };
	const gap = { type: 'gap', from: 3, to: 3, state: {} };

	it.each([
		['a message began that the client was not told of', (form: WireForm) => form.leaveOut(start as SessionEvent)],
		['a gap', (form: WireForm) => void form.message(envelope(3, gap))],
	])('is told again after %s', (_, between) => {
		const form = createWireForm(plain, 0, () => false);
		const told = (seq: number) => JSON.parse(form.message(envelope(seq, update))).params.event.deltaKind;
		expect([told(1), told(2)]).toEqual(['text', undefined]);
		between(form);
		expect(told(4)).toBe('text');
	});

	it('left out makes the same text as any serialiser would', () => {
		const form = createWireForm(plain, 0, () => false);
		form.message(envelope(1, update));
		const odd = { ...update, delta: '"\u2028\ud83d\\\n' };
		expect(form.message(envelope(5, odd))).toBe(
			JSON.stringify({
				jsonrpc: '2.0',
				method: 'session/event',
				params: { sessionId: 's', seq: 5, prev: 1, event: { type: 'message_update', delta: odd.delta } },
			}),
		);
	});
});

it('what cannot be written has not been sent: the next event says what it follows, and brings what is missing', () => {
	const form = createWireForm(plain, 0, () => false);
	const wire = (seq: number, event: object) =>
		form.message({ sessionId: 's', seq, prev: seq - 1, at: 7, event: event as SessionEvent });
	const message = (content: unknown[]) => ({ type: 'message_start', message: { id: 'm1', role: 'user', content } });
	expect(() => wire(1, message([{ type: 'text', text: 'x', v: 10n }]))).toThrow(TypeError);
	expect(form.knows('m1')).toBe(false);
	expect(JSON.parse(wire(2, { type: 'turn_start' })).params).toEqual({
		sessionId: 's',
		seq: 2,
		prev: 0,
		at: 7,
		event: { type: 'turn_start' },
	});
});

describe('what a subscription was sent', () => {
	const prompt = { type: 'message_start', message: { id: 'm1', role: 'user', content: [] } };
	const end = (willRetry: boolean) => ({ type: 'agent_end', newMessages: [], summary: {}, willRetry });

	/** What the end of a run says, and whether the server goes by what it sent in that run. */
	function endedRun(isShownHistory: boolean, ...events: object[]) {
		const form = createWireForm(plain, 0, () => isShownHistory);
		const told = [prompt, ...events].map(
			(event, index) => form.next({ seq: index + 1, event } as unknown as Envelope) as { event: { forget?: true } },
		);
		return { forget: told.at(-1)?.event.forget, known: form.knows('m1') };
	}

	it.each([
		['is let go of with the end of a run', false, [end(false)], { forget: true, known: false }],
		['stays while the run goes on in another try', false, [end(true)], { forget: undefined, known: true }],
		['stays for hooks that are shown the history', true, [end(false)], { forget: undefined, known: true }],
	])('%s', (_, isShownHistory, events, expected) => {
		expect(endedRun(isShownHistory, ...events)).toEqual(expected);
	});
});

describe('an event that no message holds', () => {
	const said = (text: string, seq: number): Envelope => ({
		sessionId: 's',
		seq,
		prev: seq - 1,
		at: 7,
		event: { type: 'notice', level: 'info', message: text },
	});

	it('is told without its large parts, and the next one follows it', () => {
		const form = createWireForm(plain, 0, () => true, 1000);
		expect(JSON.parse(form.message(said('x'.repeat(2000), 1))).params).toMatchObject({
			seq: 1,
			leftOut: true,
			event: { type: 'notice', message: `${'x'.repeat(256)}\n[… 1744 characters left out …]` },
		});
		expect(JSON.parse(form.message(said('y', 2))).params).toEqual({
			sessionId: 's',
			seq: 2,
			at: 7,
			event: { type: 'notice', level: 'info', message: 'y' },
		});
	});

	it('is refused where even that is too much, so that a gap stands for it', () => {
		const form = createWireForm(plain, 0, () => true, 100);
		expect(() => form.message(said('x'.repeat(2000), 1))).toThrow(
			'its message has more than 100 bytes, even without its large parts',
		);
	});
});

import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import { createSessionStream } from './session-stream.ts';

const head = { role: 'assistant', id: 'm1', timestamp: 1, content: [], model: { provider: 'p', id: 'i' } };

function event(seq: number, event: Record<string, unknown>) {
	return { sessionId: 's1', seq, event };
}

describe('the stream of a session', () => {
	it('gives an update with its delta and the message so far, read once and absent from JSON', async () => {
		verifies('R54', 'R120');
		const stream = createSessionStream();
		const events = stream.open();
		stream.receive(event(1, { type: 'message_start', message: head }));
		stream.receive(event(2, { type: 'message_update', delta: 'Hel', deltaKind: 'text', contentIndex: 0 }));
		stream.receive(event(3, { type: 'message_update', delta: 'lo' }));
		await events.next();
		await events.next();
		const { value } = await events.next();
		expect(value.message).toEqual({ ...head, content: [{ type: 'text', text: 'Hello' }] });
		expect(value.message).toBe(value.message);
		expect(JSON.parse(JSON.stringify(value))).toEqual({
			type: 'message_update',
			delta: 'lo',
			deltaKind: 'text',
			contentIndex: 0,
		});
	});

	it('gives every consumer everything from its opening on, at its own pace', async () => {
		const stream = createSessionStream();
		const early = stream.open();
		stream.receive(event(1, { type: 'turn_start' }));
		const late = stream.open();
		stream.receive(event(2, { type: 'session_idle' }));
		stream.end();
		const types = async (events: AsyncIterable<{ type: string }>) => {
			const seen: string[] = [];
			for await (const { type } of events) seen.push(type);
			return seen;
		};
		expect(await types(late)).toEqual(['session_idle']);
		expect(await types(early)).toEqual(['turn_start', 'session_idle']);
	});

	it('tells listeners the place of each event, until they leave', () => {
		const stream = createSessionStream();
		const seqs: number[] = [];
		const leave = stream.subscribe((_event, { seq }) => seqs.push(seq));
		stream.receive(event(1, { type: 'turn_start' }));
		leave();
		stream.receive(event(2, { type: 'turn_start' }));
		expect(seqs).toEqual([1]);
	});

	it('that has ended ends those who come later in the same way', async () => {
		const stream = createSessionStream();
		stream.end(new Error('lost'));
		stream.end();
		await expect(stream.open().next()).rejects.toThrow('lost');
	});

	it('keeps what it does not know', async () => {
		const stream = createSessionStream();
		const events = stream.open();
		stream.receive(event(1, { type: 'mood_changed', to: 'eager' }));
		const { value } = await events.next();
		expect(value).toMatchObject({ type: 'unknown', originalType: 'mood_changed', raw: { to: 'eager' } });
	});

	it('keeps the arguments of a call for those who see its end', () => {
		verifies('R118', 'R119');
		const stream = createSessionStream();
		const args = { path: 'a' };
		stream.receive(event(1, { type: 'tool_execution_start', toolCallId: 'c1', toolName: 'read', args }));
		const result = { content: [] };
		stream.receive(event(2, { type: 'tool_execution_end', toolCallId: 'c1', toolName: 'read', result, isError: true }));
		expect(stream.toolCall('c1')).toEqual({ toolCallId: 'c1', toolName: 'read', args: { path: 'a' } });
	});
});

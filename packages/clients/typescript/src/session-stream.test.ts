import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import type { EventStream } from './event-tap.ts';
import { createSessionStream as create, type Standing, type StreamPorts } from './session-stream.ts';

const requests = { request: () => Promise.reject(new Error('unused')), notify() {} };

/** A stream of a session that stands at 0, and what it asks of the server: `answer` is what a new subscription answers. */
function createSessionStream(answer?: Standing, windowBytes = 1000) {
	const asked: string[] = [];
	const ports: StreamPorts = {
		requests,
		async attach(_requests, { afterSeq, seenSeq }, accept) {
			asked.push(`attach after ${afterSeq}${seenSeq === undefined ? '' : ` of ${seenSeq}`}`);
			if (answer === undefined) throw new Error('there is no such session');
			await Promise.resolve();
			accept(answer);
		},
		rejoin: () => Promise.reject(new Error('unused')),
		ack: (seq) => asked.push(`ack ${seq}`),
		isPassing: () => false,
		onOver: () => {},
	};
	const stream = create({ seq: 0, state: {} }, windowBytes, ports);
	return Object.assign(stream, { asked, take: (params: ReturnType<typeof event>) => stream.receive(params, 100) });
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

const head = { role: 'assistant', id: 'm1', timestamp: 1, content: [], model: { provider: 'p', id: 'i' } };

function event(seq: number, event: Record<string, unknown> = { type: 'turn_start' }, prev?: number) {
	return { sessionId: 's1', seq, event, ...(prev !== undefined && { prev }) };
}

describe('the stream of a session', () => {
	it('gives an update with its delta and the message so far, read once and absent from JSON', async () => {
		verifies('R54', 'R120');
		const stream = createSessionStream();
		const events = stream.open();
		stream.take(event(1, { type: 'message_start', message: head }));
		stream.take(event(2, { type: 'message_update', delta: 'Hel', deltaKind: 'text', contentIndex: 0 }));
		stream.take(event(3, { type: 'message_update', delta: 'lo' }));
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
		stream.take(event(1, { type: 'turn_start' }));
		await settled();
		const late = stream.open();
		stream.take(event(2, { type: 'session_idle' }));
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
		const leave = stream.subscribe(({ seq }) => seqs.push(seq));
		stream.take(event(1, { type: 'turn_start' }));
		leave();
		stream.take(event(2, { type: 'turn_start' }));
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
		stream.take(event(1, { type: 'mood_changed', to: 'eager' }));
		const { value } = await events.next();
		expect(value).toMatchObject({ type: 'unknown', originalType: 'mood_changed', raw: { to: 'eager' } });
	});

	it('keeps what is not as its type says, leaves nothing of it in the message, and warns of the first of each type', async () => {
		const warn = vi.spyOn(process, 'emitWarning').mockReturnValue();
		const stream = createSessionStream();
		const events = stream.open();
		stream.take(event(1, { type: 'message_start', message: head }));
		stream.take(event(2, { type: 'message_update', delta: 5 }));
		stream.take(event(3, { type: 'message_update' }));
		stream.take(event(4, { type: 'message_update', delta: 'whole' }));
		stream.end();
		const seen: unknown[] = [];
		for await (const one of events) seen.push(one.type === 'message_update' ? one.message.content : one.type);
		expect(seen).toEqual(['message_start', 'unknown', 'unknown', [{ type: 'text', text: 'whole' }]]);
		expect(warn.mock.calls).toEqual([
			[
				'event 2, a message_update, breaks the protocol and comes as an UnknownEvent: its delta and kind must be strings, and its index a number of blocks',
				{ type: 'MyelinWarning' },
			],
		]);
		warn.mockRestore();
	});

	it('keeps the arguments of a call for those who see its end', () => {
		verifies('R118', 'R119');
		const stream = createSessionStream();
		const args = { path: 'a' };
		stream.take(event(1, { type: 'tool_execution_start', toolCallId: 'c1', toolName: 'read', args }));
		const result = { content: [] };
		stream.take(event(2, { type: 'tool_execution_end', toolCallId: 'c1', toolName: 'read', result, isError: true }));
		expect(stream.toolCall('c1')).toEqual({ toolCallId: 'c1', toolName: 'read', args: { path: 'a' } });
	});
});

it('what came with the answer that made the session is there for whoever opens a stream in that turn', async () => {
	const stream = createSessionStream();
	stream.take(event(1));
	stream.take(event(2, { type: 'session_idle' }));
	const [all, rest] = [stream.open(), stream.open(1)];
	await settled();
	const none = stream.open();
	stream.end();
	const types = async (events: AsyncIterable<{ type: string }>) => {
		const seen: string[] = [];
		for await (const { type } of events) seen.push(type);
		return seen;
	};
	expect([await types(all), await types(rest), await types(none)]).toEqual([
		['turn_start', 'session_idle'],
		['session_idle'],
		[],
	]);
	expect(stream.asked.filter((what) => what.startsWith('attach'))).toEqual([]);
});

describe('the chain of events', () => {
	it('may leave numbers out as long as each names the one before', async () => {
		const stream = createSessionStream();
		const events = stream.open();
		stream.take(event(1));
		stream.take(event(5, { type: 'session_idle' }, 1));
		expect([(await events.next()).value.type, (await events.next()).value.type]).toEqual([
			'turn_start',
			'session_idle',
		]);
		expect(stream.asked.filter((what) => what.startsWith('attach'))).toEqual([]);
		expect(events.seq).toBe(5);
	});

	it('that is broken is taken up again behind the last event, without a loss and without a double', async () => {
		const stream = createSessionStream({ seq: 4, state: {} });
		const events = stream.open();
		stream.take(event(1));
		stream.take(event(4, { type: 'session_idle' }));
		stream.take(event(5, { type: 'session_idle' }, 4));
		await settled();
		for (const seq of [2, 3, 3]) stream.take(event(seq, { type: 'notice', level: 'info', message: String(seq) }));
		stream.end();
		const seen: unknown[] = [];
		for await (const { type } of events) seen.push([events.seq, type]);
		expect(seen).toEqual([
			[1, 'turn_start'],
			[2, 'notice'],
			[3, 'notice'],
		]);
		expect(stream.asked.filter((what) => what.startsWith('attach'))).toEqual(['attach after 1']);
	});

	it('that is broken again and again ends the stream instead of asking for ever', async () => {
		const stream = createSessionStream({ seq: 4, state: {} });
		const events = stream.open();
		for (let tries = 0; tries < 4; tries++) {
			stream.take(event(4));
			await settled();
		}
		await expect(events.next()).rejects.toThrow(expect.objectContaining({ code: 'CHAIN_BROKEN' }));
		expect(stream.asked).toEqual(['attach after 0', 'attach after 0', 'attach after 0']);
	});

	it('that the server cannot take up ends the stream with its reason', async () => {
		const stream = createSessionStream();
		const events = stream.open();
		stream.take(event(4));
		await expect(events.next()).rejects.toThrow('there is no such session');
	});

	it('can be gone back on by one, and nobody else is told anything twice', async () => {
		const stream = createSessionStream({ seq: 2, state: {} });
		const heard: number[] = [];
		stream.subscribe(({ seq }) => heard.push(seq));
		stream.take(event(1));
		stream.take(event(2));
		await settled();
		const [back, here] = [stream.open(1), stream.open()];
		expect(stream.asked).toContain('attach after 1 of 2');
		await settled();
		for (const seq of [2, 3]) stream.take(event(seq, { type: 'notice', level: 'info', message: String(seq) }));
		stream.end();
		const seqs = async (events: EventStream) => {
			const seen: number[] = [];
			for await (const _ of events) seen.push(events.seq);
			return seen;
		};
		expect([await seqs(back), await seqs(here), heard]).toEqual([[2, 3], [3], [1, 2, 3]]);
		expect(stream.open(9).seq).toBe(9);
	});

	it('that two go back on begins again where the earlier one wants', async () => {
		const stream = createSessionStream({ seq: 6, state: {} });
		for (const seq of [1, 2, 3, 4, 5, 6]) stream.take(event(seq));
		await settled();
		const [early, late] = [stream.open(1), stream.open(4)];
		await settled();
		stream.take(event(2));
		const earliest = stream.open(0);
		await settled();
		for (const seq of [1, 2, 3, 4, 5, 6]) stream.take(event(seq));
		stream.end();
		const counts = [early, late, earliest].map(async (events) => {
			let count = 0;
			for await (const _ of events) count += 1;
			return count;
		});
		expect(await Promise.all(counts)).toEqual([5, 2, 6]);
		expect(stream.asked.filter((what) => what.startsWith('attach'))).toEqual([
			'attach after 1 of 6',
			'attach after 0 of 6',
		]);
	});

	it('that is gone back on within a message gives each update the message of its moment', async () => {
		const stream = createSessionStream({ seq: 3, state: {} });
		const along = stream.open();
		stream.take(event(1, { type: 'message_start', message: head }));
		stream.take(event(2, { type: 'message_update', delta: 'Hel', deltaKind: 'text', contentIndex: 0 }));
		stream.take(event(3, { type: 'message_update', delta: 'lo' }));
		await settled();
		const again = stream.open(2);
		await settled();
		stream.take(event(3, { type: 'message_update', delta: 'lo', deltaKind: 'text', contentIndex: 0 }));
		stream.take(event(4, { type: 'message_update', delta: '!' }));
		stream.end();
		const texts = async (events: EventStream) => {
			const seen: unknown[] = [];
			for await (const one of events) if (one.type === 'message_update') seen.push(one.message.content);
			return seen;
		};
		const text = (said: string) => [{ type: 'text', text: said }];
		expect(await texts(again)).toEqual([text('Hello'), text('Hello!')]);
		expect(await texts(along)).toEqual([text('Hel'), text('Hello'), text('Hello!')]);
	});

	it('that is gone back on within a message that was never seen begins it with what comes, under an empty id', async () => {
		const stream = create({ seq: 5, state: {} }, 1000, {
			requests,
			attach: async (_requests, _behind, accept) =>
				accept({ seq: 5, state: { streamingMessage: { ...head, id: 'm9' } } }),
			rejoin: () => Promise.reject(new Error('unused')),
			ack() {},
			isPassing: () => false,
			onOver: () => {},
		});
		await settled();
		const events = stream.open(3);
		await settled();
		stream.receive(event(4, { type: 'message_update', delta: 'rest', deltaKind: 'text', contentIndex: 1 }), 9);
		const { value } = await events.next();
		expect(value.message).toEqual({
			role: 'assistant',
			id: '',
			timestamp: 0,
			model: { provider: '', id: '' },
			content: [
				{ type: 'text', text: '' },
				{ type: 'text', text: 'rest' },
			],
		});
	});

	it('goes on over a gap with the message that streams at its end', async () => {
		const stream = createSessionStream();
		const events = stream.open();
		const message = { ...head, content: [{ type: 'text', text: 'It was a dark' }] };
		const pendingToolCalls = [{ toolCallId: 'c1', toolName: 'read', args: { path: 'a' } }];
		stream.take(event(9, { type: 'gap', from: 1, to: 9, state: { streamingMessage: message, pendingToolCalls } }, 0));
		stream.take(event(10, { type: 'message_update', delta: ' night', deltaKind: 'text', contentIndex: 0 }));
		expect((await events.next()).value).toMatchObject({ type: 'gap', from: 1, to: 9 });
		const { value } = await events.next();
		expect(value.message.content).toEqual([{ type: 'text', text: 'It was a dark night' }]);
		expect(stream.toolCall('c1')).toEqual(pendingToolCalls[0]);
	});
});

describe('credit', () => {
	it('comes back for an event when the loop asks for the next one', async () => {
		const stream = createSessionStream();
		const events = stream.open();
		for (const seq of [1, 2, 3]) stream.take(event(seq));
		await settled();
		expect(stream.asked).toEqual([]);
		await events.next();
		await events.next();
		await events.next();
		await settled();
		expect(stream.asked).toEqual(['ack 2']);
		void events.next();
		await settled();
		expect(stream.asked).toEqual(['ack 2', 'ack 3']);
	});

	it('comes back in quarters of the window while more waits', async () => {
		const stream = createSessionStream(undefined, 1000);
		const events = stream.open();
		for (let seq = 1; seq <= 10; seq++) stream.take(event(seq));
		for (let taken = 1; taken <= 7; taken++) {
			await events.next();
			await settled();
		}
		// Ten events of 100 characters: three are more than a quarter.
		expect(stream.asked).toEqual(['ack 3', 'ack 6']);
	});

	it('waits for the slowest of those who loop', async () => {
		const stream = createSessionStream();
		const [fast, slow] = [stream.open(), stream.open()];
		stream.take(event(1));
		stream.take(event(2));
		for (const events of [fast, fast, fast, slow, slow]) void events.next();
		await settled();
		expect(stream.asked).toEqual(['ack 1']);
		await slow.return?.();
		await settled();
		expect(stream.asked).toEqual(['ack 1', 'ack 2']);
	});

	it('comes back at once, once a chunk, while nobody loops', async () => {
		const stream = createSessionStream();
		stream.tap();
		for (const seq of [1, 2, 3]) stream.take(event(seq));
		await settled();
		stream.take(event(4));
		await settled();
		expect(stream.asked).toEqual(['ack 3', 'ack 4']);
	});

	it('is not waited for by a loop that never began, which keeps a window of events and says so when it missed more', async () => {
		const stream = createSessionStream(undefined, 300);
		const [short, long] = [stream.tap(), stream.tap()];
		stream.subscribe((sent) => {
			if (sent.seq <= 3) short.offer(sent);
			long.offer(sent);
		});
		for (let seq = 1; seq <= 5; seq++) stream.take(event(seq));
		short.end();
		const seen: string[] = [];
		for await (const { type } of short.stream) seen.push(type);
		expect(seen).toEqual(['turn_start', 'turn_start', 'turn_start']);
		await expect(long.stream.next()).rejects.toThrow(expect.objectContaining({ code: 'EVENTS_MISSED' }));
	});
});

import type { MessageUpdate } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import type { Envelope, SessionEvent } from './events.ts';
import { Ring } from './ring.ts';

const at = 0;

function envelope(seq: number, event: SessionEvent): Envelope {
	return { sessionId: 's', seq, prev: seq - 1, at, event };
}

function delta(seq: number, text: string, contentIndex = 0): Envelope {
	const event = {
		type: 'message_update',
		delta: text,
		deltaKind: 'text',
		contentIndex,
		chunk: { type: 'text_delta', index: contentIndex, delta: text },
		message: { id: `after ${seq}` },
	};
	return envelope(seq, event as unknown as MessageUpdate);
}

function filled(...envelopes: readonly Envelope[]): Ring {
	const ring = new Ring((envelopes[0]?.seq ?? 1) - 1);
	for (const each of envelopes) ring.push(each);
	return ring;
}

describe('a ring', () => {
	it('tells deltas of one block as one, cut behind any of them, with the snapshot of the last', () => {
		const ring = filled(delta(5, 'a'), delta(6, 'bc'), delta(7, 'd'), delta(8, 'x', 1));
		const read = (seq: number) => {
			const reading = ring.after(seq);
			if (reading.kind !== 'next') return reading.kind;
			const update = reading.envelope.event as MessageUpdate;
			return [reading.envelope.prev, reading.envelope.seq, update.delta, update.chunk, update.message.id];
		};
		expect(read(4)).toEqual([4, 7, 'abcd', { type: 'text_delta', index: 0, delta: 'abcd' }, 'after 7']);
		expect(read(5)).toEqual([5, 7, 'bcd', { type: 'text_delta', index: 0, delta: 'bcd' }, 'after 7']);
		expect(read(6)).toEqual([6, 7, 'd', { type: 'text_delta', index: 0, delta: 'd' }, 'after 7']);
		expect(read(7)).toEqual([7, 8, 'x', { type: 'text_delta', index: 1, delta: 'x' }, 'after 8']);
		expect(read(8)).toBe('end');
	});

	it('tells deltas one by one up to a number, and merges none across it', () => {
		const ring = filled(delta(5, 'a'), delta(6, 'bc'), delta(7, 'd'), delta(8, 'e'), delta(9, 'f'));
		const read = (seq: number) => {
			const reading = ring.after(seq, 7);
			if (reading.kind !== 'next') return reading.kind;
			const { prev, seq: number, event } = reading.envelope;
			return [prev, number, (event as MessageUpdate).delta];
		};
		expect([4, 5, 6, 7].map(read)).toEqual([
			[4, 5, 'a'],
			[5, 6, 'bc'],
			[6, 7, 'd'],
			[7, 9, 'ef'],
		]);
	});

	it.each([
		['text', (text: string) => ({ type: 'text', text })],
		['thinking', (thinking: string) => ({ type: 'thinking', thinking })],
		['tool_call', (argsText: string) => ({ type: 'tool_call', id: 'c', name: 'n', args: {}, argsText })],
	])('gives a delta of %s that it tells by itself the snapshot of its moment', (deltaKind, block) => {
		const before = { type: 'text', text: 'before' };
		const update = (seq: number, text: string, soFar: string) =>
			envelope(seq, {
				type: 'message_update',
				delta: text,
				deltaKind,
				contentIndex: 1,
				chunk: { type: `${deltaKind}_delta`, index: 1, delta: text },
				message: { id: 'm', content: [before, block(soFar)] },
			} as unknown as MessageUpdate);
		const ring = filled(update(5, 'a', 'a'), update(6, 'bc', 'abc'), update(7, 'd', 'abcd'));
		const snapshots = [4, 5, 6].map((seq) => {
			const reading = ring.after(seq, 7);
			return reading.kind === 'next' && (reading.envelope.event as MessageUpdate).message;
		});
		expect(snapshots).toEqual(['a', 'abc', 'abcd'].map((text) => ({ id: 'm', content: [before, block(text)] })));
	});

	it('tells a cut delta as its text alone: neither the snapshot nor the chunk is in its JSON', () => {
		const reading = filled(delta(1, 'a'), delta(2, 'b')).after(0);
		expect(reading.kind === 'next' && JSON.stringify(reading.envelope.event)).toBe(
			'{"type":"message_update","delta":"ab","deltaKind":"text","contentIndex":0}',
		);
	});

	it('keeps a delta whose chunk is more than the delta by itself', () => {
		const split = delta(2, 'b');
		const odd = { ...split, event: { ...split.event, chunk: { type: 'text_delta', index: 0, delta: 'b\ud83d' } } };
		const ring = filled(delta(1, 'a'), odd as Envelope, delta(3, 'c'));
		expect(ring.after(0)).toMatchObject({ envelope: { seq: 1 } });
		expect(ring.after(1)).toMatchObject({ envelope: { seq: 2, event: { chunk: { delta: 'b\ud83d' } } } });
	});

	it('is bounded, and says where it begins once the oldest are gone', () => {
		const ring = new Ring(0, 20_000);
		for (let seq = 1; seq <= 100_000; seq++) ring.push(delta(seq, 'word ', seq % 1000 === 0 ? 1 : 0));
		const gone = ring.after(0);
		expect(gone.kind).toBe('gone');
		const oldest = gone.kind === 'gone' ? gone.oldest : 0;
		expect(oldest).toBeGreaterThan(100_000 - 2000);
		expect(ring.after(oldest - 1)).toMatchObject({ kind: 'next', envelope: { prev: oldest - 1 } });
	});

	it('knows nothing of what was before it', () => {
		expect(new Ring(40).after(39)).toEqual({ kind: 'gone', oldest: 41 });
		expect(new Ring(40).after(40)).toEqual({ kind: 'end' });
	});
});

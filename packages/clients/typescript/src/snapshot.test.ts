import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import { createSnapshot } from './snapshot.ts';

const head = { role: 'assistant', id: 'm1', timestamp: 1, content: [], model: { provider: 'p', id: 'i' } };
const text = (delta: string, contentIndex = 0) => ({ delta, deltaKind: 'text', contentIndex });

describe('a snapshot', () => {
	it('shows its own state for ever, also when it is read after everything else', () => {
		const snapshot = createSnapshot(head);
		const built = [
			snapshot.add(text('Hel')),
			snapshot.add(text('lo')),
			snapshot.add(text('!', 1)),
			snapshot.add(text('?')),
		];
		expect(built.map((build) => build().content)).toEqual([
			[{ type: 'text', text: 'Hel' }],
			[{ type: 'text', text: 'Hello' }],
			[
				{ type: 'text', text: 'Hello' },
				{ type: 'text', text: '!' },
			],
			[
				{ type: 'text', text: 'Hello?' },
				{ type: 'text', text: '!' },
			],
		]);
	});

	it('is that of an earlier moment, also between deltas that came as one', () => {
		const snapshot = createSnapshot(head, 1);
		snapshot.add(text('a'), 2);
		snapshot.add(text('bcd'), 5);
		snapshot.add(text('e'), 6);
		const textAfter = (seq: number) => snapshot.until(seq).add(text('!'), seq + 1)().content;
		expect([1, 2, 4, 5, 6].map(textAfter)).toEqual([
			[{ type: 'text', text: '!' }],
			[{ type: 'text', text: 'a!' }],
			[{ type: 'text', text: 'a!' }],
			[{ type: 'text', text: 'abcd!' }],
			[{ type: 'text', text: 'abcde!' }],
		]);
	});

	it('begins with the text of the one before', () => {
		verifies('R65');
		const snapshot = createSnapshot(head);
		const texts = ['a', 'b', '', 'c'].map((delta) => {
			const [block] = snapshot.add(text(delta))().content as { text: string }[];
			return block?.text;
		});
		expect(texts).toEqual(['a', 'ab', 'ab', 'abc']);
	});

	it('keeps the members of the head and of each block', () => {
		const snapshot = createSnapshot({ ...head, mood: 'calm' });
		const block = { type: 'thinking', thinking: '', signature: 's', weight: 3 };
		const build = snapshot.add({ delta: 'hm', deltaKind: 'thinking', contentIndex: 0, block });
		expect(build()).toEqual({
			...head,
			mood: 'calm',
			content: [{ type: 'thinking', thinking: 'hm', signature: 's', weight: 3 }],
		});
	});

	it('grows the raw text of arguments beside empty ones', () => {
		const snapshot = createSnapshot(head);
		const block = { type: 'tool_call', id: 'c1', name: 'read', args: {} };
		snapshot.add({ delta: '', deltaKind: 'tool_call', contentIndex: 0, block });
		const build = snapshot.add({ delta: '{"a"', deltaKind: 'tool_call', contentIndex: 0 });
		expect(build().content).toEqual([{ ...block, argsText: '{"a"' }]);
	});

	it('has blocks that no text belongs to as they were sent', () => {
		const snapshot = createSnapshot(head);
		const image = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
		const build = snapshot.add({ delta: '', deltaKind: 'none', contentIndex: 0, block: image });
		expect(build().content).toEqual([image]);
	});

	it('goes on from what the message began with, and fills in what was never sent', () => {
		const begun = createSnapshot({ ...head, content: [{ type: 'text', text: 'Once' }] });
		expect(begun.add(text(' upon'))().content).toEqual([{ type: 'text', text: 'Once upon' }]);
		const late = createSnapshot({});
		expect(late.add({ delta: 'x', deltaKind: 'tool_call', contentIndex: 1 })().content).toEqual([
			{ type: 'text', text: '' },
			{ type: 'tool_call', id: '', name: '', args: {}, argsText: 'x' },
		]);
	});

	it('costs the same for every delta, however long the message is', () => {
		const snapshot = createSnapshot(head);
		let last = snapshot.add(text('x'.repeat(100)));
		for (let count = 1; count < 200_000; count += 1) last = snapshot.add(text('x'.repeat(100)));
		const [block] = last().content as { text: string }[];
		expect(block?.text).toHaveLength(20_000_000);
	});
});

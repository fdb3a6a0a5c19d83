import { type ModelChunk, textContent, thinkingContent } from '@myelin/core';
import { saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, stage } from './stage.ts';

async function updatesOf(chunks: readonly ModelChunk[]) {
	const { agent, recording } = stage([[chunks, [{ type: 'done', stopReason: 'stop' }]]]);
	await agent.prompt('go');
	return { updates: only(recording.events, 'message_update'), agent, recording };
}

const mixed: readonly ModelChunk[] = [
	{ type: 'thinking_delta', index: 0, delta: 'let me ' },
	{ type: 'text_delta', index: 1, delta: 'a' },
	{ type: 'thinking_delta', index: 0, delta: 'see' },
	{ type: 'thinking_signature', index: 0, signature: 'signed' },
	{ type: 'text_delta', index: 1, delta: 'b' },
	{ type: 'tool_call_start', index: 2, id: 'c1', name: 'nope' },
	{ type: 'tool_call_delta', index: 2, delta: '{"x":1}' },
];

describe('a streamed message', () => {
	it('comes as the message so far and as the delta, each enough by itself', async () => {
		verifies('R54', 'R55', 'R56', 'R66', 'R120');
		const { updates, agent } = await updatesOf([
			{ type: 'text_delta', index: 0, delta: 'one ' },
			{ type: 'text_delta', index: 0, delta: 'two ' },
			{ type: 'text_delta', index: 0, delta: 'three' },
		]);
		expect(updates.map(({ message }) => textContent(message))).toEqual(['one ', 'one two ', 'one two three']);
		expect(updates.map(({ delta }) => delta).join('')).toBe('one two three');
		expect(agent.state().messages.at(-1)?.content).toEqual([{ type: 'text', text: 'one two three' }]);
	});

	it('labels each delta with the kind of its block, and passes the model’s own chunk untouched', async () => {
		verifies('R57', 'R58', 'R59', 'R60', 'R61');
		const { updates } = await updatesOf(mixed);
		expect(updates.map(({ deltaKind, contentIndex }) => [deltaKind, contentIndex])).toEqual([
			['thinking', 0],
			['text', 1],
			['thinking', 0],
			['text', 1],
			['tool_call', 2],
			['tool_call', 2],
		]);
		const passed = updates.map(({ chunk }) => chunk);
		expect(passed).toEqual(mixed.filter(({ type }) => type !== 'thinking_signature'));
		for (const chunk of passed) expect(mixed).toContain(chunk);
	});

	it('shows blocks that grow in turns, each snapshot with all that had arrived', async () => {
		verifies('R65');
		const { updates } = await updatesOf(mixed);
		expect(updates.map(({ message }) => [thinkingContent(message), textContent(message)])).toEqual([
			['let me ', ''],
			['let me ', 'a'],
			['let me see', 'a'],
			['let me see', 'ab'],
			['let me see', 'ab'],
			['let me see', 'ab'],
		]);
		expect(updates[3]?.message.content[0]).toEqual({ type: 'thinking', thinking: 'let me see', signature: 'signed' });
	});

	it('gives the block’s fixed fields with the first update of each place alone', async () => {
		const { updates } = await updatesOf(mixed);
		expect(updates.map(({ block }) => block)).toEqual([
			{ type: 'thinking', thinking: '' },
			{ type: 'text', text: '' },
			undefined,
			undefined,
			{ type: 'tool_call', id: 'c1', name: 'nope', args: {} },
			undefined,
		]);
	});

	it('gives a block without deltas one update of no text', async () => {
		const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
		const { updates } = await updatesOf([{ type: 'block', index: 0, block: image }]);
		expect(updates).toMatchObject([{ deltaKind: 'none', delta: '', contentIndex: 0, block: image }]);
		expect(updates[0]?.message.content).toEqual([image]);
	});

	it('cannot be changed by whoever has it, and shows its own moment for ever', async () => {
		const { updates } = await updatesOf(mixed);
		const third = updates[2]?.message;
		expect(Object.isFrozen(third) && Object.isFrozen(third?.content) && Object.isFrozen(third?.content[0])).toBe(true);
		expect(third && thinkingContent(third)).toBe('let me see');
		expect(updates[2]?.message).toBe(third);
	});

	it('opens a new block where a chunk of another kind has the index of an open one', async () => {
		const { updates, agent } = await updatesOf([
			{ type: 'text_delta', index: 0, delta: 'a' },
			{ type: 'thinking_delta', index: 0, delta: 'b' },
		]);
		expect(updates.map(({ deltaKind, contentIndex }) => [deltaKind, contentIndex])).toEqual([
			['text', 0],
			['thinking', 1],
		]);
		expect(agent.state().messages.at(-1)?.content).toEqual([
			{ type: 'text', text: 'a' },
			{ type: 'thinking', thinking: 'b' },
		]);
	});

	it('keeps arguments that came before their call began', async () => {
		const { agent } = await updatesOf([
			{ type: 'tool_call_delta', index: 0, delta: '{"x":' },
			{ type: 'tool_call_start', index: 0, id: 'p1', name: 'late' },
			{ type: 'tool_call_delta', index: 0, delta: '1}' },
		]);
		expect(agent.state().messages[1]?.content).toMatchObject([
			{ type: 'tool_call', name: 'late', args: { x: 1 }, providerId: 'p1' },
		]);
	});

	it('gets ids of its own for calls whose provider sent none, a bad one, or one that was there before', async () => {
		const call = (index: number, id: string): ModelChunk => ({ type: 'tool_call_start', index, id, name: 'nope' });
		const whole: ModelChunk = {
			type: 'block',
			index: 4,
			block: { type: 'tool_call', id: 'good', name: 'nope', args: {} },
		};
		const { agent } = await updatesOf([call(0, 'good'), call(1, ''), call(2, 'has space'), call(3, 'good'), whole]);
		expect(agent.state().messages[1]?.content).toEqual([
			{ type: 'tool_call', id: 'good', name: 'nope', args: {} },
			{ type: 'tool_call', id: 'call_3', name: 'nope', args: {} },
			{ type: 'tool_call', id: 'call_4', name: 'nope', args: {}, providerId: 'has space' },
			{ type: 'tool_call', id: 'call_5', name: 'nope', args: {}, providerId: 'good' },
			{ type: 'tool_call', id: 'call_6', name: 'nope', args: {}, providerId: 'good' },
		]);
	});

	it('costs its delta alone when it is serialised, however long the message is', async () => {
		const { agent, recording } = stage([saying('word '.repeat(5000))]);
		await agent.prompt('go');
		const updates = only(recording.events, 'message_update');
		const lengths = updates.map((event) => JSON.stringify(event).length);
		expect(Math.max(...lengths.slice(1))).toBe(77);
		expect(lengths.at(-1)).toBe(77);
	});

	it('keeps of an aborted answer the text and signed thinking, and nothing else', async () => {
		verifies('R73');
		const { agent, recording } = stage([
			[
				[
					{ type: 'thinking_delta', index: 0, delta: 'signed' },
					{ type: 'thinking_signature', index: 0, signature: 's' },
					{ type: 'thinking_delta', index: 1, delta: 'unsigned' },
					{ type: 'text_delta', index: 2, delta: 'so far' },
					{ type: 'tool_call_start', index: 3, id: 'c', name: 'nope' },
				],
				'silence',
			],
			saying('on it'),
		]);
		agent.subscribe((event) => {
			if (event.type === 'message_update' && event.deltaKind === 'tool_call') void agent.abort();
		});
		await agent.prompt('go');
		expect(only(recording.events, 'message_end').at(-1)?.message).toMatchObject({
			stopReason: 'aborted',
			content: [
				{ type: 'thinking', thinking: 'signed', signature: 's' },
				{ type: 'text', text: 'so far' },
			],
		});
		expect(recording.types()).not.toContain('tool_execution_start');
	});

	it('discards an aborted answer of which nothing can be kept', async () => {
		const { agent, recording } = stage([[[{ type: 'thinking_delta', index: 0, delta: 'hm' }], 'silence']]);
		agent.subscribe((event) => {
			if (event.type === 'message_update') void agent.abort();
		});
		await agent.prompt('go');
		expect(only(recording.events, 'message_end').at(-1)).toMatchObject({ discarded: true });
		expect(agent.state().messages).toHaveLength(1);
	});

	it('tells the model at the next request that its answer was interrupted', async () => {
		const { agent, model } = stage([[[{ type: 'text_delta', index: 0, delta: 'half' }], 'silence'], saying('ok')]);
		const leave = agent.subscribe((event) => {
			if (event.type === 'message_update') void agent.abort();
		});
		await agent.prompt('go');
		leave();
		await agent.prompt('again');
		expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'user']);
		const note = model.requests[1]?.messages[2];
		expect(note && textContent(note)).toBe('[The answer above was interrupted before it was complete.]');
	});
});

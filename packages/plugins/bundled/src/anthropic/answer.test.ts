import { type ModelChunk, ModelError } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../provider/answer.ts';
import { createToolNames } from '../provider/tool-names.ts';
import { assemble } from '../testing/read-model.ts';
import { MessageReader } from './message-reader.ts';
import { knownModels } from './models.ts';

const events = [
	{ type: 'message_start', message: { content: [], usage: { input_tokens: 10, output_tokens: 1 } } },
	{ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
	{ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Größe?' } },
	{ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'sig' } },
	{ type: 'content_block_stop', index: 0 },
	{ type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
	{ type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Off we go 🚀' } },
	{ type: 'content_block_stop', index: 1 },
	{ type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'toolu_1', name: 'go', input: {} } },
	{ type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"to":' } },
	{ type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"mars"}' } },
	{ type: 'content_block_stop', index: 2 },
	{ type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
	{ type: 'message_stop' },
];
const whole = events.map((event) => `event: ${event.type}\r\ndata: ${JSON.stringify(event)}\r\n\r\n`);
const bytes = new TextEncoder().encode(whole.join(''));
const meant = {
	content: [
		{ type: 'thinking', thinking: 'Größe?', signature: 'sig' },
		{ type: 'text', text: 'Off we go 🚀' },
		{ type: 'tool_call', id: 'toolu_1', name: 'go', args: { to: 'mars' } },
	],
	stopReason: 'tool_use',
};

async function read(body: Uint8Array, pieceBytes = body.length) {
	const source = new ReadableStream<Uint8Array>({
		start(controller) {
			for (let at = 0; at < body.length; at += pieceBytes) controller.enqueue(body.subarray(at, at + pieceBytes));
			controller.close();
		},
	});
	const reader = new MessageReader(knownModels[0] as (typeof knownModels)[number], createToolNames([]));
	const response = new Response(source, { headers: { 'content-type': 'text/event-stream' } });
	const chunks: ModelChunk[] = [];
	for await (const hop of readAnswer(response, reader).chunks) chunks.push(...hop);
	return assemble(chunks);
}

async function outcome(body: Uint8Array) {
	return await read(body).catch((error: unknown) => {
		expect(error).toBeInstanceOf(ModelError);
		return undefined;
	});
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}

describe('a streamed answer', () => {
	it('means the same at every piece size', async () => {
		for (let size = 1; size <= 64; size += 1) expect(await read(bytes, size)).toMatchObject(meant);
	});

	it('that is cut anywhere is whole or fails with a ModelError', async () => {
		let cuts = 0;
		for (let end = 0; end < bytes.length; end += 1) {
			const got = await outcome(bytes.subarray(0, end));
			if (got === undefined) cuts += 1;
			else expect(got).toMatchObject(meant);
		}
		expect(cuts).toBeGreaterThan(bytes.length * 0.9);
	});

	it('that lacks any one event but a closing one fails or is known to be incomplete', async () => {
		for (const [nth, { type }] of events.entries()) {
			const got = await outcome(new TextEncoder().encode(whole.toSpliced(nth, 1).join('')));
			const isHarmless = type === 'content_block_stop' || type === 'message_stop';
			if (isHarmless) expect(got).toMatchObject(meant);
			else if (type !== 'content_block_delta') expect(got).toBeUndefined();
		}
	});

	it('never fails in any other way when its bytes are changed at random', async () => {
		const seed = Number(process.env.MYELIN_SEED ?? Date.now() % 1_000_000);
		const random = randomFrom(seed);
		for (let round = 0; round < 500; round += 1) {
			const changed = Uint8Array.from(bytes);
			for (let flips = 0; flips < 1 + random() * 4; flips += 1) {
				changed[Math.floor(random() * changed.length)] = Math.floor(random() * 256);
			}
			const error = await read(changed).then(
				() => undefined,
				(thrown: unknown) => thrown,
			);
			if (error !== undefined) expect(error, `MYELIN_SEED=${seed}, round ${round}`).toBeInstanceOf(ModelError);
		}
	});

	it('whose events come in another order never ends well with other content', async () => {
		for (let a = 0; a < whole.length - 1; a += 1) {
			const swapped = [...whole];
			[swapped[a], swapped[a + 1]] = [whole[a + 1] as string, whole[a] as string];
			const got = await outcome(new TextEncoder().encode(swapped.join('')));
			const isArguments =
				events[a]?.delta?.type === 'input_json_delta' && events[a + 1]?.delta?.type === 'input_json_delta';
			if (got !== undefined && !isArguments) expect(got).toMatchObject(meant);
		}
	});
});

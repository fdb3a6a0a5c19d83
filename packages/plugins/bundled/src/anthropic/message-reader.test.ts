import type { JsonObject, ModelChunk } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { assemble } from '../testing/read-model.ts';
import { MessageReader } from './message-reader.ts';
import { knownModels } from './models.ts';

const haiku = knownModels.find(({ id }) => id === 'claude-haiku-4-5') as (typeof knownModels)[number];

/** The language of these tests: events without what they share. */
const start = (message: JsonObject = {}) => ({
	type: 'message_start',
	message: { usage: { input_tokens: 10 }, ...message },
});
const open = (index: number, content_block: JsonObject) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, type: string, fields: JsonObject) => ({
	type: 'content_block_delta',
	index,
	delta: { type, ...fields },
});
const close = (index: number) => ({ type: 'content_block_stop', index });
const ending = (stop_reason: string, usage: JsonObject = { output_tokens: 5 }) => [
	{ type: 'message_delta', delta: { stop_reason }, usage },
	{ type: 'message_stop' },
];

function read(...events: readonly JsonObject[]): ModelChunk[] {
	const reader = new MessageReader(haiku, createToolNames(['files.read']));
	const out: ModelChunk[] = [];
	for (const event of events) reader.take({ name: String(event.type), data: JSON.stringify(event) }, out);
	reader.end(out);
	return out;
}

const message = (...events: readonly JsonObject[]) => assemble(read(start(), ...events));

describe('a Messages stream', () => {
	it('gives text, thinking with its signature, and redacted thinking', () => {
		const { content, stopReason } = message(
			open(0, { type: 'thinking', thinking: '', signature: '' }),
			delta(0, 'thinking_delta', { thinking: 'Let me ' }),
			delta(0, 'thinking_delta', { thinking: 'see.' }),
			delta(0, 'signature_delta', { signature: 'c2lnbmVk' }),
			close(0),
			open(1, { type: 'redacted_thinking', data: 'ZW5jcnlwdGVk' }),
			close(1),
			open(2, { type: 'text', text: 'A' }),
			delta(2, 'text_delta', { text: 'h.' }),
			close(2),
			...ending('end_turn'),
		);
		expect(content).toEqual([
			{ type: 'thinking', thinking: 'Let me see.', signature: 'c2lnbmVk' },
			{ type: 'thinking', thinking: '', redacted: 'ZW5jcnlwdGVk' },
			{ type: 'text', text: 'Ah.' },
		]);
		expect(stopReason).toBe('stop');
	});

	it('gives tool calls under our names, also without arguments and with arguments that come at once', () => {
		const { content, stopReason } = message(
			open(0, { type: 'tool_use', id: 'toolu_1', name: 'files_read', input: {} }),
			delta(0, 'input_json_delta', { partial_json: '' }),
			delta(0, 'input_json_delta', { partial_json: '{"path":' }),
			delta(0, 'input_json_delta', { partial_json: '"a.txt"}' }),
			close(0),
			open(1, { type: 'tool_use', id: 'toolu_2', name: 'now', input: {} }),
			delta(1, 'input_json_delta', { partial_json: '' }),
			close(1),
			open(2, { type: 'tool_use', id: 'toolu_3', name: 'roll', input: { sides: 6 } }),
			close(2),
			...ending('tool_use'),
		);
		expect(content).toEqual([
			{ type: 'tool_call', id: 'toolu_1', name: 'files.read', args: { path: 'a.txt' } },
			{ type: 'tool_call', id: 'toolu_2', name: 'now', args: {} },
			{ type: 'tool_call', id: 'toolu_3', name: 'roll', args: { sides: 6 } },
		]);
		expect(stopReason).toBe('tool_use');
	});

	it('keeps blocks of unknown types verbatim, and grows them by their own fields', () => {
		const { content } = message(
			open(0, { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: {} }),
			delta(0, 'input_json_delta', { partial_json: '{"query":' }),
			delta(0, 'input_json_delta', { partial_json: '"x"}' }),
			close(0),
			open(1, { type: 'hologram', shape: { sides: 4 }, caption: null }),
			delta(1, 'hologram_delta', { caption: 'a cu' }),
			delta(1, 'hologram_delta', { caption: 'be' }),
			close(1),
			...ending('pause_turn'),
		);
		expect(content).toEqual([
			{
				type: 'opaque',
				provider: 'anthropic',
				data: { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } },
			},
			{ type: 'opaque', provider: 'anthropic', data: { type: 'hologram', shape: { sides: 4 }, caption: 'a cube' } },
		]);
	});

	it('takes content that stands in its first event', () => {
		const call = { type: 'tool_use', id: 'toolu_1', name: 'roll', input: { sides: 6 } };
		const chunks = read(start({ content: [call], stop_reason: 'tool_use' }), { type: 'message_stop' });
		expect(assemble(chunks)).toMatchObject({
			content: [{ type: 'tool_call', id: 'toolu_1', name: 'roll', args: { sides: 6 } }],
			stopReason: 'tool_use',
		});
	});

	it('keeps arguments that the token limit cut off as raw text', () => {
		const { content, stopReason } = message(
			open(0, { type: 'tool_use', id: 'toolu_1', name: 'write', input: {} }),
			delta(0, 'input_json_delta', { partial_json: '{"text": "Once upon' }),
			...ending('max_tokens'),
		);
		expect(content).toEqual([
			{ type: 'tool_call', id: 'toolu_1', name: 'write', args: {}, argsText: '{"text": "Once upon' },
		]);
		expect(stopReason).toBe('length');
	});

	it.each([
		['end_turn', 'stop'],
		['stop_sequence', 'stop'],
		['tool_use', 'tool_use'],
		['max_tokens', 'length'],
		['model_context_window_exceeded', 'length'],
		['refusal', 'refusal'],
		['pause_turn', 'pause'],
		['something_new', 'stop'],
	])('that stops by %s stops by %s', (reason, stopReason) => {
		expect(message(...ending(reason)).stopReason).toBe(stopReason);
	});

	it('replaces the counts of its start by those of its end, and knows the cost', () => {
		const cached = {
			input_tokens: 100,
			cache_read_input_tokens: 1000,
			cache_creation_input_tokens: 400,
			output_tokens: 1,
		};
		const chunks = read(start({ usage: cached }), ...ending('end_turn', { input_tokens: 120, output_tokens: 50 }));
		expect(assemble(chunks).usage).toEqual({
			inputTokens: 120,
			outputTokens: 50,
			cacheReadTokens: 1000,
			cacheWriteTokens: 400,
			costUsd: 0.00097,
		});
	});

	it('passes over pings, unknown events, unknown deltas, [DONE], and a start that is sent twice', () => {
		const reader = new MessageReader(haiku, createToolNames([]));
		const out: ModelChunk[] = [];
		const events = [
			{ name: 'message_start', data: JSON.stringify(start()) },
			{ name: 'message_start', data: JSON.stringify(start()) },
			{ name: 'ping', data: 'anything' },
			{ name: '', data: JSON.stringify(open(0, { type: 'text', text: '' })) },
			{ name: 'news', data: '{"type":"news"}' },
			{ name: '', data: JSON.stringify(delta(0, 'citations_delta', { citation: { url: 'x' } })) },
			{ name: '', data: JSON.stringify(delta(0, 'text_delta', { text: 'Hi' })) },
			{ name: '', data: '[DONE]' },
			...ending('end_turn').map((event) => ({ name: '', data: JSON.stringify(event) })),
		];
		for (const event of events) reader.take(event, out);
		expect(assemble(out)).toMatchObject({ content: [{ type: 'text', text: 'Hi' }], stopReason: 'stop' });
	});

	it('is whole without its last event once it told why it stopped', () => {
		expect(assemble(read(start(), ...ending('end_turn').slice(0, 1))).stopReason).toBe('stop');
	});
});

describe('a Messages stream that makes no sense', () => {
	const text = open(0, { type: 'text', text: '' });
	const broken = expect.objectContaining({ name: 'ModelError', code: 'STREAM_BROKEN', retryable: true });

	it.each([
		['opens a block twice', [start(), text, text]],
		['goes on in a block that is closed', [start(), text, close(0), delta(0, 'text_delta', { text: 'Hi' })]],
		['goes on in a block that never began', [start(), delta(3, 'text_delta', { text: 'Hi' })]],
		['ends a block twice', [start(), text, close(0), close(0)]],
		['sends arguments to a text', [start(), text, delta(0, 'input_json_delta', { partial_json: '{' })]],
		['begins again in the middle', [start(), text, start()]],
		['names no block', [start(), { type: 'content_block_start', content_block: { type: 'text' } }]],
		['has a delta that is no object', [start(), text, { type: 'content_block_delta', index: 0, delta: 'Hi' }]],
		['has a message that is no object', [{ type: 'message_start', message: null }]],
		['begins without a start', [text, delta(0, 'text_delta', { text: 'Hi' })]],
		['begins with its end', []],
	] as [string, JsonObject[]][])('%s: STREAM_BROKEN', (_, events) => {
		expect(() => read(...events, ...ending('end_turn'))).toThrow(broken);
	});

	it.each([
		['is empty', []],
		['ends in the middle', [start(), text, delta(0, 'text_delta', { text: 'Hi' })]],
		['ends without a reason', [start(), text, close(0), { type: 'message_stop' }]],
	] as [string, JsonObject[]][])('%s: STREAM_BROKEN', (_, events) => {
		expect(() => read(...events)).toThrow(broken);
	});

	it('is no JSON: STREAM_BROKEN', () => {
		const reader = new MessageReader(haiku, createToolNames([]));
		expect(() => reader.take({ name: 'message_start', data: '{"type":"mess' }, [])).toThrow(
			'no JSON object: {"type":"mess',
		);
		expect(() => reader.take({ name: 'message_start', data: '[1]' }, [])).toThrow('no JSON object: [1]');
	});
});

import type { Json, JsonObject, ModelChunk } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { assemble } from '../testing/read-model.ts';
import { ChunkReader } from './chunk-reader.ts';
import { knownModels } from './models.ts';

const entry = knownModels.find(({ id }) => id === 'gpt-4o') as (typeof knownModels)[number];

/** The language of these tests: chunks without what they share. */
const delta = (fields: JsonObject, more: JsonObject = {}) => ({ choices: [{ index: 0, delta: fields, ...more }] });
const finish = (finish_reason: string) => delta({}, { finish_reason });
const call = (fields: JsonObject) => delta({ tool_calls: [fields] });
const fn = (name: string, args: Json) => ({ function: { name, arguments: args } });

function chunksOf(...chunks: readonly Json[]): ModelChunk[] {
	const reader = new ChunkReader('the endpoint x', entry, createToolNames(['files.read', 'add', 'sub']));
	const out: ModelChunk[] = [];
	for (const chunk of chunks) {
		reader.take({ name: '', data: typeof chunk === 'string' ? chunk : JSON.stringify(chunk) }, out);
	}
	reader.end(out);
	return out;
}

function read(...chunks: readonly Json[]) {
	return assemble(chunksOf(...chunks));
}

describe('a chat completion', () => {
	it('is text, thinking and calls in the order they began', () => {
		const { content, stopReason } = read(
			delta({ role: 'assistant', content: '' }),
			delta({ reasoning_content: 'Hm' }),
			delta({ content: 'Let ' }),
			delta({ content: 'me' }),
			call({ index: 0, id: 'c1', type: 'function', ...fn('files_read', '') }),
			call({ index: 0, function: { arguments: '{"path":' } }),
			call({ index: 0, function: { arguments: '"a"}' } }),
			finish('tool_calls'),
			'[DONE]',
		);
		expect(content).toEqual([
			{ type: 'thinking', thinking: 'Hm' },
			{ type: 'text', text: 'Let me' },
			{ type: 'tool_call', id: 'c1', name: 'files.read', args: { path: 'a' } },
		]);
		expect(stopReason).toBe('tool_use');
	});

	it.each([
		['stop', 'stop'],
		['length', 'length'],
		['model_length', 'length'],
		['content_filter', 'refusal'],
		['eos', 'stop'],
		['tool_calls', 'stop'],
	])('that finishes by %s stops by %s', (reason, stopReason) => {
		expect(read(delta({ content: 'x' }), finish(reason), '[DONE]').stopReason).toBe(stopReason);
	});

	it('with calls stops for them whatever it says, but for a limit', () => {
		const add = call({ index: 0, id: 'c', ...fn('add', '{}') });
		expect(read(add, finish('stop')).stopReason).toBe('tool_use');
		expect(read(add, finish('length')).stopReason).toBe('length');
	});

	it('is a refusal when it says so, and its words are kept', () => {
		expect(read(delta({ refusal: 'I ' }), delta({ refusal: 'will not' }), finish('stop'))).toMatchObject({
			content: [{ type: 'text', text: 'I will not' }],
			stopReason: 'refusal',
		});
	});

	it('has its content in parts, with thinking and images', () => {
		const parts = [
			{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
			{ type: 'text', text: 'Look: ' },
			{ type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
		];
		const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }];
		expect(read(delta({ content: parts }), delta({ images }), finish('stop')).content).toEqual([
			{ type: 'thinking', thinking: 'Hm' },
			{ type: 'text', text: 'Look: ' },
			{ type: 'image', mimeType: 'image/*', url: 'https://example.org/a.png' },
			{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
		]);
	});

	it('lacks index, role, type and finish reason, and is whole with [DONE]', () => {
		expect(read({ choices: [{ delta: { content: 'Hi' } }] }, '[DONE]')).toMatchObject({
			content: [{ type: 'text', text: 'Hi' }],
			stopReason: 'stop',
		});
	});

	it('passes over chunks without choices, other choices, blanks and what comes after [DONE]', () => {
		const chunks = chunksOf(
			{ choices: [], prompt_filter_results: [] },
			{ choices: [{ index: 1, delta: { content: 'other' } }] },
			delta({ content: 'Hi' }),
			'  ',
			finish('stop'),
			'[DONE]',
			'nonsense',
		);
		expect(chunks).toEqual([
			{ type: 'text_delta', index: 0, delta: 'Hi' },
			{ type: 'done', stopReason: 'stop' },
		]);
	});
});

describe('calls of tools', () => {
	const args = (...chunks: Json[]) => read(...chunks, finish('tool_calls')).content;

	it('come side by side, told apart by their index', () => {
		expect(
			args(
				call({ index: 0, id: 'a', ...fn('add', '{"x"') }),
				call({ index: 1, id: 'b', ...fn('sub', '{"y"') }),
				call({ index: 0, function: { arguments: ':1}' } }),
				call({ index: 1, function: { arguments: ':2}' } }),
			),
		).toMatchObject([
			{ id: 'a', name: 'add', args: { x: 1 } },
			{ id: 'b', name: 'sub', args: { y: 2 } },
		]);
	});

	it.each([
		['have no index', {}],
		['all have the index 0', { index: 0 }],
	])('that %s are told apart by their ids', (_, place) => {
		expect(
			args(call({ ...place, id: 'a', ...fn('add', '{"x":1}') }), call({ ...place, id: 'b', ...fn('add', '{"x":2}') })),
		).toMatchObject([
			{ id: 'a', args: { x: 1 } },
			{ id: 'b', args: { x: 2 } },
		]);
	});

	it('that have neither index nor id are told apart by their names', () => {
		const { content } = read(
			call(fn('add', '{"x":')),
			call({ function: { arguments: '1}' } }),
			call(fn('sub', { y: 2 })),
			finish('tool_calls'),
		);
		expect(content).toMatchObject([
			{ name: 'add', args: { x: 1 } },
			{ name: 'sub', args: { y: 2 } },
		]);
	});

	it.each([
		['', {}],
		[null, {}],
		[{ x: 1 }, { x: 1 }],
	])('with arguments %j are called with %j', (given, meant) => {
		expect(args(call({ index: 0, id: '', ...fn('add', given as Json) }))).toMatchObject([{ id: '', args: meant }]);
	});

	it('may repeat their id and name in every delta, and name themselves late', () => {
		expect(
			args(
				call({ index: 0, id: 'a', function: { arguments: '{"x"' } }),
				call({ index: 0, id: 'a', ...fn('add', ':') }),
				call({ index: 0, id: 'a', ...fn('add', '1}') }),
			),
		).toMatchObject([{ id: 'a', name: 'add', args: { x: 1 } }]);
	});

	it('in the old form are one call', () => {
		expect(read(delta({ function_call: { name: 'add', arguments: '{}' } }), finish('function_call'))).toMatchObject({
			content: [{ name: 'add' }],
			stopReason: 'tool_use',
		});
	});
});

describe('thinking', () => {
	it.each([
		['reasoning', 'Hm'],
		['reasoning_content', 'Hm'],
		['reasoning_details', [{ type: 'reasoning.text', text: 'Hm', index: 0 }]],
	])('comes as %s', (field, value) => {
		expect(read(delta({ [field]: value }), delta({ content: 'x' }), finish('stop')).content[0]).toEqual({
			type: 'thinking',
			thinking: 'Hm',
		});
	});

	it('that comes under several names at once is taken once', () => {
		const twice = { reasoning: 'Hm', reasoning_content: 'Hm', reasoning_details: [{ text: 'Hm', index: 0 }] };
		expect(read(delta(twice), finish('stop')).content).toEqual([{ type: 'thinking', thinking: 'Hm' }]);
	});

	it('keeps what a provider signs or encrypts, put together, as its signature', () => {
		const piece = (fields: JsonObject) =>
			delta({ reasoning_details: [{ type: 'reasoning.text', index: 0, ...fields }] });
		const { content } = read(piece({ text: 'H' }), piece({ text: 'm' }), piece({ signature: 'sig' }), finish('stop'));
		expect(content).toEqual([
			{
				type: 'thinking',
				thinking: 'Hm',
				signature: '[{"type":"reasoning.text","index":0,"text":"Hm","signature":"sig"}]',
			},
		]);
	});
});

describe('usage', () => {
	it.each([
		['a chunk of its own', { choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } }],
		['the choice', delta({}, { usage: { prompt_tokens: 10, completion_tokens: 2 } })],
		['x_groq', { choices: [], x_groq: { usage: { prompt_tokens: 10, completion_tokens: 2 } } }],
	] as [string, JsonObject][])('comes in %s', (_, chunk) => {
		expect(read(delta({ content: 'x' }), finish('stop'), chunk).usage).toMatchObject({
			inputTokens: 10,
			outputTokens: 2,
		});
	});
});

describe('a stream that is broken', () => {
	it.each([
		['has nothing', [], 'STREAM_BROKEN'],
		['has nothing but its end', ['[DONE]'], 'STREAM_BROKEN'],
		['ends in the middle', [delta({ content: 'Hel' })], 'STREAM_BROKEN'],
		['says nothing and not why', [delta({ role: 'assistant' }), '[DONE]'], 'STREAM_BROKEN'],
		['is no JSON', ['{"choices":'], 'STREAM_BROKEN'],
		[
			'calls a tool without a name',
			[call({ index: 0, id: 'a', function: { arguments: '{}' } }), '[DONE]'],
			'STREAM_BROKEN',
		],
		['ends for a failure', [delta({ content: 'x' }), finish('network_error')], 'OVERLOADED'],
		['has an error', [delta({ content: 'x' }), { error: { message: 'Overloaded', code: 503 } }], 'OVERLOADED'],
		[
			'has an error in a choice',
			[{ choices: [{ index: 0, error: { code: 429, message: 'slow down' } }] }],
			'RATE_LIMIT',
		],
		['has an error as a text', [{ error: 'model is loading' }], 'STREAM_BROKEN'],
		['has an error as a list', [[{ error: { code: 401, message: 'no' } }]], 'AUTH'],
		['has an error without the word', [{ object: 'error', message: 'too long', code: 400 }], 'INVALID_REQUEST'],
		['has a detail', [{ detail: 'Not authenticated' }], 'STREAM_BROKEN'],
		['could not call a tool', [{ error: { code: 'tool_use_failed', type: 'invalid_request_error' } }], 'STREAM_BROKEN'],
	] as [string, Json[], string][])('because it %s throws a ModelError', (_, chunks, code) => {
		let thrown: unknown;
		try {
			read(...chunks);
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toMatchObject({ name: 'ModelError', code, message: expect.stringContaining('the endpoint x') });
	});
});

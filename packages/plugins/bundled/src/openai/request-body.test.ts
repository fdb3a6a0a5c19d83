import type { ModelMessage, ModelRequest } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { user } from '../testing/read-model.ts';
import { parametersSchema } from './parameters-schema.ts';
import { requestBody } from './request-body.ts';
import { readEndpoints } from './settings.ts';

const tool = { name: 'files.read', description: 'Read.', jsonSchema: { type: 'object', properties: {} } };

function bodyOf(settings: Parameters<typeof readEndpoints>[0], id: string, request: Partial<ModelRequest> = {}) {
	const endpoint = readEndpoints(settings, {}).at(-1) as ReturnType<typeof readEndpoints>[number];
	const entry = endpoint.models.find((model) => model.id === id) as (typeof endpoint.models)[number];
	const whole: ModelRequest = { systemPrompt: '', messages: [user('hi')], tools: [], thinkingLevel: 'off', ...request };
	return requestBody(whole, entry, endpoint, createToolNames(whole.tools.map(({ name }) => name)));
}

const key = { apiKey: 'key' };
const named = (name: string, models: readonly object[], more = {}) =>
	({ endpoints: { [name]: { models, ...more } } }) as Parameters<typeof readEndpoints>[0];

describe('a request in the words of chat completions', () => {
	it('says nothing that was not asked for', () => {
		expect(bodyOf(key, 'gpt-4o')).toEqual({
			model: 'gpt-4o',
			stream: true,
			stream_options: { include_usage: true },
			messages: [{ role: 'user', content: 'hi' }],
		});
	});

	it('offers tools by mapped names', () => {
		expect(bodyOf(key, 'gpt-4o', { tools: [tool] }).tools).toEqual([
			{
				type: 'function',
				function: { name: 'files_read', description: 'Read.', parameters: { type: 'object', properties: {} } },
			},
		]);
	});

	it('limits the output where a limit is set, in the field that the service knows', () => {
		const models = [{ id: 'm', maxOutputTokens: 1_000 }];
		expect(bodyOf({ ...key, models }, 'm')).toMatchObject({ max_completion_tokens: 1_000 });
		expect(bodyOf(named('ollama', models), 'm')).toMatchObject({ max_tokens: 1_000 });
	});

	it('says where an image is that the model cannot see', () => {
		const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
		const messages = [{ ...user(''), content: [image] } as ModelMessage];
		const settings = named('ollama', [{ id: 'm', capabilities: { images: false } }]);
		const note = '[An image is here, which this model cannot see.]';
		expect(bodyOf(settings, 'm', { messages }).messages).toEqual([{ role: 'user', content: note }]);
	});

	it('does not ask a service for usage that would refuse the question', () => {
		expect(bodyOf(named('mistral', [{ id: 'm' }]), 'm')).not.toHaveProperty('stream_options');
	});
});

describe('a thinking level', () => {
	const levels = (settings: Parameters<typeof readEndpoints>[0], id: string, request: Partial<ModelRequest> = {}) => {
		const {
			model: _,
			stream: _s,
			stream_options: _o,
			messages: _m,
			tools: _t,
			...params
		} = bodyOf(settings, id, request);
		return params;
	};

	it.each([
		['gpt-5.1', 'high', { reasoning_effort: 'high' }],
		['gpt-5.1', 'off', { reasoning_effort: 'none' }],
		['gpt-5', 'off', { reasoning_effort: 'minimal' }],
		['o3', 'off', { reasoning_effort: 'low' }],
		['gpt-4o', 'high', {}],
	] as const)('of %s: %s', (id, thinkingLevel, params) => {
		expect(levels(key, id, { thinkingLevel })).toEqual(params);
	});

	it('is none beside tools for models that refuse both', () => {
		expect(levels(key, 'gpt-5.6-terra', { thinkingLevel: 'high' })).toEqual({ reasoning_effort: 'high' });
		expect(levels(key, 'gpt-5.6-terra', { thinkingLevel: 'high', tools: [tool] })).toEqual({
			reasoning_effort: 'none',
		});
	});

	it.each([
		['openrouter', 'low', { reasoning: { effort: 'low' } }],
		['openrouter', 'off', {}],
		['ollama', 'medium', { reasoning_effort: 'medium' }],
		['deepseek', 'high', { thinking: { type: 'enabled' } }],
		['zai', 'off', { thinking: { type: 'disabled' } }],
		['qwen', 'high', { enable_thinking: true }],
		['vllm', 'high', {}],
	] as const)('at %s: %s', (name, thinkingLevel, params) => {
		expect(levels(named(name, [{ id: 'm' }]), 'm', { thinkingLevel })).toEqual(params);
	});

	it('is told as the settings of a model say', () => {
		const settings = named('vllm', [{ id: 'm', thinking: 'enable' }]);
		expect(levels(settings, 'm', { thinkingLevel: 'low' })).toEqual({ enable_thinking: true });
	});
});

describe('the schema of parameters', () => {
	it('has properties, objects for schemas, and items in every array', () => {
		expect(
			parametersSchema({
				$schema: 'https://json-schema.org/draft/2020-12/schema',
				properties: {
					any: true,
					list: { type: 'array' },
					pair: { type: ['array', 'null'], items: [{ type: 'string' }, true] },
					deep: { anyOf: [{ type: 'array', items: { type: 'array' } }, { $ref: '#/$defs/x' }] },
				},
				additionalProperties: false,
				$defs: { x: { properties: { y: true } } },
			}),
		).toEqual({
			type: 'object',
			properties: {
				any: {},
				list: { type: 'array', items: {} },
				pair: { type: ['array', 'null'], items: { anyOf: [{ type: 'string' }, {}] } },
				deep: { anyOf: [{ type: 'array', items: { type: 'array', items: {} } }, { $ref: '#/$defs/x' }] },
			},
			additionalProperties: false,
			$defs: { x: { properties: { y: {} } } },
		});
		expect(parametersSchema({})).toEqual({ type: 'object', properties: {} });
	});
});

import type { ModelMessage, ModelRequest } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { assistant, toolAnswer, user } from '../testing/read-model.ts';
import { knownModels } from './models.ts';
import { requestBody } from './request-body.ts';

const tool = { name: 'files.read', description: 'Read.', jsonSchema: { type: 'object', properties: {} } };
const marked = { cache_control: { type: 'ephemeral' } };

function bodyOf(request: Partial<ModelRequest>, id = 'claude-sonnet-4-6', cache: '5m' | '1h' | 'off' = '5m') {
	const entry = knownModels.find((model) => model.id === id) as (typeof knownModels)[number];
	const whole: ModelRequest = { systemPrompt: '', messages: [user('hi')], tools: [], thinkingLevel: 'off', ...request };
	return requestBody(whole, entry, createToolNames(whole.tools.map(({ name }) => name)), cache);
}

describe('a request in the words of the Messages API', () => {
	it('says nothing that was not asked for', () => {
		expect(bodyOf({}, 'claude-haiku-4-5', 'off')).toEqual({
			model: 'claude-haiku-4-5',
			max_tokens: 64_000,
			stream: true,
			messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
		});
	});

	it('marks the system prompt and the last two user messages for the cache', () => {
		const messages = [
			user('a'),
			assistant([{ type: 'text', text: 'b' }]),
			user('c'),
			assistant([{ type: 'text', text: 'd' }]),
			user('e'),
		];
		const body = bodyOf({ systemPrompt: 'Be brief.', messages, tools: [tool] });
		expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', ...marked }]);
		expect(body.messages.map(({ content }) => content.map((block) => block.cache_control !== undefined))).toEqual([
			[false],
			[false],
			[true],
			[false],
			[true],
		]);
		expect(body.tools).toEqual([
			{ name: 'files_read', description: 'Read.', input_schema: { type: 'object', properties: {} } },
		]);
	});

	it('marks the tools where there is no system prompt', () => {
		const [first, last] = bodyOf({ tools: [tool, { ...tool, name: 'other' }] }).tools ?? [];
		expect(first?.cache_control).toBeUndefined();
		expect(last?.cache_control).toEqual({ type: 'ephemeral' });
	});

	it('says where an image is that the model cannot see', () => {
		const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
		const entry = { ...knownModels[0], capabilities: { thinking: false, images: false, tools: true } };
		const shown = { ...toolAnswer('c1', 'files.read', ''), content: [image] } as ModelMessage;
		const request = { systemPrompt: '', messages: [shown], tools: [], thinkingLevel: 'off' } as const;
		const { messages } = requestBody(request, entry as (typeof knownModels)[number], createToolNames([]), 'off');
		const content = [{ type: 'text', text: '[An image is here, which this model cannot see.]' }];
		expect(messages[0]?.content).toEqual([{ type: 'tool_result', tool_use_id: 'c1', content }]);
	});

	it('asks for an hour, or for no cache at all, as it is set', () => {
		const hour = bodyOf({ systemPrompt: 'x' }, 'claude-sonnet-4-6', '1h');
		expect(hour.system?.[0]?.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
		expect(JSON.stringify(bodyOf({ systemPrompt: 'x', tools: [tool] }, 'claude-sonnet-4-6', 'off'))).not.toContain(
			'cache_control',
		);
	});
});

describe('a thinking level', () => {
	it.each([
		[
			'claude-sonnet-5-5',
			'high',
			{ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'high' } },
		],
		['claude-sonnet-5-5', 'off', { thinking: { type: 'between_tools' } }],
		['claude-opus-5-5', 'off', { output_config: { effort: 'low' } }],
		['claude-haiku-5-5', 'off', { thinking: { type: 'disabled' } }],
		['claude-sonnet-4-6', 'off', {}],
		[
			'claude-sonnet-4-6',
			'low',
			{ thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
		],
		['claude-haiku-4-5', 'off', {}],
		['claude-haiku-4-5', 'medium', { thinking: { type: 'enabled', budget_tokens: 12_288 } }],
		['claude-haiku-4-5', 'high', { thinking: { type: 'enabled', budget_tokens: 32_000 } }],
	] as const)('of %s: %s', (id, thinkingLevel, params) => {
		const { thinking, output_config } = bodyOf({ thinkingLevel }, id);
		expect({ ...(thinking && { thinking }), ...(output_config && { output_config }) }).toEqual(params);
	});
});

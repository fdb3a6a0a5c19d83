import type { Block, ModelMessage } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { assistant, toolAnswer, user } from '../testing/read-model.ts';
import { messageParams } from './message-params.ts';

const names = createToolNames(['files.read']);
const text = (own: string): Block => ({ type: 'text', text: own });
const saying = (...content: readonly Block[]): ModelMessage => ({ role: 'user', id: 'u', timestamp: 0, content });
const params = (...messages: readonly ModelMessage[]) => messageParams(messages, names);

describe('a conversation in the words of the Messages API', () => {
	it('sends back what the model said: signed and redacted thinking, calls by their API names, opaque blocks as they were', () => {
		const search = { type: 'server_tool_use', id: 'srv_1', name: 'web_search', input: { query: 'x' } };
		const content: Block[] = [
			{ type: 'thinking', thinking: 'hm', signature: 'sig' },
			{ type: 'thinking', thinking: '', redacted: 'enc' },
			{ type: 'opaque', provider: 'anthropic', data: search },
			text('Reading.'),
			{ type: 'tool_call', id: 'toolu_1', name: 'files.read', args: { path: 'a' } },
		];
		expect(params(user('hi'), assistant(content, 'anthropic'))[1]).toEqual({
			role: 'assistant',
			content: [
				{ type: 'thinking', thinking: 'hm', signature: 'sig' },
				{ type: 'redacted_thinking', data: 'enc' },
				search,
				{ type: 'text', text: 'Reading.' },
				{ type: 'tool_use', id: 'toolu_1', name: 'files_read', input: { path: 'a' } },
			],
		});
	});

	it('leaves out what others thought and what it cannot send', () => {
		const content: Block[] = [
			{ type: 'thinking', thinking: 'hm', signature: 'theirs' },
			{ type: 'opaque', provider: 'openai', data: { type: 'x' } },
			text('Hello'),
			{ type: 'image', mimeType: 'image/png', data: 'AA==' },
		];
		const unsigned: Block = { type: 'thinking', thinking: 'cut off' };
		expect(params(user('a'), assistant(content, 'openai'), user('b'), assistant([unsigned], 'anthropic'))).toEqual([
			{ role: 'user', content: [{ type: 'text', text: 'a' }] },
			{ role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
			{ role: 'user', content: [{ type: 'text', text: 'b' }] },
		]);
	});

	it('leaves out the thinking at the end of an answer that was cut off', () => {
		const thought: Block = { type: 'thinking', thinking: 'hm', signature: 'sig' };
		const cutOff = [user('a'), assistant([thought, text('So'), thought], 'anthropic'), user('b')];
		expect(params(...cutOff)[1]?.content).toEqual([
			{ type: 'thinking', thinking: 'hm', signature: 'sig' },
			{ type: 'text', text: 'So' },
		]);
		expect(params(user('a'), assistant([thought], 'anthropic'), user('b')).map(({ role }) => role)).toEqual([
			'user',
			'user',
		]);
	});

	it('puts the results of one answer into one user message, before what the user says', () => {
		const calls: Block[] = [
			{ type: 'tool_call', id: 'c1', name: 'now', args: {} },
			{ type: 'tool_call', id: 'c2', name: 'now', args: {} },
		];
		const messages = [
			user('hi'),
			assistant(calls),
			user('hurry'),
			toolAnswer('c1', 'now', '12:00'),
			toolAnswer('c2', 'now', ''),
		];
		expect(params(...messages)[2]).toEqual({
			role: 'user',
			content: [
				{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '12:00' }] },
				{ type: 'tool_result', tool_use_id: 'c2' },
				{ type: 'text', text: 'hurry' },
			],
		});
	});

	it('sends images of users and of results, and only text in a failed result', () => {
		const image: Block = { type: 'image', mimeType: 'image/png', data: 'AA==' };
		const linked: Block = { type: 'image', mimeType: 'image/png', url: 'https://example.com/a.png' };
		const result = { ...toolAnswer('c1', 'look', 'seen'), content: [text('seen'), image] } as ModelMessage;
		const failure = { ...toolAnswer('c2', 'look', 'no', true), content: [text('no'), image] } as ModelMessage;
		const base64 = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } };
		expect(params(saying(image, linked), result, failure)[0]?.content).toEqual([
			{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'seen' }, base64] },
			{ type: 'tool_result', tool_use_id: 'c2', content: [{ type: 'text', text: 'no' }], is_error: true },
			base64,
			{ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
		]);
	});

	it('sends no empty texts and no messages without content', () => {
		expect(params(user(' \n'), saying(text(''), text('hi')), assistant([text('')]), user('there'))).toEqual([
			{
				role: 'user',
				content: [
					{ type: 'text', text: 'hi' },
					{ type: 'text', text: 'there' },
				],
			},
		]);
	});
});

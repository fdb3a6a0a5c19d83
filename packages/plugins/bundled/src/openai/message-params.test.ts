import type { Block, ModelMessage } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { createToolNames } from '../provider/tool-names.ts';
import { assistant, toolAnswer, user } from '../testing/read-model.ts';
import { dialectFor } from './dialect.ts';
import { messageParams } from './message-params.ts';

const deepseek = dialectFor('https://api.deepseek.com', 'deepseek');

function params(messages: readonly ModelMessage[], more: Partial<Parameters<typeof messageParams>[1]> = {}) {
	const names = createToolNames(['files.read']);
	const audience = { provider: 'deepseek', dialect: deepseek, names, ...more };
	return messageParams({ systemPrompt: '', messages }, audience);
}

const call = (id: string, fields: Partial<Extract<Block, { type: 'tool_call' }>> = {}): Block => ({
	type: 'tool_call',
	id,
	name: 'files.read',
	args: { path: 'a' },
	...fields,
});
const image: Block = { type: 'image', mimeType: 'image/png', data: 'AAAA' };

describe('a conversation in the words of chat completions', () => {
	it('begins with the system prompt', () => {
		const audience = { provider: 'x', dialect: deepseek, names: createToolNames([]) };
		expect(messageParams({ systemPrompt: 'Be brief.', messages: [user('hi')] }, audience)).toEqual([
			{ role: 'system', content: 'Be brief.' },
			{ role: 'user', content: 'hi' },
		]);
	});

	it('has calls with mapped names and their results', () => {
		expect(
			params([
				user('go'),
				assistant([{ type: 'text', text: 'Now.' }, call('c1')], 'deepseek'),
				toolAnswer('c1', 'files.read', 'text of a'),
			]).slice(1),
		).toEqual([
			{
				role: 'assistant',
				content: 'Now.',
				tool_calls: [{ id: 'c1', type: 'function', function: { name: 'files_read', arguments: '{"path":"a"}' } }],
			},
			{ role: 'tool', tool_call_id: 'c1', content: 'text of a' },
		]);
	});

	it('has no half of a character in the text of arguments', () => {
		const [, said] = params([user('go'), assistant([call('c1', { args: { path: 'a\ud83d' } })], 'deepseek')]);
		expect(said?.tool_calls).toMatchObject([{ function: { arguments: '{"path":"a\\ufffd"}' } }]);
	});

	it('joins neighbouring user messages, and leaves out answers that say nothing', () => {
		const thought = assistant([{ type: 'thinking', thinking: 'Hm' }], 'deepseek');
		expect(params([user('a'), thought, user('b')])).toEqual([
			{ role: 'user', content: 'a' },
			{ role: 'user', content: 'b' },
		]);
		expect(params([user('a'), user('b')])).toEqual([{ role: 'user', content: 'a\n\nb' }]);
	});

	it('never has a result without words', () => {
		const answered = params([user('go'), assistant([call('c1')]), toolAnswer('c1', 'files.read', '')]);
		expect(answered.at(-1)).toEqual({ role: 'tool', tool_call_id: 'c1', content: '(no text)' });
	});

	it('shows images, and those of tools after their results', () => {
		const shown = { ...toolAnswer('c1', 'files.read', 'see'), content: [{ type: 'text', text: 'see' }, image] };
		const messages = [user('go'), assistant([call('c1')]), shown as ModelMessage];
		expect(params(messages).slice(2)).toEqual([
			{ role: 'tool', tool_call_id: 'c1', content: 'see' },
			{
				role: 'user',
				content: [
					{ type: 'text', text: '[What files.read showed:]' },
					{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
				],
			},
		]);
	});
});

describe('thinking', () => {
	const thought: Block = { type: 'thinking', thinking: 'Hm' };
	const working = (provider: string, block = thought) => [
		user('go'),
		assistant([block, call('c1')], provider),
		toolAnswer('c1', 'files.read', 'x'),
	];

	it('goes back to its own provider while it works on a prompt', () => {
		expect(params(working('deepseek'))[1]).toMatchObject({ reasoning_content: 'Hm' });
		expect(params([...working('deepseek'), user('next')])[1]).not.toHaveProperty('reasoning_content');
	});

	it('goes back signed as it was given', () => {
		const signature = '[{"type":"reasoning.encrypted","data":"xyz"}]';
		const [, answer] = params(working('deepseek', { type: 'thinking', thinking: 'Hm', signature }));
		expect(answer).toMatchObject({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }] });
		expect(answer).not.toHaveProperty('reasoning_content');
	});

	it("of another provider stays away, and so do other providers' own blocks", () => {
		const foreign: Block = { type: 'opaque', provider: 'anthropic', data: { type: 'server_tool_use' } };
		const signed: Block = { type: 'thinking', thinking: 'Hm', signature: 'EqQB' };
		const messages = [user('go'), assistant([signed, foreign, { type: 'text', text: 'Yes' }], 'anthropic')];
		expect(params(messages)[1]).toEqual({ role: 'assistant', content: 'Yes' });
	});
});

describe('ids of calls', () => {
	const idsOf = (messages: readonly ModelMessage[], provider = 'deepseek', dialect = deepseek) =>
		params(messages, { provider, dialect }).flatMap((message) =>
			message.role === 'tool'
				? [message.tool_call_id as string]
				: ((message.tool_calls ?? []) as { id: string }[]).map(({ id }) => id),
		);
	const kimi = (id: string) => call(id, { providerId: 'functions.read:0' });

	it("are the provider's own where it gave them, each once", () => {
		const messages = [
			user('go'),
			assistant([kimi('call_1')], 'deepseek'),
			toolAnswer('call_1', 'files.read', 'x'),
			assistant([kimi('call_2')], 'deepseek'),
			toolAnswer('call_2', 'files.read', 'x'),
		];
		expect(idsOf(messages)).toEqual(['functions.read:0', 'functions.read:0', 'call_2', 'call_2']);
	});

	it('are ours in a conversation with another provider', () => {
		expect(idsOf([user('go'), assistant([kimi('call_1')], 'kimi'), toolAnswer('call_1', 'files.read', 'x')])).toEqual([
			'call_1',
			'call_1',
		]);
	});

	it('are shortened where they are too long, and have nine letters and digits for Mistral, no two the same', () => {
		const long = 'x'.repeat(64);
		const messages = [user('go'), assistant([call(long), call(`${long}y`)]), toolAnswer(long, 'files.read', 'x')];
		const [first, second, answered] = idsOf(messages);
		expect(first?.length).toBeLessThanOrEqual(40);
		expect(first).not.toBe(second);
		expect(answered).toBe(first);
		const mistral = dialectFor('https://api.mistral.ai/v1', 'mistral');
		const [a, b, c] = idsOf(messages, 'mistral', mistral);
		expect([a, b].filter((id) => /^[A-Za-z0-9]{9}$/.test(id ?? ''))).toHaveLength(2);
		expect(a).not.toBe(b);
		expect(c).toBe(a);
		expect(idsOf([user('go'), assistant([call('D681PevKs')])], 'mistral', mistral)).toEqual(['D681PevKs']);
	});
});

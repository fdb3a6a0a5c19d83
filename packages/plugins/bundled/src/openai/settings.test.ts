import type { JsonObject } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { readEndpoints } from './settings.ts';

describe('endpoints', () => {
	it('are none without a key, a base URL or a name', () => {
		expect(readEndpoints({}, {})).toEqual([]);
		expect(readEndpoints({}, { OPENAI_API_KEY: '', OPENAI_BASE_URL: '' })).toEqual([]);
	});

	it('come from the settings, else from the environment', () => {
		const env = { OPENAI_API_KEY: 'env-key', OPENAI_BASE_URL: 'http://env' };
		expect(readEndpoints({}, env)).toMatchObject([
			{ provider: 'openai', baseUrl: 'http://env', key: { kind: 'text', key: 'env-key' } },
		]);
		expect(readEndpoints({ apiKey: ' set ', baseUrl: 'http://set', headers: { 'X-Team': 'a' } }, env)).toMatchObject([
			{ baseUrl: 'http://set', key: { kind: 'text', key: 'set' }, headers: { 'x-team': 'a' } },
		]);
	});

	it('are several, each a provider, known ones by their names', () => {
		const endpoints = {
			ollama: { models: ['qwen3'] },
			deepseek: { models: [{ id: 'deepseek-chat', prices: { input: 1, output: 2 } }] },
			'my-box': { baseUrl: 'http://10.0.0.7:8000/v1', models: ['m'], apiKeyCommand: ['cat', '/run/key'] },
		};
		const read = readEndpoints({ endpoints }, { DEEPSEEK_API_KEY: 'ds', OPENAI_API_KEY: 'oa' });
		expect(read.map(({ provider, baseUrl, key }) => [provider, baseUrl, key])).toEqual([
			['openai', undefined, { kind: 'text', key: 'oa' }],
			['ollama', 'http://127.0.0.1:11434/v1', { kind: 'none' }],
			['deepseek', 'https://api.deepseek.com', { kind: 'text', key: 'ds' }],
			['my-box', 'http://10.0.0.7:8000/v1', { kind: 'command', argv: ['cat', '/run/key'] }],
		]);
		expect(read[1]?.models.map(({ id }) => id)).toEqual(['qwen3']);
	});

	it('never send a key of the environment to another URL than its own', () => {
		const endpoints = { deepseek: { baseUrl: 'http://evil.example/v1', models: ['m'] } };
		expect(readEndpoints({ endpoints }, { DEEPSEEK_API_KEY: 'ds' })[0]?.key).toEqual({ kind: 'none' });
	});

	it('at another host have the models that are listed, and only those', () => {
		const { models } = readEndpoints({ baseUrl: 'http://127.0.0.1:1', models: ['m'] }, {})[0] ?? {};
		expect(models?.map(({ id }) => id)).toEqual(['m']);
		const known = readEndpoints({ apiKey: 'k', models: ['m'] }, {})[0]?.models.map(({ id }) => id);
		expect(known).toContain('gpt-4o');
		expect(known?.at(-1)).toBe('m');
	});

	it.each([
		[{ baseUrl: 7 }, 'baseUrl'],
		[{ apiKey: 'k', models: [{}] }, 'models[0].id'],
		[{ apiKey: 'k', models: [{ id: 'a', thinking: 'hard' }] }, 'models[0].thinking'],
		[{ endpoints: [] }, 'endpoints'],
		[{ endpoints: { box: { models: ['m'] } } }, 'endpoints.box.baseUrl'],
		[{ endpoints: { ollama: {} } }, 'endpoints.ollama.models'],
		[{ endpoints: { openai: { models: ['m'] } } }, 'endpoints.openai'],
		[
			{ endpoints: { ollama: { models: [{ id: 'a', contextWindow: 0 }] } } },
			'endpoints.ollama.models[0].contextWindow',
		],
	] as [JsonObject, string][])('%j: says which setting makes no sense', (settings, where) => {
		expect(() => readEndpoints(settings, {})).toThrow(`the setting ${where} of the plugin openai makes no sense`);
	});
});

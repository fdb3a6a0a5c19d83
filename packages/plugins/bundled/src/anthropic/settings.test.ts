import type { JsonObject } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { isConfigured, readSettings } from './settings.ts';

describe('settings of the anthropic plugin', () => {
	it('come from the settings, else from the environment', () => {
		const env = { ANTHROPIC_API_KEY: 'env-key', ANTHROPIC_BASE_URL: 'http://env' };
		expect(readSettings({}, env)).toMatchObject({
			key: { kind: 'text', key: 'env-key' },
			baseUrl: 'http://env',
			cache: '5m',
			headers: {},
		});
		expect(
			readSettings({ apiKey: ' set ', baseUrl: 'http://set', cache: 'off', headers: { 'X-Team': 'a' } }, env),
		).toMatchObject({
			key: { kind: 'text', key: 'set' },
			baseUrl: 'http://set',
			cache: 'off',
			headers: { 'x-team': 'a' },
		});
	});

	it('are there with a key or a base URL, and not with empty ones', () => {
		expect(isConfigured(readSettings({}, {}))).toBe(false);
		expect(isConfigured(readSettings({}, { ANTHROPIC_API_KEY: '', ANTHROPIC_BASE_URL: '' }))).toBe(false);
		expect(isConfigured(readSettings({ apiKey: 'k' }, {}))).toBe(true);
		expect(isConfigured(readSettings({ baseUrl: 'http://127.0.0.1:1' }, {}))).toBe(true);
	});

	it('take a token from the environment where there is no key, and a command before both', () => {
		const env = { ANTHROPIC_AUTH_TOKEN: 'env-token' };
		expect(readSettings({}, env).key).toEqual({ kind: 'text', key: 'env-token' });
		expect(readSettings({}, { ...env, ANTHROPIC_API_KEY: 'env-key' }).key).toEqual({ kind: 'text', key: 'env-key' });
		const command = { apiKeyCommand: ['pass', 'show', 'claude'] };
		expect(readSettings(command, env).key).toEqual({ kind: 'command', argv: ['pass', 'show', 'claude'] });
	});

	it('change known models and add others', () => {
		const { models } = readSettings(
			{
				models: [
					{ id: 'claude-haiku-4-5', maxOutputTokens: 1_000, prices: { input: 2, output: 4 } },
					{ id: 'local-7b', name: 'Local', contextWindow: 8_000, thinking: 'budget', capabilities: { images: false } },
				],
			},
			{},
		);
		expect(models.find(({ id }) => id === 'claude-haiku-4-5')).toEqual({
			id: 'claude-haiku-4-5',
			name: 'Claude Haiku 4.5',
			contextWindow: 200_000,
			maxOutputTokens: 1_000,
			capabilities: { thinking: true, images: true, tools: true },
			thinking: { kind: 'budget' },
			prices: { input: 2, output: 4, cacheRead: 2, cacheWrite: 2, cacheWriteHour: 2 },
		});
		expect(models.at(-1)).toEqual({
			id: 'local-7b',
			name: 'Local',
			contextWindow: 8_000,
			maxOutputTokens: 8_192,
			capabilities: { thinking: true, images: false, tools: true },
			thinking: { kind: 'budget' },
		});
	});

	it.each([
		[{ baseUrl: 7 }, 'baseUrl'],
		[{ cache: 'forever' }, 'cache'],
		[{ apiKeyCommand: 'pass show claude' }, 'apiKeyCommand'],
		[{ apiKeyCommand: [] }, 'apiKeyCommand'],
		[{ headers: 'x' }, 'headers'],
		[{ models: {} }, 'models'],
		[{ models: [{}] }, 'models[0].id'],
		[{ models: [{ id: 'a', contextWindow: -1 }] }, 'models[0].contextWindow'],
		[{ models: [{ id: 'a', thinking: 'hard' }] }, 'models[0].thinking'],
		[{ models: [{ id: 'a', prices: { input: 'free' } }] }, 'models[0].prices.input'],
	] as [JsonObject, string][])('%j: says which one makes no sense', (settings, where) => {
		expect(() => readSettings(settings, {})).toThrow(`the setting ${where} of the plugin anthropic makes no sense`);
	});

	it('never show a key that cannot be sent', () => {
		expect(() => readSettings({ apiKey: 'sk-secret\nkey' }, {})).toThrow(
			'the API key has characters that no header can carry',
		);
		expect(() => readSettings({ apiKey: 'sk-secret\nkey' }, {})).not.toThrow('sk-secret');
	});
});

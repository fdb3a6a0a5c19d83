import { createPluginHost } from '@myelin/plugins/host';
import { afterEach, expect, it, vi } from 'vitest';
import { loadPlugins } from './plugin-host.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const variables = [
	'ANTHROPIC_API_KEY',
	'ANTHROPIC_AUTH_TOKEN',
	'ANTHROPIC_BASE_URL',
	'OPENAI_API_KEY',
	'OPENAI_BASE_URL',
];

afterEach(() => vi.unstubAllEnvs());

it.each([
	['nothing', {}, 'demo'],
	['the first', { ANTHROPIC_API_KEY: 'key-of-nobody' }, 'anthropic'],
	['the second', { OPENAI_API_KEY: 'key-of-nobody' }, 'openai'],
	['both', { ANTHROPIC_API_KEY: 'key-of-nobody', OPENAI_API_KEY: 'key-of-nobody' }, 'anthropic'],
])('with %s configured the default model is of the first provider that is: %j', async (_, env, provider) => {
	for (const name of variables) vi.stubEnv(name, '');
	for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
	const host = createPluginHost({ settings: {}, log: silent });
	await loadPlugins(host, { kind: 'none' }, []);
	expect(host.models.defaultModel()?.provider).toBe(provider);
});

import type { Plugin } from '@myelin/plugins';
import { createClientSource } from './client.ts';
import { createAnthropicModel } from './model.ts';
import { type AnthropicSettings, isConfigured, readSettings } from './settings.ts';

/**
 * Registers the models of the Claude API when a key or a base URL is configured. Settings: `baseUrl` and `apiKey` (else ANTHROPIC_BASE_URL and
 * ANTHROPIC_API_KEY), `headers`, `cache` (`5m`, `1h` or `off`) and `models`, entries by `id` that change or extend the known ones.
 */
export const anthropic: Plugin = {
	name: 'anthropic',
	setup(myelin) {
		const settings = readSettings(myelin.settings, process.env);
		if (!isConfigured(settings)) return;
		const client = createClientSource(settings, myelin.log);
		const provider = { client, cache: settings.cache, redact: (text: string) => withoutSecrets(text, settings) };
		for (const entry of settings.models) myelin.registerModel(createAnthropicModel(entry, provider));
	},
};

function withoutSecrets(text: string, { apiKey, headers }: AnthropicSettings): string {
	const secrets = [apiKey, ...Object.values(headers)].filter((value) => value !== undefined && value.length >= 8);
	return secrets.reduce<string>((redacted, secret) => redacted.replaceAll(secret as string, '[secret]'), text);
}

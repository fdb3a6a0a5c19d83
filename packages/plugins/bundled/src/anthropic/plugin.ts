import type { Plugin } from '@myelin/plugins';
import { createClientSource } from '../provider/client-source.ts';
import { createSecrets } from '../provider/secrets.ts';
import { settingsSchema } from '../provider/settings-schema.ts';
import { createClient } from './client.ts';
import { createAnthropicModel } from './model.ts';
import { isConfigured, readSettings } from './settings.ts';

/**
 * Registers the models of the Claude API when a key or a base URL is configured. Settings: `baseUrl` and `apiKey` (else ANTHROPIC_BASE_URL and
 * ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN), `apiKeyCommand` (a command and its arguments that prints the key), `headers`, `cache` (`5m`, `1h` or
 * `off`) and `models`, entries by `id` that change or extend the known ones.
 */
export const anthropic: Plugin = {
	name: 'anthropic',
	settings: settingsSchema((settings) => readSettings(settings, {})),
	setup(myelin) {
		const settings = readSettings(myelin.settings, process.env);
		if (!isConfigured(settings)) return;
		const secrets = createSecrets(Object.values(settings.headers));
		const client = createClientSource(settings.key, secrets, (key) => createClient(settings, key, myelin.log));
		const provider = { client, cache: settings.cache, redact: secrets.redact };
		for (const entry of settings.models) myelin.registerModel(createAnthropicModel(entry, provider));
	},
};

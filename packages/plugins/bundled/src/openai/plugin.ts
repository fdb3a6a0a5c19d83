import type { Plugin } from '@myelin/plugins';
import { createClientSource } from '../provider/client-source.ts';
import { createSecrets } from '../provider/secrets.ts';
import { settingsSchema } from '../provider/settings-schema.ts';
import { createClient } from './client.ts';
import { createOpenAiModel } from './model.ts';
import { readEndpoints } from './settings.ts';

/**
 * Registers models of the OpenAI API, and of any server that speaks chat completions, where a key or a base URL is configured. Settings: `baseUrl` and
 * `apiKey` (else OPENAI_BASE_URL and OPENAI_API_KEY), `apiKeyCommand` (a command and its arguments that prints the key), `headers`, `models` (entries by
 * `id` that change or extend the known ones), and `endpoints`: further servers by name, each with the same settings; the name is the provider of its models.
 */
export const openai: Plugin = {
	name: 'openai',
	settings: settingsSchema((settings) => readEndpoints(settings, {})),
	setup(myelin) {
		for (const endpoint of readEndpoints(myelin.settings, process.env)) {
			const secrets = createSecrets(Object.values(endpoint.headers));
			const client = createClientSource(endpoint.key, secrets, (key) => createClient(endpoint, key, myelin.log));
			for (const entry of endpoint.models) {
				myelin.registerModel(createOpenAiModel(entry, endpoint, client, secrets.redact));
			}
		}
	},
};

import type { Json, JsonObject } from '@myelin/plugins';
import type { KeyOrigin } from '../provider/api-key.ts';
import { settingModels } from '../provider/model-settings.ts';
import { createSettingReader } from '../provider/setting-reader.ts';
import type { ModelEntry, ThinkingStyle } from './model-entry.ts';
import { knownModels } from './models.ts';

/** How long the provider keeps what it has read of a prompt; `off` asks for no cache at all. */
export type CacheLife = '5m' | '1h' | 'off';

/** What the plugin works with. `headers` are sent with every request, names in lower case. */
export interface AnthropicSettings {
	readonly baseUrl: string | undefined;
	readonly key: KeyOrigin;
	readonly headers: Readonly<Record<string, string>>;
	readonly cache: CacheLife;
	readonly models: readonly ModelEntry[];
}

const read = createSettingReader('anthropic');

const thinking: Readonly<Record<string, ThinkingStyle>> = {
	none: { kind: 'none' },
	budget: { kind: 'budget' },
	adaptive: { kind: 'adaptive', off: 'omit' },
};

/**
 * Reads the settings `baseUrl`, `apiKey`, `apiKeyCommand`, `headers`, `cache` and `models`. The environment stands in where they say nothing:
 * ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY and, without a key, ANTHROPIC_AUTH_TOKEN. `models` lists entries by `id` that change or extend the known ones.
 * Throws a `TypeError` that names the setting that makes no sense, never its value.
 */
export function readSettings(settings: JsonObject, env: NodeJS.ProcessEnv): AnthropicSettings {
	return {
		baseUrl: read.url(settings.baseUrl ?? (env.ANTHROPIC_BASE_URL || undefined), 'baseUrl'),
		key: read.key(settings, env.ANTHROPIC_API_KEY || env.ANTHROPIC_AUTH_TOKEN, ''),
		headers: read.headers(settings.headers, 'headers'),
		cache: cacheOf(settings.cache),
		models: settingModels(settings.models, { known: knownModels, unknown: unknownModel, thinking }, read),
	};
}

/** Whether there is anybody to talk to: without a key or a base URL no model is registered. */
export function isConfigured(settings: AnthropicSettings): boolean {
	return settings.key.kind !== 'none' || settings.baseUrl !== undefined;
}

function cacheOf(value: Json | undefined): CacheLife {
	if (value === undefined) return '5m';
	if (value === '5m' || value === '1h' || value === 'off') return value;
	throw read.nonsense('cache', '"5m", "1h" or "off"');
}

function unknownModel(id: string): ModelEntry {
	return {
		id,
		name: id,
		contextWindow: 200_000,
		maxOutputTokens: 8_192,
		capabilities: { thinking: false, images: true, tools: true },
		thinking: { kind: 'none' },
	};
}

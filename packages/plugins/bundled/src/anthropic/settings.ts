import type { Json, JsonObject } from '@myelin/plugins';
import type { ModelEntry, Prices, ThinkingStyle } from './model-entry.ts';
import { knownModels } from './models.ts';

/** How long the provider keeps what it has read of a prompt; `off` asks for no cache at all. */
export type CacheLife = '5m' | '1h' | 'off';

/** What the plugin works with. `headers` are sent with every request, names in lower case. */
export interface AnthropicSettings {
	readonly baseUrl: string | undefined;
	readonly apiKey: string | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly cache: CacheLife;
	readonly models: readonly ModelEntry[];
}

/**
 * Reads the settings `baseUrl`, `apiKey`, `headers`, `cache` and `models`; the environment's ANTHROPIC_BASE_URL and ANTHROPIC_API_KEY stand in for the
 * first two. `models` lists entries by `id` that change or extend the known ones. Throws a `TypeError` that names the setting that makes no sense, never its value.
 */
export function readSettings(settings: JsonObject, env: NodeJS.ProcessEnv): AnthropicSettings {
	return {
		baseUrl: text(settings.baseUrl, 'baseUrl') ?? (env.ANTHROPIC_BASE_URL || undefined),
		apiKey: headerText(text(settings.apiKey, 'apiKey') ?? (env.ANTHROPIC_API_KEY || undefined), 'the API key'),
		headers: headersOf(settings.headers),
		cache: cacheOf(settings.cache),
		models: modelsOf(settings.models),
	};
}

/** Whether there is anybody to talk to: without a key or a base URL no model is registered. */
export function isConfigured(settings: AnthropicSettings): boolean {
	return settings.apiKey !== undefined || settings.baseUrl !== undefined;
}

function headersOf(value: Json | undefined): Record<string, string> {
	if (value === undefined) return {};
	const entries = Object.entries(object(value, 'headers'));
	return Object.fromEntries(
		entries.map(([name, own]) => [
			name.toLowerCase(),
			headerText(text(own, `headers.${name}`), `the header ${name}`) ?? '',
		]),
	);
}

/** What cannot be sent in a header would come back in an error message, secrets included. */
function headerText(value: string | undefined, what: string): string | undefined {
	const trimmed = value?.trim();
	if (trimmed === undefined || /^[\x20-\x7e]*$/.test(trimmed)) return trimmed === '' ? undefined : trimmed;
	throw new TypeError(`${what} has characters that no header can carry; copy it anew`);
}

function cacheOf(value: Json | undefined): CacheLife {
	if (value === undefined) return '5m';
	if (value === '5m' || value === '1h' || value === 'off') return value;
	throw nonsense('cache', '"5m", "1h" or "off"');
}

function modelsOf(value: Json | undefined): readonly ModelEntry[] {
	if (value === undefined) return knownModels;
	if (!Array.isArray(value)) throw nonsense('models', 'a list of models');
	const models = new Map(knownModels.map((entry) => [entry.id, entry]));
	for (const [nth, own] of value.entries()) {
		const where = `models[${nth}]`;
		const given = object(own as Json, where);
		const id = text(given.id, `${where}.id`);
		if (id === undefined) throw nonsense(`${where}.id`, 'the id the provider knows the model by');
		models.set(id, mergedModel(models.get(id) ?? unknownModel(id), given, where));
	}
	return [...models.values()];
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

function mergedModel(known: ModelEntry, given: JsonObject, where: string): ModelEntry {
	const thinking = given.thinking === undefined ? known.thinking : thinkingOf(given.thinking, `${where}.thinking`);
	const capabilities = given.capabilities === undefined ? {} : object(given.capabilities, `${where}.capabilities`);
	const { prices: knownPrices, longPrompt, ...rest } = known;
	const prices = given.prices === undefined ? knownPrices : pricesOf(given.prices, `${where}.prices`);
	return {
		...rest,
		name: text(given.name, `${where}.name`) ?? known.name,
		contextWindow: count(given.contextWindow, `${where}.contextWindow`) ?? known.contextWindow,
		maxOutputTokens: count(given.maxOutputTokens, `${where}.maxOutputTokens`) ?? known.maxOutputTokens,
		capabilities: { ...known.capabilities, ...capabilities, thinking: thinking.kind !== 'none' },
		thinking,
		...(prices === undefined ? {} : { prices }),
		...(longPrompt === undefined || given.prices !== undefined ? {} : { longPrompt }),
	};
}

function thinkingOf(value: Json, where: string): ThinkingStyle {
	switch (value) {
		case 'none':
		case 'budget':
			return { kind: value };
		case 'adaptive':
			return { kind: 'adaptive', off: 'omit' };
		default:
			throw nonsense(where, '"none", "budget" or "adaptive"');
	}
}

function pricesOf(value: Json, where: string): Prices {
	const given = object(value, where);
	const price = (name: keyof Prices, otherwise: number) => {
		const own = given[name];
		if (own === undefined) return otherwise;
		if (typeof own !== 'number' || own < 0) throw nonsense(`${where}.${name}`, 'US dollars per million tokens');
		return own;
	};
	const input = price('input', 0);
	return {
		input,
		output: price('output', 0),
		cacheRead: price('cacheRead', input),
		cacheWrite: price('cacheWrite', input),
		cacheWriteHour: price('cacheWriteHour', input),
	};
}

function text(value: Json | undefined, where: string): string | undefined {
	if (value === undefined || typeof value === 'string') return value;
	throw nonsense(where, 'a text');
}

function count(value: Json | undefined, where: string): number | undefined {
	if (value === undefined) return undefined;
	if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
	throw nonsense(where, 'a number of tokens');
}

function object(value: Json, where: string): JsonObject {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
	throw nonsense(where, 'an object');
}

function nonsense(where: string, wanted: string): TypeError {
	return new TypeError(`the setting ${where} of the plugin anthropic makes no sense; give ${wanted}`);
}

import type { Json, JsonObject } from '@myelin/plugins';
import type { ModelFacts, Prices } from './model-facts.ts';
import type { SettingReader } from './setting-reader.ts';

/** What the setting `models` extends. */
export interface KnownModels<Thinking extends { readonly kind: string }> {
	readonly known: readonly ModelFacts<Thinking>[];
	/** A model that is not known but by its id. */
	unknown(id: string): ModelFacts<Thinking>;
	/** A way to think by the word that a setting has for it. */
	readonly thinking: Readonly<Record<string, Thinking>>;
}

/** The known models, changed and extended by the entries of a setting: what an entry does not say stays as it is known. */
export function settingModels<Thinking extends { readonly kind: string }>(
	value: Json | undefined,
	base: KnownModels<Thinking>,
	read: SettingReader,
	where = 'models',
): readonly ModelFacts<Thinking>[] {
	if (value === undefined) return base.known;
	const models = new Map(base.known.map((entry) => [entry.id, entry]));
	for (const [nth, own] of read.list(value, where).entries()) {
		const place = `${where}[${nth}]`;
		const given = typeof own === 'string' ? { id: own } : read.object(own, place);
		const id = read.text(given.id, `${place}.id`);
		if (id === undefined) throw read.nonsense(`${place}.id`, 'the id the provider knows the model by');
		models.set(id, merged(models.get(id) ?? base.unknown(id), given, base.thinking, read, place));
	}
	return [...models.values()];
}

function merged<Thinking extends { readonly kind: string }>(
	known: ModelFacts<Thinking>,
	given: JsonObject,
	ways: Readonly<Record<string, Thinking>>,
	read: SettingReader,
	where: string,
): ModelFacts<Thinking> {
	const thinking = given.thinking === undefined ? known.thinking : ways[String(given.thinking)];
	if (thinking === undefined) throw read.nonsense(`${where}.thinking`, `one of ${Object.keys(ways).join(', ')}`);
	const capabilities = given.capabilities === undefined ? {} : read.object(given.capabilities, `${where}.capabilities`);
	const { prices: knownPrices, longPrompt, ...rest } = known;
	const prices = given.prices === undefined ? knownPrices : pricesOf(given.prices, read, `${where}.prices`);
	return {
		...rest,
		name: read.text(given.name, `${where}.name`) ?? known.name,
		contextWindow: read.count(given.contextWindow, `${where}.contextWindow`) ?? known.contextWindow,
		maxOutputTokens: read.count(given.maxOutputTokens, `${where}.maxOutputTokens`) ?? known.maxOutputTokens,
		capabilities: { ...known.capabilities, ...capabilities, thinking: thinking.kind !== 'none' },
		thinking,
		...(prices === undefined ? {} : { prices }),
		...(longPrompt === undefined || given.prices !== undefined ? {} : { longPrompt }),
	};
}

function pricesOf(value: Json, read: SettingReader, where: string): Prices {
	const given = read.object(value, where);
	const price = (name: keyof Prices, otherwise: number) => {
		const own = given[name];
		if (own === undefined) return otherwise;
		if (typeof own !== 'number' || own < 0) throw read.nonsense(`${where}.${name}`, 'US dollars per million tokens');
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

import type { JsonObject } from '@myelin/plugins';
import type { KeyOrigin } from '../provider/api-key.ts';
import { isObject, listOf } from '../provider/json-fields.ts';
import { settingModels } from '../provider/model-settings.ts';
import { createSettingReader } from '../provider/setting-reader.ts';
import { type Dialect, dialectFor, knownService } from './dialect.ts';
import type { ModelEntry, ThinkingStyle } from './model-entry.ts';
import { knownModels } from './models.ts';

/** One server and what is to be had from it. `headers` are sent with every request, names in lower case. */
export interface Endpoint {
	/** The provider that its models are named with. */
	readonly provider: string;
	/** The service, as an error names it. */
	readonly service: string;
	/** Absent: the OpenAI API itself. */
	readonly baseUrl: string | undefined;
	readonly key: KeyOrigin;
	readonly headers: Readonly<Record<string, string>>;
	readonly dialect: Dialect;
	readonly models: readonly ModelEntry[];
	/** The ids of models whose output is to be limited in every request: those whose limit was set. */
	readonly limited: ReadonlySet<string>;
}

const read = createSettingReader('openai');

const thinking: Readonly<Record<string, ThinkingStyle>> = {
	none: { kind: 'none' },
	always: { kind: 'always' },
	effort: { kind: 'effort', off: 'omit' },
	reasoning: { kind: 'reasoning' },
	switch: { kind: 'switch' },
	enable: { kind: 'enable' },
};

/**
 * Reads the settings `baseUrl`, `apiKey`, `apiKeyCommand`, `headers` and `models` of the endpoint `openai` (the environment's OPENAI_BASE_URL and
 * OPENAI_API_KEY stand in for the first two), and the same for every further one in `endpoints`, by name. An endpoint that has neither a key nor a base
 * URL is left out. Throws a `TypeError` that names the setting that makes no sense, never its value.
 */
export function readEndpoints(settings: JsonObject, env: NodeJS.ProcessEnv): readonly Endpoint[] {
	const named = settings.endpoints === undefined ? {} : read.object(settings.endpoints, 'endpoints');
	const own = ownEndpoint(settings, env);
	return [
		...(own === undefined ? [] : [own]),
		...Object.entries(named).map(([name, given]) =>
			namedEndpoint(name, read.object(given ?? null, `endpoints.${name}`), env),
		),
	];
}

function ownEndpoint(settings: JsonObject, env: NodeJS.ProcessEnv): Endpoint | undefined {
	const baseUrl = read.url(settings.baseUrl ?? (env.OPENAI_BASE_URL || undefined), 'baseUrl');
	const key = read.key(settings, env.OPENAI_API_KEY, '');
	if (key.kind === 'none' && baseUrl === undefined) return undefined;
	const dialect = dialectFor(baseUrl, 'openai');
	const isElsewhere = baseUrl !== undefined && dialect.limitField === 'max_tokens' && settings.models !== undefined;
	return {
		provider: 'openai',
		service: baseUrl === undefined ? 'the OpenAI API' : 'the endpoint openai',
		baseUrl,
		key,
		dialect,
		...shared(settings, isElsewhere ? [] : knownModels, dialect, ''),
	};
}

function namedEndpoint(name: string, settings: JsonObject, env: NodeJS.ProcessEnv): Endpoint {
	const where = `endpoints.${name}.`;
	if (!/^[\w.-]+$/.test(name) || name === 'openai') throw read.nonsense(`endpoints.${name}`, 'it another name');
	const known = knownService(name);
	const baseUrl = read.url(settings.baseUrl, `${where}baseUrl`) ?? known?.baseUrl;
	if (baseUrl === undefined) throw read.nonsense(`${where}baseUrl`, 'the URL that ends before /chat/completions');
	if (listOf(settings.models).length === 0) {
		throw read.nonsense(`${where}models`, 'a list of the models to use, by their ids');
	}
	const dialect = dialectFor(baseUrl, name);
	const variable = known !== undefined && baseUrl === known.baseUrl ? known.keyVariable : undefined;
	return {
		provider: name,
		service: `the endpoint ${name}`,
		baseUrl,
		key: read.key(settings, variable === undefined ? undefined : env[variable], where),
		dialect,
		...shared(settings, [], dialect, where),
	};
}

function shared(settings: JsonObject, known: readonly ModelEntry[], dialect: Dialect, where: string) {
	const base = { known, thinking, unknown: (id: string) => unknownModel(id, dialect) };
	const limited = listOf(settings.models)
		.filter(isObject)
		.filter((model) => model.maxOutputTokens !== undefined);
	return {
		headers: read.headers(settings.headers, `${where}headers`),
		models: settingModels(settings.models, base, read, `${where}models`),
		limited: new Set(limited.map((model) => String(model.id))),
	};
}

function unknownModel(id: string, dialect: Dialect): ModelEntry {
	return {
		id,
		name: id,
		contextWindow: 128_000,
		maxOutputTokens: 16_384,
		capabilities: { thinking: dialect.thinking.kind !== 'none', images: true, tools: true },
		thinking: dialect.thinking,
	};
}

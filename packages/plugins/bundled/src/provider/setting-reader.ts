import type { Json, JsonObject } from '@myelin/plugins';
import type { KeyOrigin } from './api-key.ts';
import { isObject } from './json-fields.ts';

/** Reads settings of one plugin. Every method throws a `TypeError` that names the setting that makes no sense, never its value. */
export interface SettingReader {
	text(value: Json | undefined, where: string): string | undefined;
	/** The URL of a server; one that holds a user or a password is refused, since it would come back in error messages. */
	url(value: Json | undefined, where: string): string | undefined;
	flag(value: Json | undefined, where: string): boolean | undefined;
	/** Milliseconds, 0 or more. */
	duration(value: Json | undefined, where: string): number | undefined;
	/** A positive whole number. */
	count(value: Json | undefined, where: string): number | undefined;
	object(value: Json, where: string): JsonObject;
	list(value: Json, where: string): readonly Json[];
	/** Headers to send, names in lower case. */
	headers(value: Json | undefined, where: string): Record<string, string>;
	/** A key from `apiKey`, else the command `apiKeyCommand`, else the environment's. */
	key(settings: JsonObject, fromEnvironment: string | undefined, where: string): KeyOrigin;
	/** The error for a setting that is not what is `wanted`. */
	nonsense(where: string, wanted: string): SettingError;
}

/** A setting that makes no sense. */
export class SettingError extends TypeError {
	/** The members that lead to it, joined by dots. */
	readonly where: string;
	readonly wanted: string;

	constructor(plugin: string, where: string, wanted: string) {
		super(`the setting ${where} of the plugin ${plugin} makes no sense; give ${wanted}`);
		this.where = where;
		this.wanted = wanted;
	}
}

/** Makes the reader for a plugin's settings. */
export function createSettingReader(plugin: string): SettingReader {
	const nonsense = (where: string, wanted: string) => new SettingError(plugin, where, wanted);
	const text: SettingReader['text'] = (value, where) => {
		if (value === undefined || typeof value === 'string') return value;
		throw nonsense(where, 'a text');
	};
	const object: SettingReader['object'] = (value, where) => {
		if (isObject(value)) return value;
		throw nonsense(where, 'an object');
	};
	const list: SettingReader['list'] = (value, where) => {
		if (Array.isArray(value)) return value;
		throw nonsense(where, 'a list');
	};
	return {
		text,
		url(value, where) {
			const given = text(value, where);
			if (given === undefined) return undefined;
			const parsed = URL.canParse(given) ? new URL(given) : undefined;
			if (parsed !== undefined && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '')
				return given;
			throw nonsense(where, 'a URL of http or https without a user or password (those go into apiKey or headers)');
		},
		object,
		list,
		nonsense,
		flag(value, where) {
			if (value === undefined || typeof value === 'boolean') return value;
			throw nonsense(where, 'true or false');
		},
		duration(value, where) {
			if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
			throw nonsense(where, 'a number of milliseconds');
		},
		count(value, where) {
			if (value === undefined) return undefined;
			if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
			throw nonsense(where, 'a whole number above 0');
		},
		headers(value, where) {
			const entries = value === undefined ? [] : Object.entries(object(value, where));
			const sent = entries.map(([name, own]) => [
				name.toLowerCase(),
				headerText(text(own, `${where}.${name}`), `the header ${name}`) ?? '',
			]);
			return Object.fromEntries(sent);
		},
		key(settings, fromEnvironment, where) {
			const own = headerText(text(settings.apiKey, `${where}apiKey`), 'the API key');
			if (own !== undefined) return { kind: 'text', key: own };
			if (settings.apiKeyCommand !== undefined) {
				const argv = list(settings.apiKeyCommand, `${where}apiKeyCommand`).filter((word) => typeof word === 'string');
				if (argv.length > 0) return { kind: 'command', argv };
				throw nonsense(`${where}apiKeyCommand`, 'a command and its arguments as a list of texts');
			}
			const found = headerText(fromEnvironment, 'the API key');
			return found === undefined ? { kind: 'none' } : { kind: 'text', key: found };
		},
	};
}

/** What cannot be sent in a header would come back in an error message, secrets included. */
function headerText(value: string | undefined, what: string): string | undefined {
	const trimmed = value?.trim();
	if (trimmed === undefined || /^[\x20-\x7e]*$/.test(trimmed)) return trimmed === '' ? undefined : trimmed;
	throw new TypeError(`${what} has characters that no header can carry; copy it anew`);
}

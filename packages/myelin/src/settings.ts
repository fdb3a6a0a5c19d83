import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { errorText, type JsonObject, type ModelRef } from '@myelin/core';
import type { SettingIssue } from '@myelin/plugins/host';
import type { SessionDefaults } from '@myelin/rpc-server';
import { type PluginEntry, pluginEntry } from './plugin-entry.ts';
import {
	type Fault,
	type MemoryWish,
	memorySetting,
	sessionSettingNames,
	sessionSettings,
} from './session-settings.ts';
import { settingFault } from './settings-error.ts';

/** What a person sets once, in a file. */
export interface Settings {
	/** The model of sessions that ask for none. */
	readonly model?: ModelRef;
	/** What sessions get that do not ask for it themselves; absent if nothing is set. */
	readonly sessions?: SessionDefaults;
	/** Whether sessions remember; absent if nothing is set. */
	readonly memory?: MemoryWish;
	/** Plugins to load, in this order. */
	readonly plugins: readonly PluginEntry[];
	/** Each plugin's part, by its name. */
	readonly pluginSettings: Readonly<Record<string, JsonObject>>;
}

/** The person's own settings file: `myelin/settings.json` in the XDG configuration folder. */
export function userSettingsPath(env: NodeJS.ProcessEnv): string {
	return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'myelin', 'settings.json');
}

/** The file that settings are in, `path` or the person's own: an absolute path. */
export function settingsPath(path: string | undefined, env: NodeJS.ProcessEnv): string {
	return resolve(path ?? userSettingsPath(env));
}

/**
 * Reads settings from `path`, or the person's own if none is named; those may be absent. Throws with the file, what was
 * found there and what belongs there.
 */
export function loadSettings(path: string | undefined, env: NodeJS.ProcessEnv): Settings {
	const file = settingsPath(path, env);
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
	} catch (error) {
		if (path === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT')
			return { plugins: [], pluginSettings: {} };
		throw new Error(`cannot read the settings ${file}: ${errorText(error)}`);
	}
	return parseSettings(text, file);
}

/** Settings from the text of the file `file`; plugin paths in it are relative to its folder. */
export function parseSettings(text: string, file: string): Settings {
	let value: unknown;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		throw new Error(`the settings ${file} are not JSON: ${errorText(error)}`);
	}
	const all = objectAt(value, [], file);
	const { model, plugins = [], pluginSettings = {}, memory, ...others } = all;
	const stranger = Object.keys(others).find((name) => !sessionSettingNames.includes(name));
	if (stranger !== undefined)
		throw fault(
			file,
			[stranger],
			`no such setting; there are model, plugins, pluginSettings, ${sessionSettingNames.join(', ')}, memory`,
			all[stranger],
		);
	if (!Array.isArray(plugins)) throw fault(file, ['plugins'], 'a list of plugins', plugins);
	const faultAt: Fault = (where, expected, found) => fault(file, where.split('.'), expected, found);
	const sessions = sessionSettings(others, faultAt);
	return {
		...(model === undefined ? {} : { model: modelRef(model, file) }),
		...(Object.keys(sessions).length === 0 ? {} : { sessions }),
		...(memory === undefined ? {} : { memory: memorySetting(memory, faultAt) }),
		plugins: plugins.map((entry, place) => entryAt(entry, place, file)),
		pluginSettings: Object.fromEntries(
			Object.entries(objectAt(pluginSettings, ['pluginSettings'], file)).map(([name, part]) => [
				name,
				objectAt(part, ['pluginSettings', name], file) as JsonObject,
			]),
		),
	};
}

/** A model as a person writes it: `provider/id`. */
export function modelRef(text: unknown, file: string): ModelRef {
	const slash = typeof text === 'string' ? text.indexOf('/') : -1;
	if (typeof text !== 'string' || slash < 1 || slash === text.length - 1)
		throw fault(file, ['model'], 'a text like "provider/id"', text);
	return { provider: text.slice(0, slash), id: text.slice(slash + 1) };
}

function entryAt(entry: unknown, place: number, file: string): PluginEntry {
	try {
		return pluginEntry(entry, dirname(file));
	} catch (error) {
		throw settingFault(['plugins', place], errorText(error), `${file}: `);
	}
}

function objectAt(value: unknown, path: SettingIssue['path'], file: string): Record<string, unknown> {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
	throw fault(file, path, 'an object', value);
}

function fault(file: string, path: SettingIssue['path'], expected: string, found: unknown): Error {
	return settingFault(path, `expected ${expected}, found ${JSON.stringify(found)?.slice(0, 100)}`, `${file}: `);
}

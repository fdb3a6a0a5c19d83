import { type Issue, isSecretName, issueText, type JsonObject, standardSchemaCheck } from '@myelin/core';
import { HostError } from './errors.ts';
import type { Plugin } from './plugin.ts';

/** The settings of plugins, as their schemas have them. */
export interface PluginSettings {
	/** As `checkedSettings`, and remembers the plugin. */
	checked(plugin: Plugin, given: JsonObject): Promise<JsonObject>;
	/** Whether the plugin that was last set up under a name would take these: rejects as `checked` does. */
	check(name: string, given: JsonObject): Promise<void>;
}

/** Knows no plugin yet. */
export function createPluginSettings(): PluginSettings {
	const known = new Map<string, Plugin>();
	return {
		checked(plugin, given) {
			known.set(plugin.name, plugin);
			return checkedSettings(plugin, given);
		},
		async check(name, given) {
			const plugin = known.get(name);
			if (plugin !== undefined) await checkedSettings(plugin, given);
		},
	};
}

/** A plugin's part of the settings, as its schema has it. Rejects with `HostError`, `INVALID_SETTINGS`, naming every fault and no secret. */
export async function checkedSettings({ name, settings: schema }: Plugin, given: JsonObject): Promise<JsonObject> {
	if (schema === undefined) return given;
	const checked = await standardSchemaCheck(schema)(given);
	if (checked.issues === undefined) return checked.args;
	const whole = `pluginSettings.${name}`;
	const issues = checked.issues.map((issue) => ({
		path: ['pluginSettings', name, ...issue.path],
		message: faultText(given, issue, whole),
	}));
	const faults = issues.map(({ message }) => message).join('; ');
	throw new HostError('INVALID_SETTINGS', `${whole} does not fit: ${faults}`, undefined, issues);
}

/** A message goes into logs and to clients: what lies under a secret's name is not in it. */
function faultText(given: JsonObject, issue: Issue, whole: string): string {
	if (!issue.path.some((key) => isSecretName(String(key)))) return issueText(given, issue, whole);
	return `${issue.path.join('.')}: ${issue.expected}, found something else`;
}

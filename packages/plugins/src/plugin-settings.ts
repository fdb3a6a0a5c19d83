import { issueText, type JsonObject, standardSchemaCheck } from '@myelin/core';
import { HostError } from './errors.ts';
import type { Plugin } from './plugin.ts';

/** A plugin's part of the settings, as its schema has it. Rejects with `HostError`, `INVALID_SETTINGS`, naming every fault. */
export async function checkedSettings({ name, settings: schema }: Plugin, given: JsonObject): Promise<JsonObject> {
	if (schema === undefined) return given;
	const checked = await standardSchemaCheck(schema)(given);
	if (checked.issues === undefined) return checked.args;
	const faults = checked.issues.map((issue) => issueText(given, issue, `pluginSettings.${name}`));
	throw new HostError('INVALID_SETTINGS', `pluginSettings.${name} does not fit: ${faults.join('; ')}`);
}

import { statSync } from 'node:fs';
import { errorText } from '@myelin/core';
import type { PluginHost } from '@myelin/plugins/host';
import type { PluginEntry } from './plugin-entry.ts';
import type { Settings } from './settings.ts';
import { settingFault } from './settings-error.ts';

/** What a check needs of the host. */
export type SettingsJudge = Pick<PluginHost, 'models' | 'checkSettings'>;

/**
 * Whether a change of settings would be taken at the next start: by the plugins whose part it is, by the models that there are, by the files
 * that are to be loaded. Rejects with the reason. `names` lead to what was changed; what a person wrote beside it is not judged.
 */
export async function checkChange(names: readonly string[], changed: Settings, host: SettingsJudge): Promise<void> {
	const [top, plugin] = names;
	switch (top) {
		case 'model':
			return checkModel(changed, host);
		case 'plugins':
			return changed.plugins.forEach(checkEntry);
		case 'pluginSettings': {
			const parts = Object.entries(changed.pluginSettings).filter(([name]) => plugin === undefined || name === plugin);
			for (const [name, part] of parts) await host.checkSettings(name, part);
		}
	}
}

function checkModel({ model }: Settings, { models }: SettingsJudge): void {
	if (model === undefined || models.find(model) !== undefined) return;
	const names = models.list().map(({ provider, id }) => `${provider}/${id}`);
	throw settingFault(['model'], `there is no ${model.provider}/${model.id}; there are ${names.join(', ') || 'none'}`);
}

function checkEntry(entry: PluginEntry, place: number): void {
	if (entry.kind === 'program' || entry.onFailure === 'allow') return;
	try {
		statSync(entry.path);
	} catch (error) {
		throw settingFault(['plugins', place], `${entry.path} cannot be loaded: ${errorText(error)}`);
	}
}

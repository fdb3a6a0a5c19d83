import { errorText, type JsonObject } from '@myelin/core';
import type { QuestionAsker } from '@myelin/session';
import type { PluginApi } from './plugin.ts';
import { createPluginApi, type Registries } from './plugin-api.ts';
import type { PluginNews } from './plugin-news.ts';
import type { PluginRecord } from './plugin-record.ts';
import { quarantine } from './quarantine.ts';
import type { Reports } from './reports.ts';
import { toolContext } from './tool-context.ts';

/** Where all plugins register, and who hears of what goes wrong outside a session's call. */
export interface ApiPorts extends Pick<Registries, 'hooks' | 'tools' | 'models' | 'commands' | 'log' | 'release'> {
	readonly clock: Registries['timers']['clock'];
	readonly news: PluginNews;
	readonly reports: Reports;
	readonly questions: QuestionAsker | undefined;
}

/** Makes what a plugin is given, as `createPluginApi` says. */
export function createPluginApis(ports: ApiPorts): (plugin: PluginRecord, settings: JsonObject) => PluginApi {
	const { clock, news, reports, questions, ...registries } = ports;
	return (plugin, settings) =>
		createPluginApi(plugin, settings, {
			...registries,
			timers: {
				clock,
				failed: (thrown) => news.failure(plugin, 'timer', errorText(thrown)),
				gaveUp: (why) => quarantine(plugin, why, news),
			},
			previewLate: (message) => news.failure(plugin, 'preview', message),
			toolContext: ({ name }, context) => toolContext(name, context, { reports, questions }),
		});
}

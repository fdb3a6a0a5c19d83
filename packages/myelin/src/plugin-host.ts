import type { Logger, Plugin } from '@myelin/plugins';
import { createPluginHost, type PluginHost } from '@myelin/plugins/host';
import type { Settings } from './settings.ts';

/** A host with the bundled plugins and those that the settings and the command line name, in this order. A plugin that fails harms no other. */
export async function startHost(settings: Settings, more: readonly string[], log: Logger): Promise<PluginHost> {
	const host = createPluginHost({ settings, log });
	host.onReport((report) => {
		if (report.type === 'plugin_error')
			log.error(`plugin ${report.plugin} failed in ${report.hook}: ${report.message}`);
	});
	for (const plugin of await bundledPlugins()) await host.add(plugin, 'bundled');
	for (const path of [...settings.plugins, ...more]) await host.load(path);
	return host;
}

async function bundledPlugins(): Promise<readonly Plugin[]> {
	const { anthropic, codingTools, demoModel } = await import('@myelin/bundled');
	return [anthropic, demoModel, codingTools];
}

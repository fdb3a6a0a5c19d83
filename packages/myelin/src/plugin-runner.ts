import { Myelin } from '@myelin/client';
import { errorText, type JsonObject } from '@myelin/core';
import { checkedSettings, loadPlugin, pluginOf } from '@myelin/plugins/host';
import { createIsolatedApi } from './isolated-api.ts';

/** Runs the plugin of one file in this process, for the server that started it: `plugin-runner.cjs FILE NAME`. */
async function main([file = '', name = '']: readonly string[]): Promise<void> {
	const myelin = await Myelin.connectStdio({ clientInfo: { name } });
	const plugin = pluginOf(await loadPlugin(file), file);
	if (plugin.name !== name)
		throw new Error(
			`${file} is the plugin ${plugin.name} and was started as ${name}; write "name": "${plugin.name}" beside its path`,
		);
	const { settings = {} } = (myelin.server.capabilities.plugin ?? {}) as { settings?: JsonObject };
	await plugin.setup(createIsolatedApi(myelin, await checkedSettings(plugin, settings)));
	await myelin.serve();
}

main(process.argv.slice(2)).then(
	() => process.exit(0),
	(error: unknown) => {
		process.stderr.write(`${errorText(error)}\n`, () => process.exit(1));
	},
);

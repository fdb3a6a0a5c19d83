import { isAbsolute } from 'node:path';
import type { PluginInfo } from '@myelin/plugins/host';
import type { Client } from '../client.ts';
import { ServerError } from '../errors.ts';
import type { Params, Result } from '../methods.ts';

/** The plugins and their state. */
export function list(_params: Params<'plugins/list'>, client: Client): Result<'plugins/list'> {
	return { plugins: client.parts.host.list().map(wirePlugin) };
}

/** Loads a plugin; one that cannot be set up is answered as `failed`, and has left nothing behind. */
export async function load({ path }: Params<'plugins/load'>, client: Client): Promise<Result<'plugins/load'>> {
	if (!isAbsolute(path))
		throw new ServerError(
			'INVALID_PARAMS',
			`plugins/load needs a plugin with an absolute path, and this is ${JSON.stringify(path)}`,
		);
	return { plugin: wirePlugin(await client.parts.host.load(path)) };
}

/** Loads a plugin anew, with whatever its file has become; its guards deny meanwhile. */
export async function reload({ name }: Params<'plugins/reload'>, client: Client): Promise<Result<'plugins/reload'>> {
	return { plugin: wirePlugin(await client.parts.host.reload(name)) };
}

/** Takes a plugin out. */
export async function unload({ name }: Params<'plugins/unload'>, client: Client): Promise<Result<'plugins/unload'>> {
	await client.parts.host.unload(name);
	return {};
}

function wirePlugin(plugin: PluginInfo): Result<'plugins/list'>['plugins'][number] {
	return { ...plugin, hooks: [...plugin.hooks] };
}

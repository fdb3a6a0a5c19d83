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
	assertPath('plugins/load', path);
	return { plugin: wirePlugin(await client.parts.host.load(path)) };
}

/** Takes a plugin out and loads it again, with whatever its file has become. */
export async function reload({ name }: Params<'plugins/reload'>, client: Client): Promise<Result<'plugins/reload'>> {
	const { host } = client.parts;
	const loaded = host.list().findLast((plugin) => plugin.name === name && plugin.status !== 'unloaded');
	if (loaded !== undefined) assertPath('plugins/reload', loaded.source);
	await host.unload(name);
	return { plugin: wirePlugin(await host.load(loaded?.source ?? '')) };
}

/** Takes a plugin out. */
export async function unload({ name }: Params<'plugins/unload'>, client: Client): Promise<Result<'plugins/unload'>> {
	await client.parts.host.unload(name);
	return {};
}

function assertPath(method: string, path: string): void {
	if (isAbsolute(path)) return;
	throw new ServerError(
		'INVALID_PARAMS',
		`${method} needs a plugin with an absolute path, and this comes from ${JSON.stringify(path)}`,
	);
}

function wirePlugin(plugin: PluginInfo): Result<'plugins/list'>['plugins'][number] {
	return { ...plugin, hooks: [...plugin.hooks] };
}

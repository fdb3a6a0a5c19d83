import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { isRecord } from './message-check.ts';
import { needsModuleHooks, registerModuleHooks, withMark } from './module-hooks.ts';
import { pluginFile } from './plugin-file.ts';

/** How many times each file has been loaded by this process: a file is read again when it is loaded again. */
const loads = new Map<string, number>();

/** What the plugin at a path exports as default. Rejects with what went wrong. */
export async function loadPlugin(path: string): Promise<unknown> {
	const file = await pluginFile(path);
	const time = (loads.get(file) ?? 0) + 1;
	loads.set(file, time);
	const url = pathToFileURL(file);
	if (needsModuleHooks(file, await readFile(file, 'utf8'))) {
		registerModuleHooks();
		withMark(url, time);
	} else if (time > 1) {
		url.searchParams.set('load', String(time));
	}
	const { importModule } = await import('./import-module.ts');
	return defaultOf(await importModule(url.href));
}

/** A compiled module may hold its default in a default. */
function defaultOf(exported: unknown): unknown {
	if (!isRecord(exported) || !('default' in exported)) return exported;
	const inner = exported.default;
	return isRecord(inner) && inner.__esModule === true ? inner.default : inner;
}

import { readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isRecord } from '@myelin/core';
import { needsModuleHooks, registerModuleHooks, withMark } from './module-hooks.ts';
import { pluginFile } from './plugin-file.ts';

/** How many times each file has been loaded by this process: a file is read again when it is loaded again. */
const loads = new Map<string, number>();
/** Files that turned out to be CommonJS. */
const required = new Set<string>();

/** What the plugin at a path exports as default. Rejects with what went wrong. */
export async function loadPlugin(path: string): Promise<unknown> {
	const file = await pluginFile(path);
	const time = (loads.get(file) ?? 0) + 1;
	loads.set(file, time);
	try {
		return defaultOf(await (time > 1 ? loadAnew(file, time) : loadFirst(file, time)));
	} catch (thrown) {
		const { placedError } = await import('./syntax-place.ts');
		throw await placedError(thrown, file);
	}
}

async function loadFirst(file: string, time: number): Promise<unknown> {
	return needsModuleHooks(file, await readFile(file, 'utf8'))
		? importMarked(file, time)
		: importUrl(pathToFileURL(file));
}

/** With all that it imports by relative paths: the mark is handed on to those, and what is required is forgotten. */
async function loadAnew(file: string, time: number): Promise<unknown> {
	const real = await realpath(file);
	const require = createRequire(import.meta.url);
	if (real in require.cache) required.add(file);
	forgetRequired(dirname(real), require.cache);
	return required.has(file) ? require(real) : importMarked(file, time);
}

async function importMarked(file: string, time: number): Promise<unknown> {
	const url = pathToFileURL(file);
	registerModuleHooks();
	withMark(url, time);
	return importUrl(url);
}

async function importUrl({ href }: URL): Promise<unknown> {
	const { importModule } = await import('./import-module.ts');
	return importModule(href);
}

/** What was required from a plugin's folder is read anew: packages are not, and this program's own modules are not the plugin's. */
function forgetRequired(folder: string, cache: NodeJS.Dict<NodeModule>): void {
	const own = dirname(fileURLToPath(import.meta.url)) + sep;
	for (const file of Object.keys(cache)) {
		if (!file.startsWith(folder + sep) || file.startsWith(own)) continue;
		if (!file.slice(folder.length).includes(`${sep}node_modules${sep}`)) delete cache[file];
	}
}

/** A compiled module may hold its default in a default. */
function defaultOf(exported: unknown): unknown {
	if (!isRecord(exported) || !('default' in exported)) return exported;
	const inner = exported.default;
	return isRecord(inner) && inner.__esModule === true ? inner.default : inner;
}

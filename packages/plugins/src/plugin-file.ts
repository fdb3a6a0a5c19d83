import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';
import { isRecord } from '@myelin/core';
import { HostError } from './errors.ts';

const extensions: ReadonlySet<string> = new Set(['.js', '.mjs', '.cjs', '.ts', '.mts']);
const indexFiles = ['index.ts', 'index.mts', 'index.js', 'index.mjs', 'index.cjs'];
const packagePath = /^(.*)\/node_modules\/((?:@[^/]+\/)?[^/]+)$/;
const conditions = ['import', 'node', 'default', 'require'];

/**
 * The file that a plugin's path means: itself, or a folder's entry: `exports` or `main` of its package.json, else its index file.
 * Rejects with `HostError`, `FILE_NOT_FOUND`, also for a named entry that is not there, unless that may come later.
 */
export async function pluginFile(path: string, mayCome = false): Promise<string> {
	const absolute = resolve(path);
	const found = await stat(absolute).catch((thrown: unknown) => thrown as NodeJS.ErrnoException);
	if (found instanceof Error) {
		const [, folder, name] = packagePath.exec(absolute) ?? [];
		if (found.code !== 'ENOENT' || folder === undefined || name === undefined)
			throw missing(`${path} cannot be read`, found);
		const above = packageFolder(name, folder);
		if (above === undefined) throw noPackage(name, folder);
		return pluginFile(above, mayCome);
	}
	if (!found.isDirectory()) {
		if (extensions.has(extname(absolute))) return absolute;
		throw missing(`${path} is no plugin: its name must end in ${[...extensions].join(', ')}`);
	}
	const named = await packageEntry(absolute);
	if (named !== undefined) return entryFile(absolute, named, mayCome);
	for (const name of indexFiles) if (await isFile(join(absolute, name))) return join(absolute, name);
	throw missing(`${path} holds no plugin: neither a package.json with exports or main, nor ${indexFiles.join(', ')}`);
}

/** What a package.json names, as Node reads it: a file, one without its ending, or a folder with an index file. */
async function entryFile(folder: string, named: string, mayCome: boolean): Promise<string> {
	const path = join(folder, named);
	const places = [
		path,
		...[...extensions].map((ending) => path + ending),
		...indexFiles.map((name) => join(path, name)),
	];
	for (const place of places) if (await isFile(place)) return place;
	if (mayCome) return path;
	throw missing(
		`${join(folder, 'package.json')} names ${named}, and neither that nor an index file in it is there; write the path of the plugin's file, with its ending`,
		new Error(`${path} is no file`),
	);
}

/** Whether what is at a path is meant to be a plugin: a file by its ending, a folder by its entry, also by one that cannot be read. */
export async function holdsPlugin(path: string): Promise<boolean> {
	try {
		return (await pluginFile(path)) !== undefined;
	} catch (thrown) {
		return thrown instanceof HostError && thrown.cause !== undefined;
	}
}

/** Where Node finds a package: in the `node_modules` of a folder, or of the nearest one above that has it. */
export function packageFolder(name: string, folder: string): string | undefined {
	return packagePlaces(name, folder).find((place) => existsSync(place));
}

function packagePlaces(name: string, folder: string): readonly string[] {
	const place = join(folder, 'node_modules', name);
	return folder === dirname(folder) ? [place] : [place, ...packagePlaces(name, dirname(folder))];
}

function noPackage(name: string, folder: string): HostError {
	const looked = packagePlaces(name, folder).join(', ');
	return missing(
		`there is no package ${name}: looked for ${looked}; install it, or name a file or folder by a path that begins with ./ or /`,
	);
}

async function packageEntry(folder: string): Promise<string | undefined> {
	const file = join(folder, 'package.json');
	if (!(await isFile(file))) return undefined;
	let manifest: unknown;
	try {
		manifest = JSON.parse(await readFile(file, 'utf8'));
	} catch (thrown) {
		throw missing(`${file} is not JSON`, thrown);
	}
	if (!isRecord(manifest)) return undefined;
	return exportedFile(manifest.exports) ?? (typeof manifest.main === 'string' ? manifest.main : undefined);
}

/** What `exports` names for an import of the package itself. */
function exportedFile(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry;
	if (!isRecord(entry)) return undefined;
	if ('.' in entry) return exportedFile(entry['.']);
	for (const condition of conditions) {
		const file = exportedFile(entry[condition]);
		if (file !== undefined) return file;
	}
	return undefined;
}

async function isFile(path: string): Promise<boolean> {
	const found = await stat(path).catch(() => undefined);
	return found?.isFile() ?? false;
}

function missing(message: string, cause?: unknown): HostError {
	return new HostError('FILE_NOT_FOUND', message, cause);
}

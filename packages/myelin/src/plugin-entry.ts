import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { nameFromSource, type PluginProgram, packageFolder } from '@myelin/plugins/host';

/** A plugin as settings and the command line name it: a file, folder or package for this process, or a program for one of its own. */
export type PluginEntry = Place & {
	/** `allow`: tools run although this plugin could not be loaded; else they do not, since it may be a guard. */
	readonly onFailure?: 'allow';
};

type Place =
	| { readonly kind: 'file'; readonly path: string }
	| { readonly kind: 'isolated'; readonly name: string; readonly path: string }
	| ({ readonly kind: 'program' } & PluginProgram);

const forms =
	'a path, { "path": …, "isolation": "process" } or { "command": ["program", …] }, with "onFailure": "allow" if it may be missing';

/** Reads one entry; paths in it, and a program's working folder, are relative to `folder`. Throws with what was found and what belongs there. */
export function pluginEntry(value: unknown, folder: string): PluginEntry {
	if (typeof value === 'string' && value !== '') return { kind: 'file', path: placeNamed(value, folder) };
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault(value);
	const { onFailure, ...place } = value as Record<string, unknown>;
	if (onFailure === undefined) return placeOf(place, folder);
	if (onFailure !== 'allow') throw fault(value);
	return { ...placeOf(place, folder), onFailure };
}

function placeOf(value: Record<string, unknown>, folder: string): Place {
	const { path, isolation, command, name, ...unknown } = value;
	if (Object.keys(unknown).length > 0 || (name !== undefined && typeof name !== 'string')) throw fault(value);
	if (typeof path === 'string' && path !== '' && command === undefined) {
		const file = placeNamed(path, folder);
		if (isolation === 'process') return { kind: 'isolated', name: name ?? nameFromSource(undefined, file), path: file };
		if (isolation === undefined && name === undefined) return { kind: 'file', path: file };
	}
	if (isCommand(command) && path === undefined && isolation === undefined)
		return { kind: 'program', name: name ?? nameOf(command), command, cwd: folder };
	throw fault(value);
}

const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** A path, or the folder of a package of this name; what is there as a path is one. A package that is nowhere is told of when it is loaded. */
function placeNamed(text: string, folder: string): string {
	const path = resolve(folder, text);
	const isPackage = packageName.test(text) && !/\.[cm]?[jt]s$/.test(text) && !existsSync(path);
	return isPackage ? (packageFolder(text, folder) ?? join(folder, 'node_modules', text)) : path;
}

/** The program that runs the plugin of a file in a process of its own: it lies beside the program that this process runs. */
export function isolatedProgram({ name, path }: PluginEntry & { kind: 'isolated' }): PluginProgram {
	const folder = dirname(path);
	const runner = join(dirname(realpathSync(process.argv[1] ?? '')), 'plugin-runner.cjs');
	return { name, command: [process.execPath, runner, path, name], cwd: existsSync(folder) ? folder : process.cwd() };
}

function isCommand(value: unknown): value is readonly [string, ...string[]] {
	return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string' && word !== '');
}

/** By the script that an interpreter is given, else by the program. */
function nameOf([program, ...args]: readonly [string, ...string[]]): string {
	const script = args.find((argument) => !argument.startsWith('-')) ?? program;
	return nameFromSource(undefined, script)
		.replace(/\.\w+$/, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');
}

function fault(found: unknown): Error {
	return new Error(`expected ${forms}, found ${JSON.stringify(found)?.slice(0, 100)}`);
}

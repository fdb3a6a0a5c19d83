import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord } from '@myelin/core';
import { HostError } from './errors.ts';
import { isInside } from './folder-content.ts';
import { importedFile, importsOf } from './imports.ts';

const code = /\.[cm]?[jt]sx?$/;

/**
 * Follows what files in a folder import, and rejects with `HostError`, `UNTRUSTABLE`, when something lies outside of it: whoever pinned
 * the folder would not see it change. What a plugin puts together as it runs, and what is in no file of JavaScript or TypeScript, is not seen.
 */
export async function assertPinned(folder: string, files: readonly string[]): Promise<void> {
	const root = await realpath(folder);
	const seen = new Set<string>();
	const follow = async (path: string, by: string): Promise<void> => {
		if (!isInside(root, path)) throw outside(root, `${by} ${JSON.stringify(path)}`);
		const file = await importedFile(path);
		if (file === undefined) return;
		if (!isInside(root, file)) throw outside(root, `${by} ${JSON.stringify(file)}`);
		if (seen.has(file) || !code.test(file)) return;
		seen.add(file);
		const text = await readFile(file, 'utf8').catch(() => '');
		for (const wanted of importsOf(text, extname(file))) await followImport(wanted, file, follow, seen, root);
	};
	for (const file of files)
		await follow(resolve(root, relative(resolve(folder), resolve(folder, file))), 'the settings name');
}

async function followImport(
	wanted: string,
	file: string,
	follow: (path: string, by: string) => Promise<void>,
	seen: Set<string>,
	root: string,
): Promise<void> {
	const by = `${file} imports`;
	if (/^\.{0,2}\//.test(wanted) || /^\.{1,2}$/.test(wanted)) return follow(resolve(dirname(file), wanted), by);
	if (wanted.startsWith('file:')) return follow(fileURLToPath(wanted), by);
	if (wanted.startsWith('#')) {
		const manifest = above(file, 'package.json');
		if (manifest !== undefined && !isInside(root, manifest))
			throw outside(root, `${by} ${wanted} by way of ${manifest}`);
		return;
	}
	if (wanted === '@myelin/plugins' || isBuiltin(wanted) || /^[a-z]+:/.test(wanted)) return;
	await followPackage(/^(@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? wanted, file, by, seen, root);
}

/** A package lies where Node finds it, with all that it says it needs. One that is nowhere fails by itself. */
async function followPackage(name: string, from: string, by: string, seen: Set<string>, root: string): Promise<void> {
	const found = above(from, `node_modules/${name}`);
	if (found === undefined) return;
	const remedy = `install it there, with npm install --prefix ${root} ${name}`;
	if (!isInside(root, found)) throw outside(root, `${by} the package ${name}, which is ${found}`, remedy);
	const folder = await realpath(found);
	if (seen.has(folder)) return;
	seen.add(folder);
	const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}'));
	if (!isRecord(manifest)) return;
	for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies']) {
		const needed = manifest[kind];
		for (const other of isRecord(needed) ? Object.keys(needed) : [])
			await followPackage(other, join(folder, 'package.json'), `the package ${name} needs`, seen, root);
	}
}

/** The nearest file or folder of this name beside a file or above it. */
function above(file: string, name: string): string | undefined {
	for (let folder = dirname(file); ; folder = dirname(folder)) {
		if (existsSync(join(folder, name))) return join(folder, name);
		if (folder === dirname(folder)) return undefined;
	}
}

function outside(root: string, what: string, remedy = 'move it there'): HostError {
	return new HostError(
		'UNTRUSTABLE',
		`${what}, outside ${root}: it could change unseen by whoever trusted the folder; ${remedy}, or name the plugin in your own settings`,
	);
}

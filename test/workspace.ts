import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readSource } from './layering/read-source.ts';
import type { SourceFile, WorkspacePackage } from './layering/rules.ts';

const root = join(import.meta.dirname, '..');

/** The folders of every workspace package, in the order of `pnpm-workspace.yaml`; `x/*` stands for each folder of x. */
export function packageFolders(): string[] {
	const yaml = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
	const list = /^packages:\n((?: +- .+\n)+)/m.exec(yaml)?.[1] ?? '';
	const patterns = [...list.matchAll(/- ["']?([^"'\n]+)/g)].map((match) => match[1] ?? '');
	const folders = patterns.flatMap((pattern) => {
		if (!pattern.endsWith('/*')) return [pattern];
		const parent = pattern.slice(0, -2);
		return readdirSync(join(root, parent)).map((name) => `${parent}/${name}`);
	});
	return folders.filter((folder) => existsSync(join(root, folder, 'package.json')));
}

/** Reads a JSON file of the repository. */
export function readJson<T>(path: string): T {
	return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}

interface PackageJson {
	name: string;
	exports?: Record<string, unknown>;
	dependencies?: Record<string, string>;
	devDependencies?: Record<string, string>;
}

/** A package as the rules see it. */
export function readPackage(folder: string): WorkspacePackage {
	const json = readJson<PackageJson>(`${folder}/package.json`);
	return {
		folder,
		name: json.name,
		entries: Object.keys(json.exports ?? {}).map((entry) => json.name + entry.slice(1)),
		dependencies: Object.keys({ ...json.dependencies, ...json.devDependencies }),
	};
}

/** Every TypeScript file of a package but for what is installed or built. */
export function readSources(folder: string): SourceFile[] {
	return filesBelow(join(root, folder)).map((file) => {
		const path = relative(root, file).replaceAll('\\', '/');
		return { path, ...readSource(path, readFileSync(file, 'utf8')) };
	});
}

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) {
			const foreign = ['node_modules', 'dist'].includes(entry.name) || existsSync(join(path, 'package.json'));
			return foreign ? [] : filesBelow(path);
		}
		return /\.[cm]?ts$/.test(entry.name) ? [path] : [];
	});
}

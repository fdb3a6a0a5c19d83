import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and those above it, for its owner alone; answers whether it was not there. Throws as `mkdir` does. The
 * recursive `mkdir` of Node is not used, as it never ends where a folder cannot be made though the one above it is there
 * (ENOENT, as in `/proc`).
 */
export function makeFolder(folder: string): boolean {
	try {
		return makeOne(folder);
	} catch (error) {
		const above = dirname(folder);
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
		makeFolder(above);
		return makeOne(folder);
	}
}

function makeOne(folder: string): boolean {
	try {
		mkdirSync(folder, { mode: 0o700 });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isFolder(folder)) throw error;
		return false;
	}
}

function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

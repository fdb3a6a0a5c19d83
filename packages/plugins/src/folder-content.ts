import { readdir, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { HostError } from './errors.ts';

/** A file in a folder, or a link and where it leads. */
export interface FolderEntry {
	/** Relative to the folder, with `/`. */
	readonly path: string;
	readonly link?: string;
}

/** Whether a path is a folder or lies in it, as both are written. */
export function isInside(folder: string, path: string): boolean {
	const way = relative(folder, path);
	return !isAbsolute(way) && way.split(sep)[0] !== '..';
}

/**
 * The files and links in a folder, in order of their paths. Links are not followed, so that none leads round in a circle; sockets hold nothing
 * and are left out. Rejects with `HostError`, `UNTRUSTABLE`, for a link out of the folder and for a device.
 */
export async function contentOf(folder: string): Promise<readonly FolderEntry[]> {
	const root = await realpath(folder);
	const found = await readdir(root, { recursive: true, withFileTypes: true });
	const content: FolderEntry[] = [];
	for (const entry of found) {
		if (entry.isDirectory() || entry.isSocket()) continue;
		const place = join(entry.parentPath, entry.name);
		const path = relative(root, place).split(sep).join('/');
		if (entry.isFile()) content.push({ path });
		else if (entry.isSymbolicLink()) content.push({ path, link: await linkIn(root, place, path) });
		else throw untrustable(`${path} in ${folder} is a device: what it says may change unseen; take it away`);
	}
	return content.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Where a link leads: in the folder, also when there is nothing yet. */
async function linkIn(root: string, place: string, path: string): Promise<string> {
	const link = await readlink(place);
	const real = await realpath(place).catch(() => undefined);
	const isOut = !isInside(root, resolve(dirname(place), link)) || (real !== undefined && !isInside(root, real));
	if (!isOut) return link;
	throw untrustable(
		`${path} in ${root} is a link to ${link}, out of the folder: what is there may change unseen; put a copy in its place`,
	);
}

function untrustable(message: string): HostError {
	return new HostError('UNTRUSTABLE', message);
}

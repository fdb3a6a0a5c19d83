import { readlink, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { outputsFor } from './output-folder.ts';

/** Where the tools may go. Each conversation brings its own folder; this is what all of them share. */
export interface Workspace {
	readonly allowOutside: boolean;
	/** The folder of what the tools write for the model to read: an absolute path. */
	readonly outputs: string;
}

/**
 * The real path of what a tool was asked for: taken from `cwd` if relative, `~` is the home folder, symbolic links followed.
 * Throws when that is outside `cwd` and what was written for it to read, unless the workspace allows it. What does not exist is judged by its nearest existing folder.
 */
export async function pathInWorkspace(path: string, cwd: string, workspace: Workspace): Promise<string> {
	const asked = resolve(cwd, path.replace(/^~(?=\/|$)/, homedir()));
	const root = await realPathOf(resolve(cwd));
	const real = await realPathOf(asked);
	if (workspace.allowOutside || isWithin(root, real)) return real;
	if (isWithin(await realPathOf(outputsFor(resolve(cwd), workspace.outputs)), real)) return real;
	const leads = real === asked ? '' : ` leads to ${real}, which`;
	throw new Error(
		`${path}${leads} is outside the workspace ${root}; use a path inside it, or set "allowOutside": true for coding-tools`,
	);
}

function isWithin(root: string, path: string): boolean {
	const way = relative(root, path);
	return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function realPathOf(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch (error) {
		if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
		const target = await linkTarget(path);
		if (target !== undefined) return realPathOf(resolve(dirname(path), target));
		return join(await realPathOf(dirname(path)), basename(path));
	}
}

/** Where a link to nothing would lead: whoever created that would write there. */
async function linkTarget(path: string): Promise<string | undefined> {
	try {
		return await readlink(path);
	} catch {
		return undefined;
	}
}

/** The code of a system error, such as `ENOENT`; undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
	return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

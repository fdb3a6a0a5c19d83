import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/** The absolute path of the folder to work in: `--cwd` as seen from `from`, or `from` itself. Throws if it is no folder that is there. */
export function workingFolder(asked: string | undefined, from: string): string {
	const folder = resolve(from, asked ?? '.');
	const stats = statSync(folder, { throwIfNoEntry: false });
	if (stats?.isDirectory()) return folder;
	const found = stats === undefined ? 'there is nothing of that name' : 'that is not a folder';
	throw new Error(`--cwd ${asked ?? folder} must be a folder that is there, and ${found} (looked for ${folder})`);
}

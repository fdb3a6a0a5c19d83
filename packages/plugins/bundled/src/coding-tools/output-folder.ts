import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** How long a long output is kept: milliseconds. */
export const keepOutputsMs = 7 * 24 * 60 * 60 * 1000;

/** Where a person's long outputs are: `myelin/outputs` in the XDG cache folder. */
export function userOutputsFolder(env: NodeJS.ProcessEnv): string {
	return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'myelin', 'outputs');
}

/** The part of `outputs` for commands run in `cwd`: what one project's commands print is not for another's tools. */
export function outputsFor(cwd: string, outputs: string): string {
	return join(outputs, createHash('sha256').update(cwd).digest('hex').slice(0, 16));
}

/** Removes outputs last written before `time`, Unix milliseconds, and folders left empty. What cannot be removed stays. */
export async function removeOutputsBefore(time: number, outputs: string): Promise<void> {
	for (const project of await readdir(outputs).catch(() => [])) {
		const folder = join(outputs, project);
		const names = await readdir(folder).catch(() => []);
		const kept = await Promise.all(names.map((name) => isKept(join(folder, name), time)));
		const { mtimeMs = time } = (await stat(folder).catch(() => undefined)) ?? {};
		// A folder that was made just now is about to get its first file.
		if (!kept.includes(true) && mtimeMs < time) await rm(folder, { recursive: true, force: true }).catch(() => {});
	}
}

async function isKept(file: string, time: number): Promise<boolean> {
	const stats = await stat(file).catch(() => undefined);
	if (stats === undefined) return false;
	if (stats.mtimeMs >= time) return true;
	return rm(file, { force: true }).then(
		() => false,
		() => true,
	);
}

import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { textOf, writeWhole } from '../stores/replace-file.ts';
import { waitForLock } from '../stores/wait-for-lock.ts';

/** Where it is kept what sessions found out about their projects: one text a working folder. */
export interface MemoryStore {
	/** What is known of the project in `cwd`; empty if nothing is. */
	read(cwd: string): Promise<string>;
	/** Replaces what is known, if that is still `before`; answers whether it is replaced. */
	replace(cwd: string, before: string, text: string): Promise<boolean>;
}

/** The person's own folder of memories: `myelin/memory` in the XDG data folder. */
export function userMemoryFolder(env: NodeJS.ProcessEnv): string {
	return join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'myelin', 'memory');
}

/**
 * Keeps memories as Markdown files that only their user can read, one a project, under a hash of its folder; the first line names it.
 * Processes of one host that replace at the same time lose nothing: one comes after the other, beside the folder is their lock.
 */
export function memoryFiles(folder: string): MemoryStore {
	const pathOf = (cwd: string) => join(folder, `${createHash('sha256').update(cwd).digest('hex').slice(0, 16)}.md`);
	return {
		read: async (cwd) => readNotes(pathOf(realFolder(cwd))),
		async replace(cwd, before, text) {
			const lock = await waitForLock(`${folder}.lock`);
			try {
				const real = realFolder(cwd);
				const path = pathOf(real);
				if (readNotes(path) !== before) return false;
				writeWhole(path, `# ${real}\n\n${text.trim()}\n`);
				return true;
			} finally {
				lock.release();
			}
		},
	};
}

/** One project has one memory, however its folder is named; a folder that is gone is named as it was. */
function realFolder(cwd: string): string {
	try {
		return realpathSync(cwd);
	} catch {
		return resolve(cwd);
	}
}

function readNotes(path: string): string {
	return withoutHeading(textOf(path) ?? '');
}

function withoutHeading(text: string): string {
	return text.replace(/^# .*\n+/, '').trim();
}

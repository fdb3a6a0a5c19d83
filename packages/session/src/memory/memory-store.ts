import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Lock, takeLock } from '../stores/lock.ts';
import { makeFolder } from '../stores/make-folder.ts';

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

/** Milliseconds between two tries to be the only one who writes, and how many there are. */
const lockPauseMs = 10;
const lockTries = 200;

/**
 * Keeps memories as Markdown files that only their user can read, one a project, under a hash of its folder; the first line names it.
 * Processes of one host that replace at the same time lose nothing: one comes after the other, beside the folder is their lock.
 */
export function memoryFiles(folder: string): MemoryStore {
	const pathOf = (cwd: string) => join(folder, `${createHash('sha256').update(cwd).digest('hex').slice(0, 16)}.md`);
	return {
		read: async (cwd) => readNotes(pathOf(realFolder(cwd))),
		async replace(cwd, before, text) {
			const lock = await lockOf(`${folder}.lock`);
			try {
				const real = realFolder(cwd);
				const path = pathOf(real);
				if (readNotes(path) !== before) return false;
				makeFolder(folder);
				writeNotes(path, `# ${real}\n\n${text.trim()}\n`);
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

/** Whoever holds it does all that it does at once, without waiting for anything. */
async function lockOf(path: string): Promise<Lock> {
	for (let tries = 0; tries < lockTries; tries++) {
		const taking = takeLock(path);
		if ('lock' in taking) return taking.lock;
		await new Promise((resume) => setTimeout(resume, lockPauseMs));
	}
	throw new Error(`the lock ${path} was held by others for ${lockTries * lockPauseMs} ms`);
}

function readNotes(path: string): string {
	try {
		return withoutHeading(readFileSync(path, 'utf8'));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
		throw error;
	}
}

/** Whoever reads meanwhile has the old text or the new one. */
function writeNotes(path: string, text: string): void {
	const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
	try {
		writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
		renameSync(unfinished, path);
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}

function withoutHeading(text: string): string {
	return text.replace(/^# .*\n+/, '').trim();
}

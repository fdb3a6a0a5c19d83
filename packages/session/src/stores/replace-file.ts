import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { waitForLock } from './wait-for-lock.ts';

/**
 * Replaces what a file holds, if that is still `before` (nothing: there is no file), and answers whether it did: of processes that read,
 * change and replace at the same time none undoes what another has done, once each that is told no reads again. A link is
 * followed. Who replaces stands in the folder `.lock` beside it.
 */
export async function replaceFile(path: string, before: string | undefined, text: string): Promise<boolean> {
	const target = realFile(path);
	const lock = await waitForLock(`${target}.lock`);
	try {
		if (textOf(target) !== before) return false;
		writeWhole(target, text);
		return true;
	} finally {
		lock.release();
	}
}

/**
 * Writes a file so that whoever reads meanwhile has the old text or the new one. It keeps its mode; a new one only its owner may read.
 */
export function writeWhole(path: string, text: string): void {
	makeFolder(dirname(path));
	const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0o600;
	const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
	try {
		writeFileSync(unfinished, text, { flag: 'wx', mode: 0o600 });
		chmodSync(unfinished, mode & 0o777);
		renameSync(unfinished, path);
	} catch (error) {
		rmSync(unfinished, { force: true });
		throw error;
	}
}

/** What is in a file; nothing if it is not there. */
export function textOf(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

function realFile(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where it is kept what sessions found out about their projects: one text a working folder. */
export interface MemoryStore {
	/** What is known of the project in `cwd`; empty if nothing is. */
	read(cwd: string): Promise<string>;
	/** Replaces what is known. */
	write(cwd: string, text: string): Promise<void>;
}

/** The person's own folder of memories: `myelin/memory` in the XDG data folder. */
export function userMemoryFolder(env: NodeJS.ProcessEnv): string {
	return join(env.XDG_DATA_HOME || join(homedir(), '.local/share'), 'myelin', 'memory');
}

/** Keeps memories as Markdown files that only their user can read, one a project, under a hash of its folder; the first line names it. */
export function memoryFiles(folder: string): MemoryStore {
	const pathOf = (cwd: string) => join(folder, `${createHash('sha256').update(cwd).digest('hex').slice(0, 16)}.md`);
	return {
		async read(cwd) {
			try {
				return withoutHeading(await readFile(pathOf(cwd), 'utf8'));
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
				throw error;
			}
		},
		async write(cwd, text) {
			const path = pathOf(cwd);
			await mkdir(folder, { recursive: true, mode: 0o700 });
			// Whoever reads meanwhile has the old text or the new one.
			const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
			try {
				await writeFile(unfinished, `# ${cwd}\n\n${text.trim()}\n`, { mode: 0o600, flag: 'wx' });
				await rename(unfinished, path);
			} catch (error) {
				await rm(unfinished, { force: true });
				throw error;
			}
		},
	};
}

function withoutHeading(text: string): string {
	return text.replace(/^# .*\n+/, '').trim();
}

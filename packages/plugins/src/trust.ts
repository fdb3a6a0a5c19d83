import { createHash } from 'node:crypto';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { makeFolder } from '@myelin/session';
import { HostError } from './errors.ts';
import { isRecord } from './message-check.ts';

/** The folders whose code a person has allowed to run, each as it was then. */
export interface TrustStore {
	/** Whether a folder is trusted and nothing in it has changed since. */
	isTrusted(folder: string): Promise<boolean>;
	/** Trusts a folder as it is now. */
	trust(folder: string): Promise<void>;
}

/** The files in a folder, in order, as paths relative to it. Rejects with `HostError`, `UNTRUSTABLE`, for what is neither file nor folder. */
export async function filesIn(folder: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => {
			const path = relative(folder, join(entry.parentPath, entry.name));
			if (entry.isFile()) return path.split(sep).join('/');
			throw new HostError(
				'UNTRUSTABLE',
				`${path} in ${folder} is a link or a device: what it leads to may change unseen; put a file in its place`,
			);
		});
	return files.sort();
}

/** A hash over the names and contents of all files in a folder (SHA-256, hexadecimal). Rejects as `filesIn` does. */
export async function folderHash(folder: string): Promise<string> {
	const hash = createHash('sha256');
	for (const file of await filesIn(folder)) {
		const content = await readFile(join(folder, file));
		hash.update(`${JSON.stringify(file)} ${content.length}\n`).update(content);
	}
	return hash.digest('hex');
}

/** A trust store in a file, which need not be there; it is written for its owner alone. */
export function createTrustStore(file: string): TrustStore {
	return {
		async isTrusted(folder) {
			const trusted = (await readHashes(file))[folder];
			return trusted !== undefined && trusted === (await folderHash(folder));
		},
		async trust(folder) {
			const hashes = { ...(await readHashes(file)), [folder]: await folderHash(folder) };
			makeFolder(dirname(file));
			const temporary = `${file}.${process.pid}`;
			await writeFile(temporary, `${JSON.stringify(hashes, undefined, '\t')}\n`, { mode: 0o600 });
			await rename(temporary, file);
		},
	};
}

async function readHashes(file: string): Promise<Readonly<Record<string, unknown>>> {
	let text: string;
	try {
		text = await readFile(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
		throw error;
	}
	const hashes: unknown = JSON.parse(text);
	return isRecord(hashes) ? hashes : {};
}

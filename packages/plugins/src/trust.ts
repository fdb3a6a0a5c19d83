import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '@myelin/core';
import { makeFolder } from '@myelin/session';
import { folderHash } from './folder-hash.ts';

/** How a folder stands to what a person trusted: `same` is as it was then, `gone` is no folder any more. */
export type Trust = 'never' | 'same' | 'changed' | 'gone';

/** The folders whose code a person has allowed to run, each as it was then. */
export interface TrustStore {
	/** Rejects when it cannot be told, as `folderHash` does, and for a store that is none. */
	look(folder: string): Promise<Trust>;
	/** Trusts a folder as it is now, or as it was when this was its hash. */
	trust(folder: string, hash?: string): Promise<void>;
	/** Trusts a folder no more; answers whether anybody had. */
	forget(folder: string): Promise<boolean>;
}

/** A trust store in a file, which need not be there; it is written for its owner alone. */
export function createTrustStore(file: string): TrustStore {
	const write = async (hashes: Hashes) => {
		makeFolder(dirname(file));
		const temporary = `${file}.${process.pid}`;
		await writeFile(temporary, `${JSON.stringify(hashes, undefined, '\t')}\n`, { mode: 0o600 });
		await rename(temporary, file);
	};
	return {
		async look(folder) {
			const trusted = (await readHashes(file))[folder];
			if (trusted === undefined) return 'never';
			const now = await folderHash(folder).catch(absent);
			if (now === undefined) return 'gone';
			return now === trusted ? 'same' : 'changed';
		},
		async trust(folder, hash) {
			await write({ ...(await readHashes(file)), [folder]: hash ?? (await folderHash(folder)) });
		},
		async forget(folder) {
			const { [folder]: trusted, ...others } = await readHashes(file);
			if (trusted !== undefined) await write(others);
			return trusted !== undefined;
		},
	};
}

type Hashes = Readonly<Record<string, unknown>>;

async function readHashes(file: string): Promise<Hashes> {
	const text = await readFile(file, 'utf8').catch(absent);
	if (text === undefined) return {};
	const fault = (what: string) => new Error(`${file}, which holds what you trusted, is ${what}; mend it or delete it`);
	let hashes: unknown;
	try {
		hashes = JSON.parse(text);
	} catch {
		throw fault('not JSON');
	}
	if (!isRecord(hashes)) throw fault('no object');
	return hashes;
}

function absent(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}

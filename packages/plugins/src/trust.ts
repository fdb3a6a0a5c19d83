import { readFile } from 'node:fs/promises';
import { isRecord } from '@myelin/core';
import { replaceFile } from '@myelin/session';
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

/** A trust store in a file, which need not be there; it is written for its owner alone. What several processes change at once is all kept. */
export function createTrustStore(file: string): TrustStore {
	/** Answers what was there. */
	const change = async (changed: (hashes: Hashes) => Hashes): Promise<Hashes> => {
		for (;;) {
			const text = await textIn(file);
			const hashes = hashesIn(text, file);
			const next = changed(hashes);
			if (next === hashes || (await replaceFile(file, text, `${JSON.stringify(next, undefined, '\t')}\n`)))
				return hashes;
		}
	};
	return {
		async look(folder) {
			const trusted = hashesIn(await textIn(file), file)[folder];
			if (trusted === undefined) return 'never';
			const now = await folderHash(folder).catch(absent);
			if (now === undefined) return 'gone';
			return now === trusted ? 'same' : 'changed';
		},
		async trust(folder, hash) {
			const trusted = hash ?? (await folderHash(folder));
			await change((hashes) => ({ ...hashes, [folder]: trusted }));
		},
		async forget(folder) {
			const before = await change((hashes) => {
				const { [folder]: trusted, ...others } = hashes;
				return trusted === undefined ? hashes : others;
			});
			return before[folder] !== undefined;
		},
	};
}

type Hashes = Readonly<Record<string, unknown>>;

function textIn(file: string): Promise<string | undefined> {
	return readFile(file, 'utf8').catch(absent);
}

function hashesIn(text: string | undefined, file: string): Hashes {
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

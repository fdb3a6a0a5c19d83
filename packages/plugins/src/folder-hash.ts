import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { HostError } from './errors.ts';
import { contentOf } from './folder-content.ts';

/** How much a folder may hold to be hashed. */
export interface HashLimits {
	readonly files: number;
	readonly bytes: number;
}

/** All of a trusted folder is read at every start: so much takes a second or two. */
const usualLimits: HashLimits = { files: 20_000, bytes: 256 * 1024 * 1024 };
/** Small files are read without a way through the thread pool, which costs more than they do; so many before others have their turn. */
const atOnce = 32;
const large = 256 * 1024;

/**
 * A hash over the names and contents of all files in a folder, and where links lead (SHA-256, hexadecimal). Rejects as `contentOf` does, and
 * with `UNTRUSTABLE` for more than 20,000 files or 256 MiB.
 */
export async function folderHash(folder: string, limits: HashLimits = usualLimits): Promise<string> {
	const entries = await contentOf(folder);
	if (entries.length > limits.files) throw tooLarge(folder, `${entries.length} files`, limits);
	const hash = createHash('sha256');
	let bytes = 0;
	for (const [place, { path, link }] of entries.entries()) {
		if (place % atOnce === 0) await setImmediate();
		if (link !== undefined) {
			hash.update(`${JSON.stringify(path)} -> ${JSON.stringify(link)}\n`);
			continue;
		}
		const file = join(folder, path);
		const { size } = statSync(file);
		bytes += size;
		if (bytes > limits.bytes) throw tooLarge(folder, `more than ${limits.bytes} bytes`, limits);
		const content = size > large ? await readFile(file) : readFileSync(file);
		hash.update(`${JSON.stringify(path)} ${content.length}\n`).update(content);
	}
	return hash.digest('hex');
}

function tooLarge(folder: string, found: string, { files, bytes }: HashLimits): HostError {
	return new HostError(
		'UNTRUSTABLE',
		`${folder} holds ${found}, and all of a trusted folder is read at every start, so that it may hold ${files} files and ${bytes} bytes; keep there what its plugins need (npm install --omit=dev), or name the plugin in your own settings`,
	);
}

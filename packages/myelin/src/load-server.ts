import { join } from 'node:path';
import type { LoadedServer } from '@myelin/rpc-server/entry';

/** Loads the rest of a server, compiled before if it can be. `folder` is where the program lies that is running. */
export async function loadServer(folder: string): Promise<LoadedServer> {
	const { useCodeCache } = await import('./code-cache.ts');
	useCodeCache(join(folder, 'chunks'));
	return import('./serve.ts');
}

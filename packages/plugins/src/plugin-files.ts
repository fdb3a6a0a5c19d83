import type { Recheck } from './isolation.ts';
import { loadPlugin } from './load-plugin.ts';

/** The files that plugins come from. */
export interface PluginFiles {
	/** Begins to read files that will be loaded. */
	prefetch(paths: readonly string[]): void;
	/** What a file exports as default, read anew unless it was read ahead. Rejects as `loadPlugin` does. */
	read(path: string): Promise<unknown>;
	/** Remembers where a plugin came from. */
	keep(name: string, file: PluginFile): void;
	/** The file of a plugin, if it came from one. */
	of(name: string): PluginFile | undefined;
}

/** A file that a plugin came from; `recheck` is asked before it is read again. */
export interface PluginFile {
	readonly path: string;
	readonly recheck: Recheck | undefined;
}

/** No files. */
export function createPluginFiles(): PluginFiles {
	const ahead = new Map<string, Promise<unknown>>();
	const files = new Map<string, PluginFile>();
	return {
		prefetch(paths) {
			for (const path of paths) {
				const read = loadPlugin(path);
				// What is wrong with it is told when it is loaded.
				read.catch(() => undefined);
				ahead.set(path, read);
			}
		},
		read(path) {
			const read = ahead.get(path);
			ahead.delete(path);
			return read ?? loadPlugin(path);
		},
		keep: (name, file) => void files.set(name, file),
		of: (name) => files.get(name),
	};
}

import { register } from 'node:module';
import { extname } from 'node:path';
import * as values from './index.ts';
import { hookSource } from './module-hooks-source.ts';

const mark = 'myelin-plugin';
/** Where the modules of plugins find the values of `@myelin/plugins`, in `Symbol.for` form. */
const key = '@myelin/plugins';
let registered = false;

/**
 * Whether a plugin's file can be imported only with our help: TypeScript, and whatever imports `@myelin/plugins`, which is the
 * host's own wherever the file lies.
 */
export function needsModuleHooks(file: string, text: string): boolean {
	const extension = extname(file);
	return (
		extension === '.ts' ||
		extension === '.mts' ||
		(extension !== '.cjs' && /\bfrom\s*['"]@myelin\/plugins['"]/.test(text))
	);
}

/** Marks a URL as a plugin's: the module hooks look at marked modules and what those import by relative paths, and at nothing else. */
export function withMark(url: URL, time: number): void {
	url.searchParams.set(mark, String(time));
}

/** Tells Node how to import plugins, once a process. They run on a thread of their own, out of a `data:` URL, so that a bundle needs no file beside it. */
export function registerModuleHooks(): void {
	if (registered) return;
	registered = true;
	(globalThis as Record<symbol, unknown>)[Symbol.for(key)] = values;
	register(`data:text/javascript,${encodeURIComponent(hookSource)}`, {
		parentURL: import.meta.url,
		data: { mark, host: import.meta.url, key, names: Object.keys(values) },
	});
}

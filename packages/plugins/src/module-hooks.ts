import { createRequire, register } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as values from './index.ts';
import { hookSource } from './module-hooks-source.ts';

const mark = 'myelin-plugin';
const valuesKey = Symbol.for('@myelin/plugins');
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
	(globalThis as Record<symbol, unknown>)[valuesKey] = values;
	const transformer = createRequire(import.meta.url).resolve('oxc-transform');
	register(`data:text/javascript,${encodeURIComponent(hookSource)}`, {
		parentURL: import.meta.url,
		data: {
			mark,
			transformer: pathToFileURL(transformer).href,
			key: Symbol.keyFor(valuesKey),
			names: Object.keys(values),
		},
	});
}

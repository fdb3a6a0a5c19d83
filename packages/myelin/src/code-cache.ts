import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join, sep } from 'node:path';
import { Script } from 'node:vm';

type Compile = (this: NodeModule, code: string, filename: string, ...more: unknown[]) => unknown;
/** What Node puts around the code of a module. */
type Wrapper = (
	exports: unknown,
	require: NodeJS.Require,
	module: NodeModule,
	filename: string,
	dirname: string,
) => unknown;

/**
 * From here on modules in the folder `chunks` are not compiled but read from what the bundler compiled with this version of Node,
 * in the folder `code-cache` beside it. Where there is nothing that fits, they are compiled as ever.
 */
export function useCodeCache(chunks: string): void {
	// How Node compiles a CommonJS module is no public interface; where it is another one, nothing is changed.
	const modules = Module.prototype as unknown as { _compile?: Compile };
	const compile = modules._compile;
	if (typeof compile !== 'function') return;
	modules._compile = function (code, filename, ...more) {
		const script = filename.startsWith(chunks + sep) ? cachedScript(code, filename) : undefined;
		if (script === undefined) return compile.call(this, code, filename, ...more);
		const run = script.runInThisContext() as Wrapper;
		return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
	} as Compile;
}

/** Where the bundler puts what it compiled of a module. */
export function codeCachePath(filename: string): string {
	return join(dirname(dirname(filename)), 'code-cache', `${basename(filename)}.${process.version}-${process.arch}`);
}

/** Undefined when nothing that fits was compiled before. */
function cachedScript(code: string, filename: string): Script | undefined {
	let cachedData: Buffer;
	try {
		cachedData = readFileSync(codeCachePath(filename));
	} catch {
		return undefined;
	}
	const script = new Script(Module.wrap(code), { filename, cachedData });
	return script.cachedDataRejected === true ? undefined : script;
}

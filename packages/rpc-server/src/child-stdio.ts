import childProcess, { type StdioOptions } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

type Options = { readonly stdio?: StdioOptions };

/**
 * What a child gets instead of the protocol's descriptors: no input for 0, standard error for 1. `'inherit'` means its
 * own index, as in `child_process`.
 */
export function withoutProtocol(stdio: StdioOptions | undefined): StdioOptions | undefined {
	if (stdio === 'inherit') return ['ignore', 2, 2];
	if (!Array.isArray(stdio)) return stdio;
	return stdio.map((entry, index) => {
		const fd = entry === 'inherit' ? index : fdOf(entry);
		if (fd === 0) return 'ignore';
		return fd === 1 ? 2 : entry;
	});
}

function fdOf(entry: unknown): unknown {
	return typeof entry === 'object' && entry !== null && 'fd' in entry ? entry.fd : entry;
}

let isGuarded = false;

/** From now on no child process is given file descriptors 0 and 1, whoever spawns it. */
export function guardChildren(): void {
	if (isGuarded) return;
	isGuarded = true;
	const prototype = childProcess.ChildProcess.prototype as unknown as { spawn(options: Options): unknown };
	const { spawn } = prototype;
	prototype.spawn = function (options) {
		return spawn.call(this, guarded(options));
	};
	const exports = childProcess as unknown as Record<string, (...values: unknown[]) => unknown>;
	for (const name of ['spawnSync', 'execSync', 'execFileSync']) {
		const original = exports[name];
		if (original !== undefined) exports[name] = (...values) => original(...values.map(guarded));
	}
	syncBuiltinESMExports();
}

/** Leaves anything but an object with `stdio` as it is. */
function guarded<T>(value: T): T {
	if (typeof value !== 'object' || value === null || !('stdio' in value)) return value;
	return { ...value, stdio: withoutProtocol(value.stdio as StdioOptions) };
}

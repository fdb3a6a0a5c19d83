import { readFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { isThrown } from '@myelin/core';
import { importedFile, importsOf } from './imports.ts';

/**
 * The error that importing a file failed with; a syntax error that names no file, in it or in what it imports by relative paths, is
 * told with its file and line.
 */
export async function placedError(thrown: unknown, file: string): Promise<unknown> {
	if (!isThrown(thrown, SyntaxError)) return thrown;
	const [, place] = /^(?:file:\/\/)?(\/.*:\d+)\n/.exec(thrown.stack ?? '') ?? [];
	const where = place ?? (thrown.message.includes(file) ? undefined : await brokenModule(file, new Set()));
	return where === undefined ? thrown : new SyntaxError(`${where}: ${thrown.message}`, { cause: thrown });
}

/** Node tells the place of a fault in a module of CommonJS alone; for the others the transformer finds it. */
async function brokenModule(file: string, seen: Set<string>): Promise<string | undefined> {
	if (seen.has(file) || !/\.m?[jt]s$/.test(file)) return undefined;
	seen.add(file);
	const text = await readFile(file, 'utf8').catch(() => '');
	const line = await faultyLine(file, text).catch(() => undefined);
	if (line !== undefined) return `${file}:${line}`;
	for (const wanted of importsOf(text, extname(file))) {
		const other = wanted.startsWith('.') ? await importedFile(resolve(dirname(file), wanted)) : undefined;
		const found = other === undefined ? undefined : await brokenModule(other, seen);
		if (found !== undefined) return found;
	}
}

async function faultyLine(file: string, text: string): Promise<number | undefined> {
	const { transformSync } = await import('oxc-transform');
	const [error] = transformSync(file, text, { lang: file.endsWith('ts') ? 'ts' : 'js', sourceType: 'module' }).errors;
	const start = error?.labels[0]?.start;
	return start === undefined ? undefined : Buffer.from(text).subarray(0, start).toString().split('\n').length;
}

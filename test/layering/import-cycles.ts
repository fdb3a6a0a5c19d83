import { posix } from 'node:path';
import type { SourceFile } from './rules.ts';

/**
 * Cycles of files that need each other to be loaded (`import type` and `import()` make none), each as `a → b → a` from
 * its first file in the alphabet. One is given for every group of files that go round.
 */
export function importCycles(files: readonly SourceFile[]): string[] {
	const needs = new Map(files.map((file) => [file.path, neededFiles(file)]));
	const done = new Set<string>();
	const cycles = new Set<string>();

	const walk = (path: string, trail: readonly string[]): void => {
		const start = trail.indexOf(path);
		if (start !== -1) {
			cycles.add(describe(trail.slice(start)));
			return;
		}
		if (done.has(path)) return;
		for (const next of needs.get(path) ?? []) walk(next, [...trail, path]);
		done.add(path);
	};
	for (const path of needs.keys()) walk(path, []);
	return [...cycles];
}

function neededFiles({ path, imports }: SourceFile): string[] {
	return imports
		.filter(({ specifier, kind }) => kind === 'value' && specifier.startsWith('.'))
		.map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}

function describe(cycle: readonly string[]): string {
	const first = cycle.indexOf(cycle.toSorted()[0] ?? '');
	const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
	return [...turned, turned[0]].join(' → ');
}

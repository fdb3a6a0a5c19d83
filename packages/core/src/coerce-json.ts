import type { Issue } from './argument-check.ts';
import { valueAt } from './value-at.ts';

/**
 * Models now and then write a list or a number as the text of its JSON. Where a text is not what was expected and reads as
 * JSON of something else, the result is a copy with that in its place; nothing when there is no such text.
 */
export function coerceJson(args: unknown, issues: readonly Issue[]): unknown {
	let copy: unknown;
	for (const { path } of issues) {
		const found = valueAt(args, path);
		if (typeof found !== 'string') continue;
		const value = parsed(found);
		if (value === undefined || typeof value === 'string') continue;
		copy ??= structuredClone(args);
		copy = replaceAt(copy, path, value);
	}
	return copy;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function replaceAt(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
	const last = path.at(-1);
	if (last === undefined) return value;
	const owner = valueAt(root, path.slice(0, -1)) as Record<string | number, unknown>;
	owner[last] = value;
	return root;
}

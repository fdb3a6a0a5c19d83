import type { JsonObject } from '@myelin/core';
import { valueAt } from './json-pointer.ts';
import { kindOf } from './message-check.ts';

/** One thing that is wrong with a tool's arguments. */
export interface Issue {
	/** Member names and indices from the arguments down; empty for the arguments themselves. */
	readonly path: readonly (string | number)[];
	/** What was expected, as in `expected number`. */
	readonly expected: string;
}

/** The outcome of one check: the arguments, which a schema may have changed, or all that is wrong with them. */
export type Checked =
	| { readonly args: JsonObject; readonly issues?: undefined }
	| { readonly issues: readonly Issue[] };

/** Checks arguments. Throws when the schema itself is broken. */
export type ArgumentCheck = (args: unknown) => Checked | Promise<Checked>;

/** All issues in one text that a model can act on: where, what was expected, what was found. */
export function issuesText(tool: string, args: unknown, issues: readonly Issue[]): string {
	const lines = issues.map((issue) => `- ${issueText(args, issue, 'the arguments')}`);
	return [`The arguments of ${tool} are not valid:`, ...new Set(lines), 'Correct them and call the tool again.'].join(
		'\n',
	);
}

/** One issue in words; `whole` names the value itself. */
export function issueText(value: unknown, { path, expected }: Issue, whole: string): string {
	const found = valueAt(value, path);
	return `${path.length === 0 ? whole : pathText(path)}: ${expected}, found ${found === undefined ? 'nothing' : kindOf(found)}`;
}

function pathText(path: readonly (string | number)[]): string {
	return path.map((key, place) => (typeof key === 'number' ? `[${key}]` : place === 0 ? key : `.${key}`)).join('');
}

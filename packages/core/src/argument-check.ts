import { coerceJson } from './coerce-json.ts';
import { errorText } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { ParsedArgs } from './tools.ts';
import { kindOf, valueAt } from './value-at.ts';
import { isThenable } from './wait.ts';

/** A list in a text in a list: deeper than that nobody means it. */
const coercions = 3;

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

/**
 * A tool's `parse` by a check. JSON that a model wrote as a text where something else was expected is read; what stays wrong is
 * told in one message. Answers at once where the check does.
 */
export function parseBy(
	tool: string,
	args: JsonObject,
	check: ArgumentCheck,
): ParsedArgs<JsonObject> | Promise<ParsedArgs<JsonObject>> {
	const broken = (thrown: unknown): ParsedArgs<JsonObject> => ({
		ok: false,
		message: `The parameters of the tool ${tool} cannot be checked, whatever the arguments: ${errorText(thrown)}`,
	});
	const attempt = (tried: unknown, round: number): ParsedArgs<JsonObject> | Promise<ParsedArgs<JsonObject>> => {
		const checked = check(tried);
		return isThenable(checked) ? checked.then((later) => judge(later, tried, round)) : judge(checked, tried, round);
	};
	const judge = (checked: Checked, tried: unknown, round: number) => {
		if (checked.issues === undefined) return { ok: true, args: checked.args } as const;
		const coerced = round < coercions ? coerceJson(tried, checked.issues) : undefined;
		if (coerced !== undefined) return attempt(coerced, round + 1);
		return { ok: false, message: issuesText(tool, tried, checked.issues) } as const;
	};
	try {
		const parsed = attempt(args, 0);
		return isThenable(parsed) ? parsed.then(undefined, broken) : parsed;
	} catch (thrown) {
		return broken(thrown);
	}
}

/** All issues in one text that a model can act on: where, what was expected, what was found. */
function issuesText(tool: string, args: unknown, issues: readonly Issue[]): string {
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

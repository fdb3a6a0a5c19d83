import type { OutputUnit, Schema, SchemaDraft, Validator } from '@cfworker/json-schema';
import type { ArgumentCheck, Checked, Issue, JsonObject } from '@myelin/core';
import { keywordValue, pointerPath } from './json-pointer.ts';

/** Checks arguments by a JSON Schema. The validator is loaded, and the schema read, at the first call. */
export function jsonSchemaCheck(schema: JsonObject): ArgumentCheck {
	let validator: Validator | undefined;
	const check = (by: Validator, args: unknown): Checked => {
		const { valid, errors } = by.validate(args);
		return valid ? { args: args as JsonObject } : { issues: issuesOf(errors, schema) };
	};
	return async (args) => {
		if (validator === undefined) {
			const library = await import('@cfworker/json-schema');
			// The validator writes its notes into the schema that it is given.
			validator = new library.Validator(structuredClone(schema) as Schema, draftOf(schema), false);
		}
		return check(validator, args);
	};
}

function draftOf({ $schema }: JsonObject): SchemaDraft {
	const named = typeof $schema === 'string' ? /draft-0?(4|7)|(2019-09)/.exec($schema) : null;
	return (named?.[1] ?? named?.[2] ?? '2020-12') as SchemaDraft;
}

/** Keywords whose error says only that there is one below. */
const containers: ReadonlySet<string> = new Set([
	'$ref',
	'$recursiveRef',
	'properties',
	'patternProperties',
	'additionalProperties',
	'unevaluatedProperties',
	'items',
	'prefixItems',
	'additionalItems',
	'unevaluatedItems',
	'dependentSchemas',
	'allOf',
	'if',
]);

/** Keywords that say enough by themselves: what each branch below them misses would only confuse. */
const summaries: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames']);

/** What the validator found wrong, without what only says that something below is. `schema` is the one that was checked against. */
export function issuesOf(errors: readonly OutputUnit[], schema: JsonObject): readonly Issue[] {
	const issues: Issue[] = [];
	let summary: string | undefined;
	for (const [place, error] of errors.entries()) {
		if (summary !== undefined && error.keywordLocation.startsWith(summary)) continue;
		if (summaries.has(error.keyword)) summary = `${error.keywordLocation}/`;
		const issue = containers.has(error.keyword) ? undefined : issueOf(error, errors[place - 1], schema);
		if (issue !== undefined && !isEcho(error, issue, issues)) issues.push(issue);
	}
	return issues.length > 0 ? issues : [{ path: [], expected: 'expected what the schema describes' }];
}

/** The validator counts a known member that is wrong as an unknown one too. */
function isEcho(error: OutputUnit, issue: Issue, issues: readonly Issue[]): boolean {
	return (
		error.keyword === 'false' && issues.some((other) => issue.path.every((key, place) => other.path[place] === key))
	);
}

/** What there is where a member is too many: a misspelt name is found again. The error above says by which keyword it is. */
function knownBeside(above: OutputUnit | undefined, schema: JsonObject): string {
	if (above?.keyword !== 'additionalProperties') return '';
	const known = keywordValue(schema, above.keywordLocation.replace(/additionalProperties$/, 'properties'));
	const names = Object.keys(known ?? {});
	return names.length === 0 ? '' : ` (there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')})`;
}

function issueOf(
	{ keyword, keywordLocation, instanceLocation, error }: OutputUnit,
	above: OutputUnit | undefined,
	schema: JsonObject,
): Issue {
	const path = pointerPath(instanceLocation);
	if (keyword === 'false') return { path, expected: `expected no such member${knownBeside(above, schema)}` };
	if (keyword === 'required') {
		const name = error.slice(error.indexOf('"') + 1, error.lastIndexOf('"'));
		return { path: [...path, name], expected: 'expected it to be given' };
	}
	const terms = keywordValue(schema, keywordLocation);
	if (keyword === 'type') return { path, expected: `expected ${Array.isArray(terms) ? terms.join(' or ') : terms}` };
	return { path, expected: `expected ${keyword} ${JSON.stringify(terms)?.slice(0, 500) ?? `(${error})`}` };
}

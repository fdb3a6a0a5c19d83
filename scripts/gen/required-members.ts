import type { Definition, Shape } from './definitions.ts';
import { docstring } from './python-docstring.ts';
import { comment } from './typescript-type.ts';

interface EventMembers {
	readonly type: string;
	readonly members: readonly { readonly name: string; readonly kind: string }[];
}

const meaning = 'What each event must have in its full form, and of which kind; `any` must only be there.';

/** The table of what each event must have, by which the TypeScript client tells one that breaks the protocol. */
export function emitRequiredMembers(definitions: readonly Definition[]): string[] {
	return table(
		definitions,
		[
			...comment(meaning),
			"export const requiredOfEvents: Readonly<Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean' | 'list' | 'object' | 'any'>>>> = {",
		],
		({ type, members }) => {
			const kinds = members.map(({ name, kind }) => `${name}: '${kind}'`);
			return `\t${type}: {${kinds.length === 0 ? '' : ` ${kinds.join(', ')} `}},`;
		},
		['};', ''],
	);
}

/** The same table for the Python client. */
export function emitPythonRequiredMembers(definitions: readonly Definition[]): string[] {
	return table(
		definitions,
		['', 'REQUIRED_OF_EVENTS: Mapping[str, Mapping[str, str]] = {'],
		({ type, members }) => `    "${type}": {${members.map(({ name, kind }) => `"${name}": "${kind}"`).join(', ')}},`,
		['}', ...docstring(meaning, ''), ''],
	);
}

function table(
	definitions: readonly Definition[],
	head: readonly string[],
	row: (event: EventMembers) => string,
	foot: readonly string[],
): string[] {
	const events = requiredOfEvents(definitions);
	return events.length === 0 ? [] : [...head, ...events.map(row), ...foot];
}

function requiredOfEvents(definitions: readonly Definition[]): EventMembers[] {
	const events = definitions.find(({ name }) => name === 'SessionEvent');
	if (events?.kind !== 'union') return [];
	return events.variants.map(({ name, value }) => {
		const definition = definitions.find((one) => one.name === name);
		const members = definition?.kind === 'object' ? definition.members : [];
		const required = members.filter((member) => member.required && !member.lazy && member.name !== events.tag);
		return { type: value, members: required.map((one) => ({ name: one.name, kind: kindOf(one.shape, definitions) })) };
	});
}

function kindOf(shape: Shape, definitions: readonly Definition[]): string {
	switch (shape.kind) {
		case 'integer':
			return 'number';
		case 'literal':
			return typeof shape.value;
		case 'enum':
			return 'string';
		case 'map':
			return 'object';
		case 'nullable':
		case 'either':
			return 'any';
		case 'reference': {
			const kind = definitions.find(({ name }) => name === shape.to)?.kind;
			if (kind === 'enum') return 'string';
			return kind === 'object' || kind === 'union' ? 'object' : 'any';
		}
		default:
			return shape.kind;
	}
}

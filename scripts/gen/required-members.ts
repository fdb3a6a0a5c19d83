import type { Definition, Shape } from './definitions.ts';
import { comment } from './typescript-type.ts';

/** The table of what each event must have, by which the client tells one that breaks the protocol. */
export function emitRequiredMembers(definitions: readonly Definition[]): string[] {
	const events = definitions.find(({ name }) => name === 'SessionEvent');
	if (events?.kind !== 'union') return [];
	const lines = events.variants.map(({ name, value }) => {
		const definition = definitions.find((one) => one.name === name);
		const members = definition?.kind === 'object' ? definition.members : [];
		const required = members.filter((member) => member.required && !member.lazy && member.name !== events.tag);
		const kinds = required.map((member) => `${member.name}: '${kindOf(member.shape, definitions)}'`);
		return `\t${value}: {${kinds.length === 0 ? '' : ` ${kinds.join(', ')} `}},`;
	});
	return [
		...comment('What each event must have in its full form, and of which kind; `any` must only be there.'),
		"export const requiredOfEvents: Readonly<Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean' | 'list' | 'object' | 'any'>>>> = {",
		...lines,
		'};',
		'',
	];
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

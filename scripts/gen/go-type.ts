import type { Definition, EnumDefinition, Member, Shape, TextOrDefinition, UnionDefinition } from './definitions.ts';
import { goName } from './name.ts';
import { wrap } from './wrap.ts';

/** What a type must know of the others. */
export interface Context {
	readonly definitions: readonly Definition[];
	readonly unions: readonly UnionDefinition[];
	readonly texts: readonly TextOrDefinition[];
}

/** A pointer where the zero value could be meant; else absent is the zero value: nil, `""` of an enum, false of a mark. */
export function fieldType(owner: string, member: Member, context: Context): string {
	const type = typeOf(owner, member, context);
	if (member.required || !needsPointer(member.shape, context)) return type;
	return `*${type}`;
}

function needsPointer(shape: Shape, { definitions }: Context): boolean {
	switch (shape.kind) {
		case 'string':
		case 'integer':
		case 'number':
		case 'boolean':
			return true;
		case 'reference':
			return definitions.find(({ name }) => name === shape.to)?.kind === 'object';
		default:
			return false;
	}
}

/** The type of a member; `owner` gives a name to an enum that has none. */
export function typeOf(owner: string, member: Member, context: Context): string {
	return shapeType(member.shape, `${owner}${goName(member.name)}`, context);
}

const simple: ReadonlySet<Shape['kind']> = new Set(['string', 'number', 'boolean']);

function shapeType(shape: Shape, enumName: string, context: Context): string {
	switch (shape.kind) {
		case 'string':
			return 'string';
		case 'integer':
			return 'int64';
		case 'number':
			return 'float64';
		case 'boolean':
			return 'bool';
		case 'any':
			return 'json.RawMessage';
		case 'object':
			return 'map[string]any';
		case 'literal':
			return typeof shape.value === 'string' ? 'string' : 'bool';
		case 'enum':
			return enumName;
		case 'list':
			return `[]${shapeType(shape.of, enumName, context)}`;
		case 'map':
			return `map[string]${shapeType(shape.of, enumName, context)}`;
		case 'nullable':
			// A list that is null says something else than an empty one.
			return needsPointer(shape.of, context) || shape.of.kind === 'list'
				? `*${shapeType(shape.of, enumName, context)}`
				: shapeType(shape.of, enumName, context);
		case 'reference':
			return shape.to;
		case 'either':
			// encoding/json reads texts, numbers and truth values as what they are.
			if (shape.of.every(({ kind }) => simple.has(kind))) return 'any';
			throw new Error(`${enumName} is a choice without a name; name it by define(...)`);
	}
}

/** The enum that a member spells out itself, named after both. */
export function inlineEnum(owner: string, { name, shape }: Member): EnumDefinition[] {
	const inner = shape.kind === 'list' || shape.kind === 'map' || shape.kind === 'nullable' ? shape.of : shape;
	if (inner.kind !== 'enum') return [];
	const enumName = `${owner}${goName(name)}`;
	const description = `The member ${name} of ${owner}.`;
	return [{ kind: 'enum', name: enumName, description, values: inner.values }];
}

/** How the comment of a type begins. */
export function describe(name: string, description: string): string {
	const word = /^[A-Z][a-z]* /.test(description) ? description.slice(0, 1).toLowerCase() : description.slice(0, 1);
	return `${name}: ${word}${description.slice(1)}`;
}

/** A comment in lines of at most 100 characters. */
export function comment(text: string): string {
	return wrap(text, 100)
		.map((line) => `// ${line}`)
		.join('\n');
}

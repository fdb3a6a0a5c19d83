import type { JsonSchema, Protocol } from './protocol.ts';

/** What a value looks like, in the few forms that all three languages can say. */
export type Shape =
	| { readonly kind: 'string' | 'integer' | 'number' | 'boolean' }
	/** JSON of any kind. */
	| { readonly kind: 'any' }
	/** A JSON object of which only the sender knows the members. */
	| { readonly kind: 'object' }
	| { readonly kind: 'literal'; readonly value: string | boolean }
	| { readonly kind: 'enum'; readonly values: readonly string[] }
	| { readonly kind: 'list' | 'map' | 'nullable'; readonly of: Shape }
	| { readonly kind: 'either'; readonly of: readonly Shape[] }
	| { readonly kind: 'reference'; readonly to: string };

/** A member of an object. `lazy`: the client builds it when it is first read. */
export interface Member {
	readonly name: string;
	readonly shape: Shape;
	readonly required: boolean;
	readonly lazy: boolean;
}

/** One variant of a union and the value of the tag that selects it. */
interface Variant {
	readonly name: string;
	readonly value: string;
}

/** An object with known members. */
export interface ObjectDefinition {
	readonly kind: 'object';
	readonly name: string;
	readonly description: string;
	readonly members: readonly Member[];
}

/** A closed list of words. */
export interface EnumDefinition {
	readonly kind: 'enum';
	readonly name: string;
	readonly description: string;
	readonly values: readonly string[];
}

/** Objects told apart by the member `tag`. Every union is open: clients keep a variant that they do not know. */
export interface UnionDefinition {
	readonly kind: 'union';
	readonly name: string;
	readonly description: string;
	readonly tag: string;
	readonly variants: readonly Variant[];
}

/** A text, or one variant of a union. */
export interface TextOrDefinition {
	readonly kind: 'text_or';
	readonly name: string;
	readonly description: string;
	readonly union: string;
}

/** One type of every client. */
export type Definition = ObjectDefinition | EnumDefinition | UnionDefinition | TextOrDefinition;

const simpleShapes: Record<string, Shape> = {
	string: { kind: 'string' },
	integer: { kind: 'integer' },
	number: { kind: 'number' },
	boolean: { kind: 'boolean' },
};

/** Whether a member is a literal string, which selects a variant: it belongs to the type, not to each value. */
export function isTag({ shape, required }: Member): boolean {
	return required && shape.kind === 'literal' && typeof shape.value === 'string';
}

/** The types that clients get, in alphabetical order. Wire-only definitions get none; what refers to them is plain JSON. */
export function readDefinitions({ $defs }: Pick<Protocol, '$defs'>): readonly Definition[] {
	return Object.entries($defs)
		.filter(([, schema]) => !isWireOnly(schema))
		.map(([name, schema]) => readDefinition(name, schema, $defs));
}

type Definitions = Protocol['$defs'];

function readDefinition(name: string, schema: JsonSchema, $defs: Definitions): Definition {
	const { description } = schema;
	if (description === undefined) throw new Error(`${name} has no description; give it one where it is defined`);
	if (schema.oneOf !== undefined) return readUnion(name, description, schema, $defs);
	if (schema.enum !== undefined) return { kind: 'enum', name, description, values: schema.enum as string[] };
	if (schema.anyOf !== undefined) return readTextOr(name, description, schema, $defs);
	if (schema.type !== 'object' || schema.properties === undefined) {
		throw new Error(
			`${name} is neither an object, an enum nor a union; use it inline or teach definitions.ts its form`,
		);
	}
	const required = new Set(schema.required);
	const members = Object.entries(schema.properties).map(([member, value]) =>
		readMember(`${name}.${member}`, member, value as JsonSchema, required.has(member), $defs),
	);
	if (members.filter(({ lazy }) => lazy).length > 1)
		throw new Error(`${name} has several lazy members; one is the limit`);
	return { kind: 'object', name, description, members };
}

function readMember(path: string, name: string, schema: JsonSchema, required: boolean, $defs: Definitions): Member {
	const shape = readShape(path, schema, $defs);
	if (!required && shape.kind === 'nullable') {
		throw new Error(
			`${path} is both optional and nullable; clients say "absent" and "null" by the same word: pick one`,
		);
	}
	return { name, shape, required, lazy: schema['x-lazy'] === true };
}

function readUnion(name: string, description: string, schema: JsonSchema, $defs: Definitions): UnionDefinition {
	if (schema['x-open'] !== true)
		throw new Error(`${name} is a closed union; declare it by union(...) so that it can grow`);
	const names = (schema.oneOf as JsonSchema[]).map((variant) => referenceOf(variant) ?? '');
	const candidates = ['type', 'role'];
	const tag = candidates.find((tag) => names.every((variant) => tagValue($defs[variant], tag) !== undefined));
	if (tag === undefined) throw new Error(`the variants of ${name} share no literal member "type" or "role"`);
	const variants = names.map((variant) => ({ name: variant, value: tagValue($defs[variant], tag) as string }));
	return { kind: 'union', name, description, tag, variants };
}

function tagValue(schema: JsonSchema | undefined, tag: string): string | undefined {
	const value = (schema?.properties?.[tag] as JsonSchema | undefined)?.const;
	return typeof value === 'string' ? value : undefined;
}

function readTextOr(name: string, description: string, schema: JsonSchema, $defs: Definitions): TextOrDefinition {
	const [text, other, ...more] = schema.anyOf as JsonSchema[];
	const union = other === undefined ? undefined : referenceOf(other);
	if (text?.type !== 'string' || union === undefined || $defs[union]?.oneOf === undefined || more.length > 0) {
		throw new Error(`${name} is a choice of another kind than "a string or a union"; teach definitions.ts its form`);
	}
	return { kind: 'text_or', name, description, union };
}

/** The shape of a value; `path` names it in errors. */
export function readShape(path: string, schema: JsonSchema, $defs: Definitions): Shape {
	const to = referenceOf(schema);
	if (to !== undefined) return isWireOnly($defs[to]) ? { kind: 'object' } : { kind: 'reference', to };
	if (schema.const !== undefined) return { kind: 'literal', value: schema.const as string | boolean };
	if (schema.enum !== undefined) return { kind: 'enum', values: schema.enum as string[] };
	if (schema.anyOf !== undefined) return readChoice(path, schema.anyOf as JsonSchema[], $defs);
	if (Array.isArray(schema.type)) return readTypes(path, schema, $defs);
	if (schema.type === 'array') return { kind: 'list', of: readShape(`${path}[]`, schema.items as JsonSchema, $defs) };
	if (schema.type === 'object') return readMap(path, schema, $defs);
	if (schema.type === undefined) return { kind: 'any' };
	const simple = simpleShapes[schema.type];
	if (simple === undefined) throw new Error(`${path} has the type ${schema.type}, which definitions.ts does not know`);
	return simple;
}

function readChoice(path: string, choices: readonly JsonSchema[], $defs: Definitions): Shape {
	const shapes = choices.filter((choice) => choice.type !== 'null').map((choice) => readShape(path, choice, $defs));
	const flat = shapes.flatMap((shape) => (shape.kind === 'either' ? shape.of : [shape]));
	const first = flat[0];
	if (first === undefined) throw new Error(`${path} can only be null`);
	const of: Shape = flat.length === 1 ? first : { kind: 'either', of: flat };
	return choices.length === shapes.length ? of : { kind: 'nullable', of };
}

function readTypes(path: string, schema: JsonSchema, $defs: Definitions): Shape {
	const types = schema.type as unknown as string[];
	return readChoice(
		path,
		types.map((type) => ({ ...schema, type }) as JsonSchema),
		$defs,
	);
}

function readMap(path: string, schema: JsonSchema, $defs: Definitions): Shape {
	if (schema.properties !== undefined) throw new Error(`${path} is an object without a name; name it by define(...)`);
	const values = schema.additionalProperties;
	if (typeof values !== 'object' || Object.keys(values).length === 0) return { kind: 'object' };
	return { kind: 'map', of: readShape(`${path}{}`, values as JsonSchema, $defs) };
}

function referenceOf(schema: JsonSchema): string | undefined {
	return schema.$ref?.replace('#/$defs/', '');
}

function isWireOnly(schema: JsonSchema | undefined): boolean {
	return schema?.['x-wire-only'] === true;
}

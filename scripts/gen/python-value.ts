import type { Definition, Shape } from './definitions.ts';
import { snakeCase } from './name.ts';

/** Every definition by its name: how a reference is read depends on what it refers to. */
export type Kinds = ReadonlyMap<string, Definition>;

/** The annotation of a value. */
export function typeOf(shape: Shape): string {
	switch (shape.kind) {
		case 'string':
			return 'str';
		case 'integer':
			return 'int';
		case 'number':
			return 'float';
		case 'boolean':
			return 'bool';
		case 'any':
			return 'Any';
		case 'object':
			return 'JsonObject';
		case 'literal':
			return typeof shape.value === 'string' ? literal([shape.value]) : `Literal[${shape.value ? 'True' : 'False'}]`;
		case 'enum':
			return literal(shape.values);
		case 'list':
			return `tuple[${typeOf(shape.of)}, ...]`;
		case 'map':
			return `Mapping[str, ${typeOf(shape.of)}]`;
		case 'nullable':
			return `${typeOf(shape.of)} | None`;
		case 'either':
			return shape.of.map(typeOf).join(' | ');
		case 'reference':
			return shape.to;
	}
}

/** Whether the wire form and the Python value are the same thing. */
export function isPlain(shape: Shape, kinds: Kinds): boolean {
	switch (shape.kind) {
		case 'list':
			return false;
		case 'map':
		case 'nullable':
			return isPlain(shape.of, kinds);
		case 'reference':
			return kinds.get(shape.to)?.kind === 'enum';
		default:
			return true;
	}
}

/** The expression that turns the wire form `value` into the Python value. */
export function fromWire(shape: Shape, value: string, kinds: Kinds): string {
	if (isPlain(shape, kinds)) return value;
	switch (shape.kind) {
		case 'list':
			return isPlain(shape.of, kinds)
				? `tuple(${value})`
				: `tuple([${fromWire(shape.of, 'item', kinds)} for item in ${value}])`;
		case 'map':
			return `{key: ${fromWire(shape.of, 'value', kinds)} for key, value in ${value}.items()}`;
		case 'nullable':
			return `None if ${value} is None else ${fromWire(shape.of, value, kinds)}`;
		default:
			return `${parserOf(shape, kinds)}(${value})`;
	}
}

/** The function that reads a referenced definition. */
export function parserOf(shape: Shape, kinds: Kinds): string {
	if (shape.kind !== 'reference') throw new Error(`a value of the kind ${shape.kind} has no parser of its own`);
	return kinds.get(shape.to)?.kind === 'object' ? `${shape.to}.from_wire` : `parse_${snakeCase(shape.to)}`;
}

/** The expression that turns the Python value `value` into its wire form. */
export function toWire(shape: Shape, value: string, kinds: Kinds): string {
	switch (shape.kind) {
		case 'list':
			return isPlain(shape.of, kinds) ? `list(${value})` : `[${toWire(shape.of, 'item', kinds)} for item in ${value}]`;
		case 'map':
			return isPlain(shape, kinds)
				? `dict(${value})`
				: `{key: ${toWire(shape.of, 'value', kinds)} for key, value in ${value}.items()}`;
		case 'nullable':
			return isPlain(shape, kinds) ? value : `None if ${value} is None else ${toWire(shape.of, value, kinds)}`;
		case 'reference':
			switch (kinds.get(shape.to)?.kind) {
				case 'enum':
					return value;
				case 'text_or':
					return `${value} if isinstance(${value}, str) else ${value}.to_wire()`;
				default:
					return `${value}.to_wire()`;
			}
		default:
			return value;
	}
}

const keywords = new Set([
	'and',
	'as',
	'class',
	'def',
	'del',
	'for',
	'from',
	'global',
	'if',
	'import',
	'in',
	'is',
	'not',
]);

/** The field of a member; Python's own words get a `_`. */
export function fieldName(member: string): string {
	const name = snakeCase(member);
	return keywords.has(name) ? `${name}_` : name;
}

/** A type of exactly these strings. */
export function literal(values: readonly string[]): string {
	return `Literal[${values.map((value) => `"${value}"`).join(', ')}]`;
}

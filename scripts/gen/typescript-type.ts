import type { Shape } from './definitions.ts';

/** The type of a value. */
export function typeOf(shape: Shape): string {
	switch (shape.kind) {
		case 'string':
		case 'boolean':
		case 'number':
			return shape.kind;
		case 'integer':
			return 'number';
		case 'any':
			return 'unknown';
		case 'object':
			return 'JsonObject';
		case 'literal':
			return typeof shape.value === 'string' ? quote(shape.value) : String(shape.value);
		case 'enum':
			return shape.values.map(quote).join(' | ');
		case 'list': {
			const of = typeOf(shape.of);
			return `readonly ${of.includes(' ') ? `(${of})` : of}[]`;
		}
		case 'map':
			return `Readonly<Record<string, ${typeOf(shape.of)}>>`;
		case 'nullable':
			return `${typeOf(shape.of)} | null`;
		case 'either':
			return shape.of.map(typeOf).join(' | ');
		case 'reference':
			return shape.to;
	}
}

/** A string literal. */
export function quote(text: string): string {
	return `'${text}'`;
}

/** A doc comment. */
export function comment(text: string): string[] {
	return [`/** ${text} */`];
}

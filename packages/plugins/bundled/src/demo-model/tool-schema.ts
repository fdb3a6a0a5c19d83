import type { Json, JsonObject } from '@myelin/plugins';

/** What a value of a property is likely to be, by its name. */
export type PropertyRole = 'path' | 'command' | 'url' | 'text';

/** One property of a tool's arguments, as far as the demo model reads JSON Schema. */
export interface Property {
	readonly name: string;
	readonly required: boolean;
	/** The first type named, `string` when none is. */
	readonly type: string;
	readonly role: PropertyRole;
	readonly schema: JsonObject;
}

/** The properties of an object schema, in order. */
export function propertiesOf(schema: JsonObject): Property[] {
	const required = new Set(Array.isArray(schema.required) ? schema.required : []);
	return Object.entries(objectOr(schema.properties)).map(([name, value]) => {
		const own = objectOr(value);
		return { name, required: required.has(name), type: typeOf(own), role: roleOf(name), schema: own };
	});
}

function typeOf(schema: JsonObject): string {
	const named = Array.isArray(schema.type) ? schema.type.find((type) => type !== 'null') : schema.type;
	return typeof named === 'string' ? named : 'string';
}

function roleOf(name: string): PropertyRole {
	if (/path|file|folder|dir/i.test(name)) return 'path';
	if (/command|cmd|script/i.test(name)) return 'command';
	if (/ur[il]|link/i.test(name)) return 'url';
	return 'text';
}

function objectOr(value: Json | undefined): JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

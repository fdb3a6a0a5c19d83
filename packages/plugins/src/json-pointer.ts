import { valueAt } from '@myelin/core';

/** The member names and indices of a JSON Pointer in URI fragment form (`#/a~1b/0`, RFC 6901). */
export function pointerPath(pointer: string): (string | number)[] {
	return pointer
		.split('/')
		.slice(1)
		.map((part) => decodeURI(part).replaceAll('~1', '/').replaceAll('~0', '~'))
		.map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/** What a schema says at a keyword's location as a validator walked it: through `$ref`s, where they stay in the schema. */
export function keywordValue(schema: unknown, location: string): unknown {
	let value = schema;
	for (const key of pointerPath(location)) {
		value = valueAt(value, [key]);
		if (key === '$ref')
			value = typeof value === 'string' && value.startsWith('#') ? valueAt(schema, pointerPath(value)) : undefined;
	}
	return value;
}

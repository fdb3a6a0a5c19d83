import type { JsonObject } from '@myelin/plugins';
import { isObject, listOf } from './json-fields.ts';

/**
 * A JSON Schema as the API takes it for a tool's input: an object at the top, without `$schema` and without `anyOf`, `oneOf` or `allOf` there.
 * The properties of such branches are all shown; what they require together is checked by us alone.
 */
export function inputSchema(schema: JsonObject): JsonObject & { type: 'object' } {
	const { $schema, anyOf, oneOf, allOf, ...rest } = schema;
	const branches = [anyOf, oneOf, allOf].flatMap(listOf).filter(isObject);
	if (branches.length === 0) return { ...rest, type: 'object' };
	const shown = branches.map((branch) => inputSchema(branch).properties).filter(isObject);
	const properties = Object.assign({}, ...shown, isObject(rest.properties) ? rest.properties : {});
	const required = [rest, ...listOf(allOf).filter(isObject)].flatMap((branch) => listOf(branch.required));
	return {
		...rest,
		type: 'object',
		properties,
		...(required.length === 0 ? {} : { required: [...new Set(required)] }),
	};
}

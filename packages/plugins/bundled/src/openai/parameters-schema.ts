import type { Json, JsonObject } from '@myelin/plugins';
import { inputSchema } from '../provider/input-schema.ts';
import { isObject } from '../provider/json-fields.ts';

/**
 * A JSON Schema as chat completions take it for a tool's parameters: an object at the top with `properties`, no schema that is `true` or `false` where an
 * object is wanted, and every array with `items`.
 */
export function parametersSchema(schema: JsonObject): JsonObject {
	const { properties, ...rest } = inputSchema(schema);
	return reduced({ ...rest, properties: isObject(properties) ? properties : {} });
}

const schemaMaps = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const schemaLists = new Set(['anyOf', 'oneOf', 'allOf']);

function reduced(schema: JsonObject): JsonObject {
	const out: Record<string, Json | undefined> = {};
	for (const [keyword, value] of Object.entries(schema)) out[keyword] = keywordOf(keyword, value);
	if (Array.isArray(out.items)) out.items = out.items.length === 0 ? {} : { anyOf: out.items as Json[] };
	const isArray = out.type === 'array' || (Array.isArray(out.type) && out.type.includes('array'));
	if (isArray && out.items === undefined) out.items = {};
	return out as JsonObject;
}

function keywordOf(keyword: string, value: Json | undefined): Json | undefined {
	if (schemaMaps.has(keyword) && isObject(value)) {
		return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, subschema(own)])) as JsonObject;
	}
	if ((schemaLists.has(keyword) || keyword === 'items') && Array.isArray(value)) return value.map(subschema);
	if (keyword === 'items') return subschema(value);
	return keyword === 'additionalProperties' && isObject(value) ? reduced(value) : value;
}

function subschema(value: Json | undefined): JsonObject {
	return isObject(value) ? reduced(value) : {};
}

import { isRecord, type JsonObject, valueAt } from '@myelin/core';
import { pointerPath } from './json-pointer.ts';

const types: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** What a keyword's value has to be; what it holds is looked into where it holds schemas. */
type Form = 'schema' | 'schemas' | 'named schemas' | 'schema or schemas' | 'names' | 'list' | 'number' | 'count';

const forms: Readonly<Record<string, Form>> = {
	properties: 'named schemas',
	patternProperties: 'named schemas',
	$defs: 'named schemas',
	definitions: 'named schemas',
	dependentSchemas: 'named schemas',
	additionalProperties: 'schema',
	unevaluatedProperties: 'schema',
	propertyNames: 'schema',
	items: 'schema or schemas',
	contains: 'schema',
	not: 'schema',
	if: 'schema',
	// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
	then: 'schema',
	else: 'schema',
	anyOf: 'schemas',
	oneOf: 'schemas',
	allOf: 'schemas',
	prefixItems: 'schemas',
	required: 'names',
	enum: 'list',
	minimum: 'number',
	maximum: 'number',
	exclusiveMinimum: 'number',
	exclusiveMaximum: 'number',
	multipleOf: 'number',
	minLength: 'count',
	maxLength: 'count',
	minItems: 'count',
	maxItems: 'count',
	minProperties: 'count',
	maxProperties: 'count',
};

/**
 * What is wrong with a JSON Schema of a tool's arguments (https://json-schema.org/draft/2020-12), with where it is, or nothing: said when
 * the tool is registered, and not when a model has called it. Keywords that are not known are let through.
 */
export function schemaFault(schema: JsonObject): string | undefined {
	const { type } = schema;
	if (type !== undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object')))
		return `type is ${JSON.stringify(type)}, and arguments are an object: "type": "object"`;
	return faultIn(schema, '', schema);
}

function faultIn(schema: unknown, at: string, root: JsonObject): string | undefined {
	if (typeof schema === 'boolean') return undefined;
	if (!isRecord(schema)) return `${at} is ${shown(schema)}; a schema is an object`;
	for (const [keyword, value] of Object.entries(schema)) {
		const fault = keywordFault(keyword, value, at === '' ? keyword : `${at}.${keyword}`, root);
		if (fault !== undefined) return fault;
	}
}

function keywordFault(keyword: string, value: unknown, at: string, root: JsonObject): string | undefined {
	switch (keyword) {
		case 'type':
			return (Array.isArray(value) ? value : [value]).every((name) => types.has(name))
				? undefined
				: `${at} is ${shown(value)}; types are ${[...types].join(', ')}`;
		case 'pattern':
			return patternFault(value, at);
		case '$ref':
			return referenceFault(value, at, root);
		case 'patternProperties':
			for (const pattern of Object.keys(isRecord(value) ? value : {})) {
				const fault = patternFault(pattern, at);
				if (fault !== undefined) return fault;
			}
	}
	return Object.hasOwn(forms, keyword) ? formFault(forms[keyword] as Form, value, at, root) : undefined;
}

function formFault(form: Form, value: unknown, at: string, root: JsonObject): string | undefined {
	switch (form) {
		case 'schema':
			return faultIn(value, at, root);
		case 'schemas':
			return Array.isArray(value) && value.length > 0
				? faultAmong(value.entries(), at, root)
				: `${at} is ${shown(value)}; it is a list of schemas`;
		case 'schema or schemas':
			return Array.isArray(value) ? faultAmong(value.entries(), at, root) : faultIn(value, at, root);
		case 'named schemas':
			return isRecord(value)
				? faultAmong(Object.entries(value), at, root)
				: `${at} is ${shown(value)}; it is an object of schemas`;
		case 'names':
			return Array.isArray(value) && value.every((name) => typeof name === 'string')
				? undefined
				: `${at} is ${shown(value)}; it is a list of names`;
		case 'list':
			return Array.isArray(value) ? undefined : `${at} is ${shown(value)}; it is a list`;
		case 'number':
			return typeof value === 'number' ? undefined : `${at} is ${shown(value)}; it is a number`;
		case 'count':
			return Number.isInteger(value) && Number(value) >= 0 ? undefined : `${at} is ${shown(value)}; it is a count`;
	}
}

function faultAmong(schemas: Iterable<readonly [string | number, unknown]>, at: string, root: JsonObject) {
	for (const [name, inner] of schemas) {
		const fault = faultIn(inner, `${at}.${name}`, root);
		if (fault !== undefined) return fault;
	}
}

function patternFault(value: unknown, at: string): string | undefined {
	try {
		if (typeof value === 'string') return void new RegExp(value, 'u');
	} catch {
		// Said below.
	}
	return `${at} is ${shown(value)}; it is a regular expression`;
}

function referenceFault(value: unknown, at: string, root: JsonObject): string | undefined {
	if (typeof value !== 'string') return `${at} is ${shown(value)}; it is a reference like "#/$defs/Name"`;
	if (value === '#' || (value.startsWith('#/') && valueAt(root, pointerPath(value)) !== undefined)) return undefined;
	// Anchors and identifiers are told apart by the validator.
	const hasNames = JSON.stringify(root).match(/"\$(id|anchor|dynamicAnchor)"/) !== null;
	return hasNames ? undefined : `${at} is ${shown(value)}, which is nowhere in the schema`;
}

function shown(value: unknown): string {
	return JSON.stringify(value)?.slice(0, 80) ?? 'nothing';
}

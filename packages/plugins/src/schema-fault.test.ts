import type { JsonObject } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { schemaFault } from './schema-fault.ts';

const property = (schema: unknown) => ({ type: 'object', properties: { a: schema } }) as JsonObject;

describe('the schema of a tool', () => {
	it.each<[string, JsonObject]>([
		['is empty', {}],
		[
			'names every kind of keyword',
			{
				type: 'object',
				properties: {
					type: { type: ['string', 'null'], pattern: '^\\p{L}+$', minLength: 1 },
					list: { type: 'array', items: { $ref: '#/$defs/one' }, prefixItems: [true], minItems: 0 },
					any: { anyOf: [{ type: 'number', minimum: -0.5 }, { enum: [] }, { not: false }] },
					old: { items: [{}, {}] },
				},
				patternProperties: { '^x-': {} },
				required: ['type'],
				additionalProperties: false,
				$defs: { one: { $ref: '#' } },
				'x-own': { type: 'nonsense' },
			},
		],
		['names parts of itself by other means', { ...property({ $ref: 'one' }), $defs: { one: { $id: 'one' } } }],
		['has no type', { anyOf: [{ properties: {} }] }],
		['may be more than an object', { type: ['object', 'null'] }],
	])('%s, and is right', (_, schema) => {
		expect(schemaFault(schema)).toBeUndefined();
	});

	it.each<[JsonObject, string]>([
		[{ type: 'string' }, 'type is "string", and arguments are an object: "type": "object"'],
		[{ properties: [] }, 'properties is []; it is an object of schemas'],
		[
			property({ type: 'text' }),
			'properties.a.type is "text"; types are object, array, string, number, integer, boolean, null',
		],
		[property('string'), 'properties.a is "string"; a schema is an object'],
		[property({ pattern: '(' }), 'properties.a.pattern is "("; it is a regular expression'],
		[{ patternProperties: { '[': {} } }, 'patternProperties is "["; it is a regular expression'],
		[property({ $ref: '#/$defs/gone' }), 'properties.a.$ref is "#/$defs/gone", which is nowhere in the schema'],
		[property({ $ref: 7 }), 'properties.a.$ref is 7; it is a reference like "#/$defs/Name"'],
		[property({ anyOf: [] }), 'properties.a.anyOf is []; it is a list of schemas'],
		[property({ oneOf: [{}, { required: 'a' }] }), 'properties.a.oneOf.1.required is "a"; it is a list of names'],
		[property({ enum: 'a' }), 'properties.a.enum is "a"; it is a list'],
		[property({ minimum: '1' }), 'properties.a.minimum is "1"; it is a number'],
		[property({ items: [{ maxLength: -1 }] }), 'properties.a.items.0.maxLength is -1; it is a count'],
	])('%j is told what is wrong with it', (schema, fault) => {
		expect(schemaFault(schema)).toBe(fault);
	});
});

import { expect, it } from 'vitest';
import { inputSchema } from './input-schema.ts';

it('an object schema goes as it is, without $schema', () => {
	const schema = {
		type: 'object',
		properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
		required: ['a'],
	};
	expect(inputSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema })).toEqual(schema);
});

it('an empty schema is one of an object', () => {
	expect(inputSchema({})).toEqual({ type: 'object' });
});

it('branches at the top are shown as one object; only what all of them require is required', () => {
	const branch = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
	expect(inputSchema({ oneOf: [branch('a'), branch('b')] })).toEqual({
		type: 'object',
		properties: { a: { type: 'string' }, b: { type: 'string' } },
	});
	expect(inputSchema({ ...branch('c'), allOf: [branch('a'), { anyOf: [branch('b')] }] })).toEqual({
		type: 'object',
		properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
		required: ['c', 'a'],
	});
});

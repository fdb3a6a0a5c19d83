import { describe, expect, it } from 'vitest';
import { readDefinitions } from './definitions.ts';
import type { JsonSchema } from './protocol.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

describe('reading definitions', () => {
	const definitions = readDefinitions(tinyProtocol);

	it('leaves out what only travels, and takes a member of that form for plain JSON', () => {
		expect(definitions.map(({ name }) => name)).toEqual(['Answer', 'Cat', 'Dog', 'Mood', 'Moved', 'Nothing', 'Pet']);
		expect(definitions.find(({ name }) => name === 'Moved')).toMatchObject({
			members: [
				{ name: 'pet', shape: { kind: 'object' } },
				{ name: 'places', shape: { kind: 'object' } },
			],
		});
	});

	it('tells optional, nullable and lazy members apart', () => {
		expect(definitions.find(({ name }) => name === 'Cat')).toMatchObject({
			members: [
				{ name: 'type', shape: { kind: 'literal', value: 'cat' }, required: true },
				{ name: 'catId', shape: { kind: 'string' }, required: true },
				{ name: 'from', shape: { kind: 'nullable', of: { kind: 'string' } }, required: true },
				{ name: 'lives', shape: { kind: 'integer' }, required: false },
				{ name: 'mood', shape: { kind: 'reference', to: 'Mood' }, required: false },
				{ name: 'size', shape: { kind: 'enum', values: ['s', 'l'] }, required: true },
			],
		});
		expect(definitions.find(({ name }) => name === 'Dog')).toMatchObject({
			members: [{ lazy: false }, { lazy: false }, { name: 'picture', lazy: true }],
		});
	});

	it('finds the member that selects a variant', () => {
		expect(definitions.find(({ name }) => name === 'Pet')).toMatchObject({
			kind: 'union',
			tag: 'type',
			variants: [
				{ name: 'Cat', value: 'cat' },
				{ name: 'Dog', value: 'dog' },
			],
		});
	});
});

describe('what no client could say is refused', () => {
	const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
		description: 'A thing.',
		type: 'object',
		properties,
	});

	it.each<[string, Record<string, JsonSchema>, string]>([
		['a definition without a description', { Thing: { type: 'object', properties: {} } }, 'Thing has no description'],
		[
			'a member that may be absent or null',
			{ Thing: object({ at: { type: ['string', 'null'] as never } }) },
			'Thing.at is both optional and nullable',
		],
		['a closed union', { Thing: { description: 'A thing.', oneOf: [] } }, 'Thing is a closed union'],
		[
			'an object without a name',
			{ Thing: object({ place: { type: 'object', properties: {} } }) },
			'Thing.place is an object without a name',
		],
		[
			'a union whose variants share no tag',
			{
				Thing: { description: 'A thing.', 'x-open': true, oneOf: [{ $ref: '#/$defs/Other' }] },
				Other: object({ kind: { const: 'other' } }),
			},
			'the variants of Thing share no literal member',
		],
	])('%s', (_, $defs, message) => {
		expect(() => readDefinitions({ $defs })).toThrow(message);
	});
});

import { describe, expect, it } from 'vitest';
import { printProtocol } from './protocol.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

describe('protocol.json', () => {
	it('refers to named schemas and spells out the others', () => {
		expect(tinyProtocol.serverRequests).toEqual({
			'pet/name': {
				description: 'Asks for a name.',
				params: { $ref: '#/$defs/Cat' },
				result: { anyOf: [{ $ref: '#/$defs/Answer' }, { type: 'null' }] },
			},
		});
	});

	it('keeps what clients must know of a definition', () => {
		expect(tinyProtocol.$defs).toMatchObject({
			Pet: { 'x-open': true },
			WirePet: { 'x-wire-only': true },
			Dog: { properties: { picture: { $ref: '#/$defs/Cat', 'x-lazy': true } } },
		});
	});

	it('says nothing that holds for every JSON', () => {
		expect(tinyProtocol.$defs).toMatchObject({
			Cat: { properties: { lives: { type: 'integer' } } },
			Moved: { properties: { places: { type: 'object', additionalProperties: {} } } },
		});
		expect(printProtocol(tinyProtocol)).not.toMatch(/9007199254740991|propertyNames/);
	});

	it('lists definitions by name, and a description first', () => {
		expect(Object.keys(tinyProtocol.$defs)).toEqual([
			'Answer',
			'Cat',
			'Dog',
			'Mood',
			'Moved',
			'Nothing',
			'Pet',
			'WirePet',
		]);
		expect(Object.keys(tinyProtocol.$defs.Cat ?? {})).toEqual(['description', 'type', 'properties', 'required']);
	});
});

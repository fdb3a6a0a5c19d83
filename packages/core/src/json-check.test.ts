import { expect, it } from 'vitest';
import { asJson, jsonFault } from './json-check.ts';

function nested(levels: number): unknown {
	let value: unknown = 'x';
	for (let level = 0; level < levels; level++) value = [value];
	return value;
}

function circular(): object {
	const value: { list: unknown[] } = { list: [1] };
	value.list.push({ back: value });
	return value;
}

it('plain JSON is taken as it is, without a copy', () => {
	const shared = { x: 1 };
	for (const value of [{ a: [1, 'x', null, true], b: { c: undefined } }, { one: shared, two: shared }, nested(500)]) {
		expect(asJson(value, 'it')).toBe(value);
		expect(jsonFault(value, 'it')).toBeUndefined();
	}
});

it.each([
	['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
	['NaN', [Number.NaN], [null]],
	['a function', { f: () => 1, x: 1 }, { x: 1 }],
	['a hole in a list', [undefined], [null]],
	['what a value says of itself', { toJSON: () => ({ x: 1 }), y: 10n }, { x: 1 }],
])('%s becomes what readers will find there', (_, value, json) => {
	expect(asJson(value, 'it')).toEqual(json);
	expect(jsonFault(value, 'it')).toBeUndefined();
});

it.each([
	['a BigInt', 10n, 'it is a BigInt; give a number or a text'],
	['a BigInt far within', { a: [{ b: 10n }] }, 'it.a[0].b is a BigInt; give a number or a text'],
	['a circle', circular(), 'it.list[1].back leads back to it, and JSON has no circles'],
	['too many levels', nested(501), 'it is nested deeper than 500 levels'],
	['bytes', { data: new Uint8Array(4) }, 'it.data is binary; give it as base64 text'],
	[
		'a getter that throws',
		{
			get x(): number {
				throw new Error('no');
			},
		},
		'it cannot be read: no',
	],
	['a toJSON that gives a BigInt', { toJSON: () => 10n }, 'it is a BigInt; give a number or a text'],
])('%s is found, and where', (_, value, fault) => {
	expect(() => asJson(value, 'it')).toThrow(new TypeError(fault));
	expect(jsonFault(value, 'it')).toBe(fault);
});

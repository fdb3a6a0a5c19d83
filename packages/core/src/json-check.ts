import { errorText } from './errors.ts';
import type { Json } from './json.ts';

/** Levels of objects and lists that a value may have: everybody downstream must be able to write and read it. */
const deepest = 500;

/** `odd`: JSON can write it, and makes something else of it (a text of a date, nothing of a function). */
type Look = 'plain' | 'odd' | 'faulty';

/**
 * A value as whoever reads it later has it: itself where it is plain JSON all the way down, else what JSON makes of it. Throws
 * `TypeError` with the fault of what JSON cannot hold; `path` begins it.
 */
export function asJson(value: unknown, path: string): Json | undefined {
	const seen = safely(value);
	if (seen === 'plain') return value as Json | undefined;
	const fault = faultIn(value, path, new Map());
	if (fault !== undefined) throw new TypeError(fault);
	return JSON.parse(JSON.stringify(value) ?? 'null');
}

/** Why JSON cannot hold a value, naming the part, or nothing. */
export function jsonFault(value: unknown, path: string): string | undefined {
	return safely(value) === 'plain' ? undefined : faultIn(value, path, new Map());
}

function safely(value: unknown): Look {
	try {
		return lookAt(value, 0);
	} catch {
		return 'faulty';
	}
}

/** One walk, that keeps no paths: what is ordinary costs no more. */
function lookAt(value: unknown, depth: number): Look {
	switch (typeof value) {
		case 'string':
		case 'boolean':
		case 'undefined':
			return 'plain';
		case 'number':
			return Number.isFinite(value) ? 'plain' : 'odd';
		case 'object':
			return value === null ? 'plain' : lookInto(value, depth + 1);
		default:
			return 'odd';
	}
}

function lookInto(value: object, depth: number): Look {
	if (depth > deepest) return 'faulty';
	if (Array.isArray(value)) {
		for (const inner of value) if (inner === undefined || lookAt(inner, depth) !== 'plain') return 'odd';
		return 'plain';
	}
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return 'odd';
	for (const key of Object.keys(value)) {
		if (lookAt(value[key as keyof typeof value], depth) !== 'plain' || key === 'toJSON') return 'odd';
	}
	return 'plain';
}

/** `above`: the objects that the value lies in, and where. */
function faultIn(value: unknown, path: string, above: Map<object, string>): string | undefined {
	if (typeof value === 'bigint') return `${path} is a BigInt; give a number or a text`;
	if (typeof value !== 'object' || value === null) return undefined;
	const circle = above.get(value);
	if (circle !== undefined) return `${path} leads back to ${circle}, and JSON has no circles`;
	if (above.size >= deepest) return `${[...above.values()][0]} is nested deeper than ${deepest} levels`;
	if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `${path} is binary; give it as base64 text`;
	above.set(value, path);
	try {
		return partFault(value, path, above);
	} catch (thrown) {
		return `${path} cannot be read: ${errorText(thrown)}`;
	} finally {
		above.delete(value);
	}
}

function partFault(value: object, path: string, above: Map<object, string>): string | undefined {
	if ('toJSON' in value && typeof value.toJSON === 'function') return faultIn(value.toJSON(''), path, above);
	for (const [key, inner] of Object.entries(value)) {
		const fault = faultIn(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`, above);
		if (fault !== undefined) return fault;
	}
	return undefined;
}

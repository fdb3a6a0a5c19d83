import type { Json, JsonObject } from '@myelin/plugins';

/** Whether a value is an object and no list. */
export function isObject(value: Json | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is an object, else an empty one. */
export function objectOf(value: Json | undefined): JsonObject {
	return isObject(value) ? value : {};
}

/** The value if it is a list, else an empty one. */
export function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? value : [];
}

/** The value if it is a text, else `''`. */
export function textOf(value: Json | undefined): string {
	return typeof value === 'string' ? value : '';
}

/** The value if it is a number that counts something, else 0. */
export function countOf(value: Json | undefined): number {
	return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** What a text means as JSON, or the text itself when it is none. */
export function parsedOr(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

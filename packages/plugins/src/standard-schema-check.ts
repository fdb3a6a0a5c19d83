import type { JsonObject } from '@myelin/core';
import type { ArgumentCheck, Checked } from './argument-check.ts';
import { isRecord } from './message-check.ts';
import type { StandardResult, StandardSchema } from './plugin.ts';

/** Whether parameters are a Standard Schema; some of them are functions. */
export function isStandardSchema(parameters: unknown): parameters is StandardSchema {
	return (
		((typeof parameters === 'object' && parameters !== null) || typeof parameters === 'function') &&
		isRecord((parameters as Partial<StandardSchema>)['~standard'])
	);
}

/** Checks arguments by a Standard Schema (standardschema.dev). */
export function standardSchemaCheck(schema: StandardSchema): ArgumentCheck {
	return (args) => {
		const result = schema['~standard'].validate(args);
		return result instanceof Promise ? result.then(checkedOf) : checkedOf(result);
	};
}

function checkedOf(result: StandardResult): Checked {
	if (result.issues === undefined) {
		if (isRecord(result.value)) return { args: result.value as JsonObject };
		throw new TypeError('the schema made something of the arguments that is no object');
	}
	return {
		issues: result.issues.map(({ message, path = [] }) => ({
			path: path.map((part) => keyOf(typeof part === 'object' ? part.key : part)),
			expected: message,
		})),
	};
}

function keyOf(key: PropertyKey): string | number {
	return typeof key === 'number' ? key : String(key);
}

import type { ArgumentCheck, Checked } from './argument-check.ts';
import type { JsonObject } from './json.ts';
import { isRecord } from './value-at.ts';

/** The part of Standard Schema (standardschema.dev) that a tool's parameters need: it checks, and it can be written as JSON Schema. */
export interface StandardSchema {
	readonly '~standard': {
		readonly version: 1;
		readonly vendor: string;
		/** Of what is accepted and what that becomes; known to the compiler alone. */
		readonly types?: { readonly input: unknown; readonly output: unknown } | undefined;
		validate(value: unknown): StandardResult | Promise<StandardResult>;
		readonly jsonSchema: { input(options: { readonly target: string }): Record<string, unknown> };
	};
}

/** What a Standard Schema says of a value. */
export type StandardResult =
	| { readonly value: unknown; readonly issues?: undefined }
	| {
			readonly issues: readonly {
				readonly message: string;
				readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
			}[];
	  };

/** Whether parameters are a Standard Schema; some of them are functions. */
export function isStandardSchema(parameters: unknown): parameters is StandardSchema {
	return (
		((typeof parameters === 'object' && parameters !== null) || typeof parameters === 'function') &&
		isRecord((parameters as Partial<StandardSchema>)['~standard'])
	);
}

/** The JSON Schema (draft 2020-12) of what a Standard Schema accepts. Throws what the schema's library does where there is none. */
export function jsonSchemaOf(schema: StandardSchema): JsonObject {
	return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject;
}

/** Checks arguments by a Standard Schema. */
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

import type { JsonObject } from './generated/protocol.ts';

/** The part of Standard Schema (standardschema.dev) that a tool's parameters need: it checks, and it can be written as JSON Schema. A zod object is one. */
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

/** What a schema makes of a value; `never` of what is no Standard Schema, so that it has to be said. */
export type OutputOf<S> = S extends { readonly '~standard': { readonly types?: infer T } }
	? NonNullable<T> extends { readonly output: infer Output }
		? Output
		: never
	: never;

/** Whether something is a Standard Schema; some of them are functions. */
export function isStandardSchema(value: unknown): value is StandardSchema {
	if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
	return typeof (value as Partial<StandardSchema>)['~standard']?.validate === 'function';
}

/** The JSON Schema (draft 2020-12) of what a schema accepts. Throws where its library cannot write one, as the library does or a TypeError. */
export function jsonSchemaOf(schema: StandardSchema): JsonObject {
	const { vendor, jsonSchema } = schema['~standard'];
	if (jsonSchema === undefined)
		throw new TypeError(
			`the schema library ${vendor} cannot write JSON Schema (Standard JSON Schema); use a newer one, or give a JSON Schema`,
		);
	return jsonSchema.input({ target: 'draft-2020-12' });
}

/** What the schema makes of arguments. Throws a TypeError that names all that is wrong. */
export async function checkedBy(schema: StandardSchema, args: unknown): Promise<unknown> {
	const result = await schema['~standard'].validate(args);
	if (result.issues === undefined) return result.value;
	const found = result.issues.map(({ message, path = [] }) => {
		const where = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
		return where === '' ? message : `${where}: ${message}`;
	});
	throw new TypeError(`the arguments are not as they should be: ${found.join('; ')}`);
}

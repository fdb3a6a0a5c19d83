/** Any value that survives `JSON.parse(JSON.stringify(value))` unchanged. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object: the shape of tool arguments, details and settings. */
export interface JsonObject {
	readonly [key: string]: Json | undefined;
}

import * as z from 'zod';

/** Names a schema: it becomes one definition of `schema/protocol.json` and one type in every client. */
export function define<S extends z.ZodType>(id: string, description: string, schema: S): S {
	return schema.meta({ id, description });
}

/**
 * A union told apart by one member. Clients get a variant `Unknown<id>` that keeps what they do not know, so a server may add variants.
 */
export function union<S extends z.ZodType>(id: string, description: string, schema: S): S {
	return schema.meta({ id, description, 'x-open': true });
}

/** A form that only travels: clients turn it into the full form before anybody sees it, so they get no type for it. */
export function wireOnly<S extends z.ZodType>(id: string, description: string, schema: S): S {
	return schema.meta({ id, description, 'x-wire-only': true });
}

/** A member that clients build themselves, when it is first read, from what they were sent before. */
export function lazy<S extends z.ZodType>(schema: S): S {
	return schema.meta({ 'x-lazy': true });
}

/** A list that is taken item by item: one that is wrong is refused by itself, and the server checks each as it takes it. */
export function each<S extends z.ZodType>(item: S): z.ZodArray<S> {
	return z.array(item).meta({ 'x-each': true });
}

/** An object whose members are JSON of any kind. */
export const jsonObject = z.record(z.string(), z.unknown());

/** An integer that is never negative. */
export const count = z.int().min(0);

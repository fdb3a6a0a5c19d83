import type { JsonSchema, Protocol } from './protocol.ts';

/** The content of `schema/accepted.json`: the part of the protocol that a server checks, without a word of explanation. */
export interface Accepted {
	/** The definition of each method's parameters. */
	readonly requests: Readonly<Record<string, string>>;
	readonly notifications: Readonly<Record<string, string>>;
	readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** What a client may send, out of the whole protocol: a server starts sooner without the rest. */
export function acceptedOf({ clientRequests, clientNotifications, $defs }: Protocol): Accepted {
	const requests = parametersOf(clientRequests);
	const notifications = parametersOf(clientNotifications);
	const needed = new Set([...Object.values(requests), ...Object.values(notifications)]);
	// A set that grows while it is walked is walked to its end.
	for (const name of needed) for (const other of referencesIn($defs[name])) needed.add(other);
	const names = [...needed].sort();
	return {
		requests,
		notifications,
		$defs: Object.fromEntries(names.map((name) => [name, withoutWords($defs[name]) as JsonSchema])),
	};
}

/** The text of `schema/accepted.json`. */
export function printAccepted(accepted: Accepted): string {
	return `${JSON.stringify(accepted, null, 2)}\n`;
}

function parametersOf(methods: Readonly<Record<string, { readonly params: JsonSchema }>>): Record<string, string> {
	return Object.fromEntries(Object.entries(methods).map(([method, { params }]) => [method, nameIn(params.$ref)]));
}

function nameIn(reference: unknown): string {
	return String(reference).replace('#/$defs/', '');
}

function referencesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) =>
		key === '$ref' && typeof inner === 'string' ? [nameIn(inner)] : referencesIn(inner),
	);
}

/** Descriptions and marks for generators go; a member that is called `description` is no description. Items that are taken one by one are checked then. */
function withoutWords(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutWords);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key, inner]) => !(key === 'description' && typeof inner === 'string') && !key.startsWith('x-'))
			.filter(([key]) => !(key === 'items' && 'x-each' in value))
			.map(([key, inner]) => [key, withoutWords(inner)]),
	);
}

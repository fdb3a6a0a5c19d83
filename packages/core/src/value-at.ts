/** The value at a path of member names and indices, or undefined when there is none. */
export function valueAt(root: unknown, path: readonly (string | number)[]): unknown {
	let value = root;
	for (const key of path) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
		value = (value as Record<string | number, unknown>)[key];
	}
	return value;
}

/** Whether a value is an object with named members. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A short word for any value, for an error message. */
export function kindOf(value: unknown): string {
	if (value === undefined) return 'missing';
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
	if (typeof value === 'object') return 'an object';
	return typeof value === 'function' ? 'a function' : String(value);
}

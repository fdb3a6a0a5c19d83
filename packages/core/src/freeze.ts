/** Freezes a JSON value all the way down and returns it; parts that are frozen already are taken as frozen below too, and binary views, which cannot be frozen, are left. */
export function deepFreeze<T>(value: T): T {
	if (!isOpen(value)) return value;
	// A list of its own instead of recursion: arguments may be nested deeper than the stack.
	const waiting: object[] = [value];
	for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
		Object.freeze(part);
		for (const key of Object.keys(part)) {
			const inner: unknown = part[key as keyof typeof part];
			if (isOpen(inner)) waiting.push(inner);
		}
	}
	return value;
}

function isOpen(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Object.isFrozen(value) && !ArrayBuffer.isView(value);
}

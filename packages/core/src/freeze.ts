/** Freezes a JSON value all the way down and returns it; parts that are frozen already are taken as frozen below too, and binary views, which cannot be frozen, are left. */
export function deepFreeze<T>(value: T): T {
	const waiting: unknown[] = [value];
	for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
		if (typeof part !== 'object' || part === null || Object.isFrozen(part) || ArrayBuffer.isView(part)) continue;
		Object.freeze(part);
		for (const inner of Object.values(part)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
	}
	return value;
}

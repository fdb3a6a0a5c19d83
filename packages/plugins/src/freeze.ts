/**
 * Freezes a JSON value all the way down and returns it. What is frozen already is taken as frozen below too; binary views
 * cannot be frozen and are left.
 */
export function deepFreeze<T>(value: T): T {
	const waiting: unknown[] = [value];
	while (waiting.length > 0) {
		const part = waiting.pop();
		if (typeof part !== 'object' || part === null || Object.isFrozen(part) || ArrayBuffer.isView(part)) continue;
		Object.freeze(part);
		for (const inner of Object.values(part)) if (typeof inner === 'object' && inner !== null) waiting.push(inner);
	}
	return value;
}

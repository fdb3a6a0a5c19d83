/** UTF-16 units that one result, message or other part of an event may hold that others hand in: what becomes of it fits a frame. */
export const largestPart = 16 * 1024 * 1024;

/** About the UTF-16 units of a JSON value as text: its texts, its names, and some for each member. Looks no further once it is over a limit: Infinity. */
export function sizeWithin(value: unknown, limit: number): number {
	const waiting = [value];
	let size = 0;
	for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
		if (typeof part === 'string') size += part.length;
		else if (typeof part === 'object' && part !== null) {
			for (const [key, inner] of Object.entries(part)) {
				size += key.length + 4;
				if (inner !== undefined) waiting.push(inner);
			}
		}
		if (size > limit) return Number.POSITIVE_INFINITY;
	}
	return size;
}

/** Why something that becomes part of an event is too large for one, or nothing. */
export function sizeFault(value: unknown, path: string): string | undefined {
	if (sizeWithin(value, largestPart) <= largestPart) return undefined;
	return `${path} has more than ${largestPart} characters, which is the most that is carried; give less, or the name of a file that holds it`;
}

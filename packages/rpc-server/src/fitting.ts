import { isRecord, wellFormedText } from '@myelin/core';

/** How much of a value is kept: characters of a text, and members of a list or an object. */
interface Measure {
	readonly text: number;
	readonly members: number;
}

/** One after the other, until what is left fits. */
const measures: readonly Measure[] = [
	{ text: 64 << 10, members: 10_000 },
	{ text: 4 << 10, members: 1000 },
	{ text: 256, members: 50 },
	{ text: 80, members: 10 },
];

/** What a value became so that its message fits; `fits` is false where nothing was enough. */
export interface Fitted<T> {
	readonly value: T;
	readonly text: string;
	readonly fits: boolean;
}

/** Bytes that a character takes in a message at most: all its escapes. */
export const longestEscape = 6;

/** Whether a message has at most so many bytes. Most are known to by their length alone. */
export function fits(json: string, maxBytes: number): boolean {
	return json.length * 3 <= maxBytes || (json.length <= maxBytes && Buffer.byteLength(json) <= maxBytes);
}

/** What is said of a message that does not fit. */
export function tooLarge(json: string, maxBytes: number): string {
	return `it has ${Buffer.byteLength(json)} bytes, and a message has at most ${maxBytes}`;
}

/**
 * The message that `write` makes of a value from which its large parts were left out, as few as the limit asks for: a text keeps its
 * beginning and says how much is gone, an image becomes such a text, a list or an object keeps its first members.
 */
export function fitted<T>(whole: T, write: (value: T) => string, maxBytes: number): Fitted<T> {
	let value = whole;
	let text = '';
	for (const measure of measures) {
		value = shortened(whole, measure) as T;
		text = write(value);
		if (fits(text, maxBytes)) return { value, text, fits: true };
	}
	return { value, text, fits: false };
}

function shortened(value: unknown, measure: Measure): unknown {
	if (typeof value === 'string') return shortText(value, measure);
	if (Array.isArray(value)) return value.slice(0, measure.members).map((part) => shortened(part, measure));
	if (!isRecord(value)) return value;
	const { type, data } = value;
	if (type === 'image' && typeof data === 'string' && data.length > measure.text)
		return { type: 'text', text: `[… an image of ${data.length} characters left out …]` };
	const members = Object.entries(value).slice(0, measure.members);
	return Object.fromEntries(members.map(([key, part]) => [key, shortened(part, measure)]));
}

function shortText(text: string, measure: Measure): string {
	const left = text.length - measure.text;
	return left <= 0 ? text : `${wellFormedText(text.slice(0, measure.text))}\n[… ${left} characters left out …]`;
}

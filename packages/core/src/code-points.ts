/** The longest part of a text that ends on a whole code point, and the high surrogate that was left, or `''`. */
export function cutHalf(text: string): readonly [whole: string, half: string] {
	const last = text.charCodeAt(text.length - 1);
	return last >= 0xd800 && last <= 0xdbff ? [text.slice(0, -1), text.slice(-1)] : [text, ''];
}

/** What stands for a half of a code point whose other half never came: U+FFFD. */
export const replacement = '\uFFFD';

/** The same text with U+FFFD for each half of a code point, which no other program could read. */
export function wellFormedText(text: string): string {
	return text.replace(/\p{Surrogate}/gu, replacement);
}

/** The first `limit` UTF-16 units of a text, fewer if the last would be half a code point. */
export function clipAt(text: string, limit: number): string {
	return text.length <= limit ? text : cutHalf(text.slice(0, limit))[0];
}

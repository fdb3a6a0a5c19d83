/** A place in a text, or the one before it where it stands inside a code point. */
export function codePointStart(text: string, place: number): number {
	const isInside = (text.charCodeAt(place) & 0xfc00) === 0xdc00 && (text.charCodeAt(place - 1) & 0xfc00) === 0xd800;
	return isInside ? place - 1 : place;
}

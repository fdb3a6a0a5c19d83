/** Characters, as a person counts them, that a name made from a text has at most. */
const maxCharacters = 50;

/** UTF-16 units that it has at most, however many of them a character is made of. */
const maxUnits = 400;

/** A name made from what somebody said: its first line that says something, cut where a character ends; nothing from a blank text. */
export function nameFrom(text: string): string | undefined {
	const line = /\S[^\r\n\u2028\u2029]*/u.exec(text)?.[0].slice(0, 2 * maxUnits);
	// Neither what steers a terminal nor what turns the direction of writing belongs into a list of names.
	const plain = line?.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
	if (plain === undefined || plain === '') return undefined;
	return plain.length <= maxCharacters ? plain : cut(plain);
}

function cut(line: string): string {
	const ends: number[] = [];
	for (const { index, segment } of new Intl.Segmenter().segment(line)) {
		const end = index + segment.length;
		if (ends.length > maxCharacters || end > maxUnits) break;
		ends.push(end);
	}
	if (ends.at(-1) === line.length && ends.length <= maxCharacters) return line;
	return `${line.slice(0, ends[maxCharacters - 2] ?? ends.at(-1) ?? 0).trimEnd()}…`;
}

/** Characters, as a person counts them, that a name made from a text has at most. */
const maxCharacters = 50;

/** UTF-16 units that it has at most, however many of them a character is made of. */
const maxUnits = 400;

/** What a person would see of a text. */
const visible = /[^\s\p{Cf}\p{Cc}]/u;

/** What steers a terminal, turns the direction of writing or is half a character does not belong into a list of names. */
const steering = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Characters of a name that a person gives, in UTF-16 units. */
const maxGiven = 200;

/** Why a text is no name for a session. */
export function nameFault(name: string): string | undefined {
	if (name.length <= maxGiven && visible.test(name) && !steering.test(name)) return undefined;
	return `a name is one line of at most ${maxGiven} characters that shows something, and this is ${JSON.stringify(name.slice(0, 60))}`;
}

/** A name made from what somebody said: its first line that says something, cut where a character ends; nothing from a blank text. */
export function nameFrom(text: string): string | undefined {
	const line = /\S[^\r\n\u2028\u2029]*/u.exec(text)?.[0].slice(0, 2 * maxUnits);
	const plain = line?.replace(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
	if (plain === undefined || !visible.test(plain)) return undefined;
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

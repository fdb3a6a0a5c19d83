const stopWords: ReadonlySet<string> = new Set(
	(
		'a about an and any are as at be but by call can could did do does for from give had has have how i if in into is it its ' +
		'kindly let lets me my no not now of on or our out please slow slowly so some tell than that the their them then there these ' +
		'they think this to tool up us use using very was we what when where which who why will with would you your'
	).split(' '),
);

/** Whether a lower-case word says nothing about what is wanted. */
export function isStopWord(word: string): boolean {
	return stopWords.has(word);
}

/** The lower-case words of a text, in order. Names fall apart: `wordCount`, `word_count` and `word.count` are all two words. */
export function wordsOf(text: string): string[] {
	const spaced = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
	return (spaced.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** The stem of a lower-case English word, roughly: `files` and `file`, `counting` and `count`, `entries` and `entry` are the same. */
export function stemOf(word: string): string {
	if (word.length <= 3 || /(ss|us|is)$/.test(word)) return word;
	if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
	if (/s$/.test(word)) return stemOf(word.slice(0, -1));
	const root = /^(.{3,}?)(?:ing|ed)$/.exec(word)?.[1];
	if (root === undefined) return word;
	return /([^aeiouls])\1$/.test(root) ? root.slice(0, -1) : root;
}

/** The distinct stems of a text's meaningful words, in order. */
export function stemsOf(text: string): string[] {
	return [
		...new Set(
			wordsOf(text)
				.filter((word) => !isStopWord(word))
				.map(stemOf),
		),
	];
}

/** UTF-16 units of a stranger's text that are shown: a reason or a message may be of any length. */
const shown = 10_000;

/** A text no longer than is shown, cut at a whole character. */
export function cutText(text: string): string {
	return text.length <= shown ? text : `${text.slice(0, shown).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

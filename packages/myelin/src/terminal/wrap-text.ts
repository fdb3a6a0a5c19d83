const takesNoColumn = /^[\p{Mark}\p{Cf}]/u;
const takesTwoColumns =
	/^(?:\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}])/u;

/** How many columns of a terminal a code point takes. Source: Unicode's East Asian Width, without the ambiguous ones. */
export function columnsOf(codePoint: string): number {
	if (codePoint < '\u0300') return 1;
	if (takesNoColumn.test(codePoint)) return 0;
	return takesTwoColumns.test(codePoint) ? 2 : 1;
}

/** A text as the rows of a terminal that is so many columns wide; a tab counts as one blank. */
export function wrapText(text: string, columns: number): string[] {
	return text
		.replaceAll('\t', ' ')
		.split('\n')
		.flatMap((line) => wrapLine(line, columns));
}

function wrapLine(line: string, columns: number): string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const codePoint of line) {
		const width = columnsOf(codePoint);
		if (used + width > columns && row !== '') {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += codePoint;
		used += width;
	}
	return [...rows, row];
}

/** What a model or a tool says may hold control characters; shown as pictures they cannot command the terminal. */
export function visible(text: string): string {
	return text.replaceAll(/[\p{Cc}]/gu, (control) => {
		if (control === '\n' || control === '\t') return control;
		const code = control.charCodeAt(0);
		return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\u2421';
	});
}

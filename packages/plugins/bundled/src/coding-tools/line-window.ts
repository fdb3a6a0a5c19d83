/** What to take of a text: from line `first` (counted from 1) on, at most so many lines and characters. */
export interface LineLimits {
	readonly first: number;
	readonly lines: number;
	readonly chars: number;
}

/** The lines taken, verbatim with their line ends. */
export interface LineWindow {
	readonly text: string;
	/** How many lines the text had as far as it was read. */
	readonly seen: number;
	/** The line to go on with; undefined when the text ended. */
	readonly next: number | undefined;
	/** Set when a single line was longer than the character limit and had to be cut. */
	readonly isCut: boolean;
}

/** Takes lines out of a text that arrives in pieces, and stops reading when it has enough. */
export async function takeLines(pieces: AsyncIterable<string>, limits: LineLimits): Promise<LineWindow> {
	const end = limits.first + limits.lines;
	let text = '';
	let line = 1;
	let atLineStart = true;
	for await (const piece of pieces) {
		for (let at = 0; at < piece.length; ) {
			if (line >= end) return { text, seen: line, next: line, isCut: false };
			const newline = piece.indexOf('\n', at);
			const stop = newline < 0 ? piece.length : newline + 1;
			if (line >= limits.first) {
				if (text.length + stop - at > limits.chars) return atLimit(text + piece.slice(at, stop), line, limits.chars);
				text += piece.slice(at, stop);
			}
			atLineStart = newline >= 0;
			if (atLineStart) line += 1;
			at = stop;
		}
	}
	return { text, seen: atLineStart ? line - 1 : line, next: undefined, isCut: false };
}

function atLimit(text: string, line: number, chars: number): LineWindow {
	const whole = text.lastIndexOf('\n', chars - 1) + 1;
	if (whole > 0) return { text: text.slice(0, whole), seen: line, next: line, isCut: false };
	return { text: text.slice(0, chars), seen: line, next: line + 1, isCut: true };
}

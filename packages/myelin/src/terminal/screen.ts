import type { Clock } from '@myelin/core';
import { wrapText } from './wrap-text.ts';

/** A text in one colour: an SGR code, or none. */
export interface Coloured {
	readonly text: string;
	readonly colour?: number | undefined;
}

/** Where a stream is shown: what is finished stays, what is in progress is drawn anew until it is. */
export interface Screen {
	/** Shows what is finished. Every text becomes whole lines. */
	print(finished: readonly Coloured[]): void;
	/** What is in progress has changed; `build` is called when it is drawn, at most at frame rate. */
	live(build: () => readonly Coloured[]): void;
	/** The person entered a line, as the terminal shows it: it becomes a finished one. */
	typed(line: string): void;
}

/** A terminal that can be written to. */
export interface Output {
	readonly columns?: number;
	readonly rows?: number;
	write(text: string): unknown;
}

/** The line that a person is typing below the live area. */
export interface InputLine {
	/** The row of the cursor within the line. */
	getCursorPos(): { readonly rows: number };
	/** Draws the line anew where the cursor is, its cursor kept. */
	prompt(preserveCursor: boolean): void;
}

/** Milliseconds between two drawings of what is in progress. */
const frameMs = 33;

/** A screen that shows finished things only: a file or a pipe. */
export function plainScreen(output: Output, colour: boolean): Screen {
	return {
		print: (finished) => void output.write(linesOf(finished, colour)),
		live: () => undefined,
		typed: () => undefined,
	};
}

/** A screen with a live area at its bottom, above the line that is being typed, if one is. */
export function liveScreen(output: Output, colour: boolean, clock: Clock, input?: InputLine): Screen {
	/** The live area as it was drawn last. */
	let shown = '';
	/** Rows between its beginning and the line that is being typed. */
	let drawn = 0;
	let build: () => readonly Coloured[] = () => [];
	let isDue = false;

	const draw = (finished: string) => {
		const rows = lastRows(build(), output, colour);
		const area = rows.map((row) => `${row}\n`).join('');
		if (finished === '' && area === shown) return;
		const cursorRow = input?.getCursorPos().rows ?? 0;
		const up = drawn + cursorRow;
		output.write(`\r${up > 0 ? `\u001b[${up}A` : ''}\u001b[J${finished}${area}`);
		shown = area;
		drawn = rows.length;
		if (input === undefined) return;
		// The line goes up by as many rows as its cursor was down.
		output.write('\n'.repeat(cursorRow));
		input.prompt(true);
	};
	return {
		print(finished) {
			draw(linesOf(finished, colour));
		},
		typed(line) {
			// The cursor is in the row below it.
			drawn += wrapText(line, sizeOf(output).columns).length;
			draw(linesOf([{ text: line }], colour));
		},
		live(next) {
			build = next;
			if (isDue) return;
			isDue = true;
			clock.after(frameMs, () => {
				isDue = false;
				draw('');
			});
		},
	};
}

function linesOf(texts: readonly Coloured[], colour: boolean): string {
	return texts
		.map((coloured) => {
			const { text } = coloured;
			const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
			return `${painted({ ...coloured, text: whole }, colour)}\n`;
		})
		.join('');
}

/** What is in progress never fills more than the terminal: rows above it could not be drawn anew. */
function lastRows(texts: readonly Coloured[], output: Output, colour: boolean): string[] {
	const { columns, rows } = sizeOf(output);
	const all = texts.flatMap(({ text, colour: code }) =>
		wrapText(text, columns - 1).map((row) => painted({ text: row, colour: code }, colour)),
	);
	return all.slice(-Math.max(1, rows - 3));
}

/** A terminal that does not know its size says 0. */
function sizeOf({ columns, rows }: Output): { readonly columns: number; readonly rows: number } {
	return { columns: columns || 80, rows: rows || 24 };
}

function painted({ text, colour: code }: Coloured, colour: boolean): string {
	return colour && code !== undefined && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
}

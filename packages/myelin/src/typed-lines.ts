import type { Interface } from 'node:readline';

/** What a person types, line by line: a line that is typed while nobody asks waits for its turn. */
export interface TypedLines {
	/** The next line, or nothing at the end of input. */
	next(): Promise<string | undefined>;
}

/** The lines of a terminal, from now on. */
export function typedLines(terminal: Interface): TypedLines {
	const waiting: string[] = [];
	let ended = false;
	let wake: () => void = () => {};
	terminal.on('line', (line) => {
		waiting.push(line);
		wake();
	});
	terminal.on('close', () => {
		ended = true;
		wake();
	});
	return {
		async next() {
			if (waiting.length === 0 && !ended) {
				terminal.prompt(true);
				await new Promise<void>((resolve) => {
					wake = resolve;
				});
			}
			return waiting.shift();
		},
	};
}

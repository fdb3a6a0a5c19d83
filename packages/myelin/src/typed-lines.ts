import type { Interface } from 'node:readline';

/** What a person types, line by line: a line that is typed while nobody asks waits for its turn. */
export interface TypedLines {
	/** The next line, or nothing at the end of input. */
	next(): Promise<string | undefined>;
	/** The line that is typed next, before those who wait for a turn get it; nothing when `signal` aborts, or at the end of input. */
	answer(signal: AbortSignal): Promise<string | undefined>;
}

/** The lines of a terminal, from now on. */
export function typedLines(terminal: Interface): TypedLines {
	const waiting: string[] = [];
	/** Who wants to be answered, the first one first. */
	const asking = new Set<(line: string | undefined) => void>();
	let ended = false;
	let wake: () => void = () => {};
	terminal.on('line', (line) => {
		const [first] = asking;
		if (first !== undefined) return first(line);
		waiting.push(line);
		wake();
	});
	terminal.on('close', () => {
		ended = true;
		for (const settle of [...asking]) settle(undefined);
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
		answer(signal) {
			if (ended || signal.aborted) return Promise.resolve(undefined);
			return new Promise((resolve) => {
				const settle = (line: string | undefined) => {
					asking.delete(settle);
					signal.removeEventListener('abort', giveUp);
					resolve(line);
				};
				const giveUp = () => settle(undefined);
				asking.add(settle);
				signal.addEventListener('abort', giveUp);
				terminal.prompt(true);
			});
		},
	};
}

/** A row of a table: what was measured, and a cell for each column. */
export interface Row {
	readonly what: string;
	readonly cells: readonly string[];
}

/** Prints a table with its columns aligned. */
export function printTable(title: string, columns: readonly string[], rows: readonly Row[]): void {
	const lines = [['', ...columns], ...rows.map(({ what, cells }) => [what, ...cells])];
	const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
	const render = (line: readonly string[]) =>
		line
			.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
			.join('  ');
	console.log(`\n${title}`);
	for (const line of lines) console.log(render(line).trimEnd());
}

/** The middle of a list of numbers. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** A ratio against its target: more than twice the target fails a bench, since these machines are noisy. */
export function judge(ratio: number, target: number): { text: string; failed: boolean } {
	const failed = ratio > 2 * target;
	return { text: failed ? 'FAILED' : ratio <= target ? 'ok' : 'above', failed };
}

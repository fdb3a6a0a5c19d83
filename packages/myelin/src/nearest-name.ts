/** Changes of one character that still pass for a slip of the hand; a short name has fewer. */
const mostSlips = 2;

/** The name that somebody most likely meant: the one that is fewest slips away, if there is one within two and less than half of it. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
	const slips = names.map((name) => ({ name, count: distance(written, name) }));
	const close = slips.filter(({ name, count }) => count <= Math.min(mostSlips, Math.floor((name.length - 1) / 2)));
	return close.sort((one, other) => one.count - other.count)[0]?.name;
}

/** Characters to add, leave out, exchange or swap with a neighbour. */
function distance(from: string, to: string): number {
	const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, at) => at)];
	const cost = (row: number, column: number) => rows[row]?.[column] ?? 0;
	for (let row = 1; row <= from.length; row += 1) {
		rows.push([row]);
		for (let column = 1; column <= to.length; column += 1) {
			const isSame = from[row - 1] === to[column - 1];
			const isSwapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
			const ways = [cost(row - 1, column) + 1, cost(row, column - 1) + 1, cost(row - 1, column - 1) + (isSame ? 0 : 1)];
			rows[row]?.push(Math.min(...ways, isSwapped ? cost(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY));
		}
	}
	return cost(from.length, to.length);
}

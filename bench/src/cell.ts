import { spawnSync } from 'node:child_process';

/** One measurement that runs in a process of its own; what it returns must survive JSON. */
export type Cell = (...args: readonly number[]) => Promise<number>;

/**
 * Runs a cell in a fresh process, so that no cell warms or burdens another. Call `answerCells` first in the same file: the
 * child is that file again. Throws if the child fails.
 */
export function measure(file: string, name: string, ...args: readonly number[]): number {
	const options = ['--expose-gc', '--conditions=@myelin/source', '--import', 'tsx', file, name, ...args.map(String)];
	const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
	if (status !== 0) throw new Error(`the cell ${name} ${args.join(' ')} ended with ${status}: ${stderr}`);
	return Number(stdout);
}

/** In a child: runs the cell that it was started for, prints its figure, and resolves with true. */
export async function answerCells(cells: Readonly<Record<string, Cell>>): Promise<boolean> {
	const [name = '', ...args] = process.argv.slice(2);
	const cell = cells[name];
	if (cell === undefined) return false;
	process.stdout.write(String(await cell(...args.map(Number))));
	return true;
}

/** The shortest of several runs, in nanoseconds: what the code costs when nobody else wants the processor. */
export async function fastest(runs: number, run: () => Promise<unknown>): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < runs; round++) {
		const since = process.hrtime.bigint();
		await run();
		best = Math.min(best, Number(process.hrtime.bigint() - since));
	}
	return best;
}

/** Bytes of heap in use after everything that can go has gone. */
export function heapInUse(): number {
	for (let round = 0; round < 4; round++) globalThis.gc?.();
	return process.memoryUsage().heapUsed;
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One measurement that runs in a process of its own; what it returns must survive JSON. */
export type Cell = (...args: readonly number[]) => Promise<number>;

/** Measures one cell with its arguments. Throws if its process fails. */
export type Figure = (name: string, ...args: readonly number[]) => number;

/**
 * Bundles a bench as the server is bundled, runs `report` with what measures its cells, and clears up. Each cell has a fresh process,
 * so that none warms or burdens another; the child is the bundled bench itself, which calls `answerCells` before anything else.
 */
export async function withFigures(file: string, report: (figure: Figure) => void): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-bench-'));
	const program = join(folder, 'bench.mjs');
	try {
		const { build } = await import('rolldown');
		await build({
			input: file,
			platform: 'node',
			resolve: { conditionNames: ['@myelin/source'] },
			external: ['rolldown'],
			output: { dir: folder, entryFileNames: 'bench.mjs', format: 'esm' },
		});
		report((name, ...args) => run(program, name, args));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

function run(program: string, name: string, args: readonly number[]): number {
	const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', program, name, ...args.map(String)], {
		encoding: 'utf8',
	});
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

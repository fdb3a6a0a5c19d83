// What each client sees of a server that says deltas as fast as the pipe takes them, beside a bare reader of that pipe in the same
// language, which parses each line and does no more. MYELIN_BENCH_EVENTS says how many (a million).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, printTable, type Row } from './table.ts';

/** What one program saw: events a second, microseconds of its processor time for each, megabytes after a tenth of the events and at the end, ms from spawn to the first event. */
interface Figures {
	readonly rate: number;
	readonly cpu: number;
	readonly early: number;
	readonly late: number;
	readonly first: number;
}

interface Language {
	readonly name: string;
	/** A client may cost so many times what the bare reader does. */
	readonly target: number;
	readonly run: (kind: 'client' | 'bare', count: number) => Figures;
}

const root = join(import.meta.dirname, '../..');
const peers = join(import.meta.dirname, 'peers/clients');
const folder = mkdtempSync(join(tmpdir(), 'myelin-bench-'));

/** Bytes by which a client may grow for each delta of a message that is still under way: its text is twenty of them. */
const mostGrowth = 100;

function figuresOf(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Figures {
	const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, ...env } });
	if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`);
	return JSON.parse(stdout);
}

function isThere(program: string, ...args: string[]): boolean {
	return spawnSync(program, args).status === 0;
}

/** Builds the Go program once. */
function goProgram(): string {
	const program = join(folder, 'count');
	const { status, stderr } = spawnSync('go', ['build', '-o', program, '.'], {
		cwd: join(peers, 'go'),
		encoding: 'utf8',
	});
	if (status !== 0) throw new Error(`the Go program does not build: ${stderr}`);
	return program;
}

function languages(): Language[] {
	const node = ['--expose-gc', '--conditions=@myelin/source', '--import', 'tsx', join(peers, 'count.ts')];
	const found: Language[] = [
		{
			name: 'TypeScript',
			target: 2,
			run: (kind, count) => figuresOf(process.execPath, [...node, kind, String(count)]),
		},
	];
	if (isThere('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 11))')) {
		const env = { PYTHONPATH: join(root, 'packages/clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
		const program = join(peers, 'count.py');
		found.push({
			name: 'Python',
			target: 3,
			run: (kind, count) => figuresOf('python3', [program, kind, String(count)], env),
		});
	} else console.log('no Python 3.11: its client is left out');
	if (isThere('go', 'version')) {
		const program = goProgram();
		const flood = join(peers, 'flood.mjs');
		found.push({ name: 'Go', target: 2, run: (kind, count) => figuresOf(program, [kind, String(count), flood]) });
	} else console.log('no Go: its client is left out');
	return found;
}

function measure({ name, target, run }: Language, count: number): Row & { readonly failed: boolean } {
	const bare = run('bare', count);
	const client = run('client', count);
	// By processor time: a machine that is busy otherwise does not count.
	const ratio = client.cpu / bare.cpu;
	const growth = ((client.late - client.early) * 1e6) / (0.9 * count);
	const { text, failed } = judge(ratio, target);
	const verdict = growth > 2 * mostGrowth ? 'FAILED: memory' : text;
	const perSecond = (rate: number) => `${Math.round(rate / 1000)} k/s`;
	return {
		what: name,
		cells: [
			perSecond(bare.rate),
			perSecond(client.rate),
			`${bare.cpu.toFixed(1)} µs`,
			`${client.cpu.toFixed(1)} µs`,
			`${ratio.toFixed(2)} × (${target})`,
			`${growth.toFixed(0)} bytes (${mostGrowth})`,
			`${Math.round(bare.first)} ms`,
			`${Math.round(client.first)} ms`,
			verdict,
		],
		failed: failed || growth > 2 * mostGrowth,
	};
}

const count = Number(process.env.MYELIN_BENCH_EVENTS ?? 1_000_000);
try {
	const rows = languages().map((language) => measure(language, count));
	const columns = [
		'bare pipe',
		'client',
		'cpu (bare)',
		'cpu',
		'costs',
		'memory for each',
		'first (bare)',
		'first event',
		'',
	];
	printTable(`clients: ${count} deltas of one server`, columns, rows);
	if (rows.some(({ failed }) => failed)) process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

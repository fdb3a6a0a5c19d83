// How soon a spawned server answers, against a bare `node -e 0` in the same round.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judge, median, printTable } from './table.ts';

const rounds = 15;
const server = join(import.meta.dirname, '../../packages/myelin/dist/server.cjs');
const home = mkdtempSync(join(tmpdir(), 'myelin-bench-'));
const manyPlugins = join(home, 'settings.json');

/** What the first request and the second of a program that drives sessions look like. */
const initialize = {
	jsonrpc: '2.0',
	id: 1,
	method: 'initialize',
	params: { clientInfo: { name: 'bench' }, protocolVersion: { min: 1, max: 1 } },
};
const create = { jsonrpc: '2.0', id: 2, method: 'session/create', params: {} };

interface Times {
	readonly initialized: number;
	readonly created: number;
	/** Megabytes at the first answer. */
	readonly memory: number;
}

/** A clean environment: a NODE_EXTRA_CA_CERTS of the caller slows every start. */
const env = { PATH: process.env.PATH, HOME: home, LANG: 'C.UTF-8' };

function elapsed(since: bigint): number {
	return Number(process.hrtime.bigint() - since) / 1e6;
}

async function bareNode(): Promise<number> {
	const since = process.hrtime.bigint();
	await ended(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env }));
	return elapsed(since);
}

async function serverTimes(...options: readonly string[]): Promise<Times> {
	const since = process.hrtime.bigint();
	const child = spawn(process.execPath, [server, ...options], { stdio: ['pipe', 'pipe', 'inherit'], env });
	child.stdin.write(`${JSON.stringify(initialize)}\n`);
	await line(child);
	const initialized = elapsed(since);
	const memory = peakMemory(child.pid);
	child.stdin.write(`${JSON.stringify(create)}\n`);
	await line(child);
	const created = elapsed(since);
	child.stdin.end();
	await ended(child);
	return { initialized, created, memory };
}

function line(child: ChildProcess): Promise<void> {
	return new Promise((resolve, reject) => {
		child.stdout?.once('data', () => resolve());
		child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
	});
}

function ended(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => child.once('close', () => resolve()));
}

function peakMemory(pid: number | undefined): number {
	try {
		return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
	} catch {
		return Number.NaN;
	}
}

function makePlugins(count: number): void {
	const paths = Array.from({ length: count }, (_, place) => {
		const path = join(home, `plugin-${place}.mjs`);
		const hook = "myelin.on('tool_call', () => undefined); myelin.on('message_update', () => undefined);";
		writeFileSync(path, `export default { name: 'plugin-${place}', setup(myelin) { ${hook} } };\n`);
		return path;
	});
	writeFileSync(manyPlugins, JSON.stringify({ plugins: paths }));
}

try {
	makePlugins(50);
	await serverTimes();
	const bare: number[] = [];
	const plain: Times[] = [];
	const loaded: Times[] = [];
	for (let round = 0; round < rounds; round++) {
		bare.push(await bareNode());
		plain.push(await serverTimes());
		loaded.push(await serverTimes('--settings', manyPlugins));
	}
	const ratio = (times: readonly number[]) => median(times.map((time, round) => time / (bare[round] ?? Number.NaN)));
	const figures = [
		['spawn → initialize answered', plain.map(({ initialized }) => initialized), 1.3],
		['spawn → session/create answered', plain.map(({ created }) => created), 2.5],
		['… with 50 plugins', loaded.map(({ created }) => created), 4],
	] as const;
	let failed = false;
	const rows = figures.map(([what, times, target]) => {
		const verdict = judge(ratio(times), target);
		failed ||= verdict.failed;
		return {
			what,
			cells: [`${median(times).toFixed(1)} ms`, ratio(times).toFixed(2), target.toFixed(1), verdict.text],
		};
	});
	printTable(
		`start, median of ${rounds} rounds; bare node ${median(bare).toFixed(1)} ms`,
		['time', '× bare node', 'target', ''],
		rows,
	);
	console.log(`memory at the first answer: ${median(plain.map(({ memory }) => memory)).toFixed(0)} MB (target 60)`);
	process.exitCode = failed ? 1 : 0;
} finally {
	rmSync(home, { recursive: true, force: true });
}

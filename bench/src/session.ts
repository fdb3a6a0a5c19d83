// What keeping sessions costs: opening a large one, writing, a turn in a long one, and one that is idle.
import { spawnSync } from 'node:child_process';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Entry, jsonlStore, Session, type SessionLease } from '@myelin/session';
import { benchPorts, fillSession } from './session/bench-ports.ts';
import { planning } from './session/planning.ts';
import { hangingRequest, runEnd } from './session/run-end.ts';
import { judge, median, printTable, type Row } from './table.ts';

const folder = mkdtempSync(join(tmpdir(), 'myelin-bench-'));
const outputBytes = 10_000;
let failed = false;

/** A row whose ratio is held against a target; nothing is held against an absolute figure. */
function row(what: string, figure: string, yardstick: string, ratio: number, target: number): Row {
	const verdict = judge(ratio, target);
	failed ||= verdict.failed;
	return { what, cells: [figure, yardstick, ratio.toFixed(2), `${target}`, verdict.text] };
}

interface Reading {
	readonly ms: number;
	readonly megabytes: number;
}

function read(sessionId: string, how: 'open' | 'relay'): Reading {
	const script = join(import.meta.dirname, 'session/read-session.ts');
	const { stdout, stderr } = spawnSync(process.execPath, [...process.execArgv, script, folder, sessionId, how], {
		encoding: 'utf8',
	});
	if (stdout === '') throw new Error(`reading ${sessionId} failed: ${stderr}`);
	return JSON.parse(stdout);
}

function best(sessionId: string, how: 'open' | 'relay'): Reading {
	const readings = [1, 2, 3].map(() => read(sessionId, how));
	return readings.sort((a, b) => a.ms - b.ms)[0] as Reading;
}

async function opening(): Promise<Row[]> {
	await fillSession(folder, 'small', 1_000, outputBytes);
	await fillSession(folder, 'large', 10_000, outputBytes);
	const [small, large, relay] = [best('small', 'open'), best('large', 'open'), best('large', 'relay')];
	const growth = large.ms / small.ms / 10;
	const ms = (value: number) => `${value.toFixed(0)} ms`;
	const mb = (value: number) => `${value.toFixed(0)} MB`;
	return [
		row('open 105 MB, against parsing its lines', ms(large.ms), ms(relay.ms), large.ms / relay.ms, 1.5),
		row('… time for a tenth of it, ten times', ms(large.ms), ms(small.ms * 10), growth, 1.2),
		row('… memory at the peak', mb(large.megabytes), mb(relay.megabytes), large.megabytes / relay.megabytes, 1.3),
	];
}

function entryOf(number: number): Entry {
	const message = {
		id: `m_${number}`,
		role: 'user',
		timestamp: number,
		content: [{ type: 'text', text: 'x'.repeat(1000) }],
	} as const;
	return { type: 'message', id: `e_${number}`, parentId: null, seq: number, at: number, data: { message } };
}

/** Microseconds an entry; medians of blocks, so that one interruption counts once. */
async function perEntry(count: number, write: (entry: Entry) => void | Promise<void>): Promise<number> {
	const blocks: number[] = [];
	for (let block = 0; block < 20; block++) {
		const since = performance.now();
		for (let number = 0; number < count; number++) await write(entryOf(block * count + number));
		blocks.push(((performance.now() - since) / count) * 1000);
	}
	return median(blocks);
}

async function appending(): Promise<Row[]> {
	const lease: SessionLease = await jsonlStore(folder).create({ sessionId: 'append', cwd: '/', createdAt: 1 });
	const fd = openSync(join(folder, 'bare'), 'a', 0o600);
	const bare = (entry: Entry) => void writeSync(fd, `${JSON.stringify(entry)}\n`);
	const own = await perEntry(500, (entry) => lease.append([{ kind: 'entry', entry }]));
	const least = await perEntry(500, bare);
	const ownSync = await perEntry(5, async (entry) => {
		await lease.append([{ kind: 'entry', entry }]);
		await lease.sync();
	});
	const leastSync = await perEntry(5, (entry) => {
		bare(entry);
		fdatasyncSync(fd);
	});
	closeSync(fd);
	await lease.release();
	const us = (value: number) => `${value.toFixed(1)} µs`;
	return [
		row('append an entry of 1 KB, against a bare write', us(own), us(least), own / least, 3),
		row('… with fdatasync', us(ownSync), us(leastSync), ownSync / leastSync, 1.5),
	];
}

/** Milliseconds of a prompt that is answered at once, in a session that has so many messages. */
async function turnIn(sessionId: string, messages: number): Promise<number> {
	await fillSession(folder, sessionId, messages / 2, 100);
	const session = await Session.open(jsonlStore(folder), sessionId, benchPorts());
	const times: number[] = [];
	for (let number = 0; number < 200; number++) {
		const since = performance.now();
		await session.prompt('go on');
		times.push(performance.now() - since);
	}
	await session.close();
	return median(times);
}

async function turns(): Promise<Row[]> {
	await turnIn('warm-up', 100);
	const short = await turnIn('short', 100);
	const long = await turnIn('long', 10_000);
	const ms = (value: number) => `${value.toFixed(2)} ms`;
	return [row('a turn at 10 000 messages, against 100', ms(long), ms(short), long / short, 1.5)];
}

async function ending(): Promise<Row[]> {
	await runEnd(folder, 'warm-end', {});
	const bare = await runEnd(folder, 'bare-end', { concerns: [] });
	const all = await runEnd(folder, 'all-end', { afterRun: hangingRequest });
	const ms = (value: number) => `${value.toFixed(3)} ms`;
	return [
		row('last delta to the end of its run, all on and a side request that hangs', ms(all), '1 ms', all, 1),
		row('… against a session that records nothing', ms(all), ms(bare), all / bare, 4),
	];
}

async function compacting(): Promise<Row[]> {
	await planning(100);
	const [short, long] = [await planning(1_000), await planning(10_000)];
	const ms = (value: number) => `${value.toFixed(1)} ms`;
	return [
		row(
			'plan a compaction of 10 000 messages, against parsing them',
			ms(long.plan),
			ms(long.read),
			long.plan / long.read,
			1,
		),
		row('… against 50 ms', ms(long.plan), '50 ms', long.plan / 50, 1),
		row('… against ten times a tenth of it', ms(long.plan), ms(short.plan * 10), long.plan / short.plan / 10, 1.2),
	];
}

async function idling(): Promise<Row[]> {
	const count = 200;
	const ports = benchPorts();
	const store = jsonlStore(folder);
	const make = (name: string) => Session.create(store, { id: name, cwd: '/' }, ports);
	const sessions = [await make('warm')];
	globalThis.gc?.();
	const before = process.memoryUsage();
	const since = performance.now();
	for (let number = 0; number < count; number++) sessions.push(await make(`idle-${number}`));
	const ms = (performance.now() - since) / count;
	globalThis.gc?.();
	const after = process.memoryUsage();
	const megabytes = (after.heapUsed + after.external - before.heapUsed - before.external) / count / 1024 / 1024;
	for (const session of sessions) await session.close();
	return [
		row('make an idle session', `${ms.toFixed(2)} ms`, '3 ms', ms / 3, 1),
		row('… and keep it', `${megabytes.toFixed(3)} MB`, '0.5 MB', megabytes / 0.5, 1),
	];
}

try {
	const rows = [
		...(await opening()),
		...(await appending()),
		...(await turns()),
		...(await ending()),
		...(await compacting()),
		...(await idling()),
	];
	const size = (statSync(join(folder, 'large.jsonl')).size / 1e6).toFixed(0);
	printTable(`session; the large one has ${size} MB`, ['', 'against', 'ratio', 'target', ''], rows);
	process.exitCode = failed ? 1 : 0;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonlStore } from '@myelin/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.ts';
import { randomNumbers, seed, soaks } from './soak.ts';

const processes = 6;
const tortureMs = soaks ? 300_000 : 4_000;

/** It goes on until the lock has been held so often, however busy the machine is. */
const leastHeld = 60;

let script: string;

beforeAll(async () => {
	script = await bundleScript('locking-process.ts');
});

describe(`the lock of a session, fought over by many processes that are killed and stopped (MYELIN_SEED=${seed})`, () => {
	it('is held by one at a time, wedges never, and loses nothing that was written under it', {
		timeout: 600_000,
	}, async () => {
		const folder = join(mkdtempSync(join(tmpdir(), 'myelin-lock-')), 'sessions');
		const store = jsonlStore(folder);
		const first = await store.create({ sessionId: 's1', cwd: '/', createdAt: 1 });
		const entry = { type: 'session_info', id: 'first', parentId: null, seq: 1, at: 1, data: { name: 'x' } } as const;
		await first.append([{ kind: 'entry', entry }]);
		await first.release();

		const said = await torture(folder);
		expect(said.filter((line) => !line.startsWith('did '))).toEqual([]);
		const lease = await store.acquire('s1');
		const ids: string[] = [];
		for await (const batch of lease.read()) {
			for (const record of batch) ids.push(record.kind === 'entry' ? record.entry.id : record.kind);
		}
		expect(new Set(ids).size).toBe(ids.length);
		expect(said.map((line) => line.slice('did '.length)).filter((id) => !ids.includes(id))).toEqual([]);
		expect(said.length).toBeGreaterThanOrEqual(leastHeld);
		await lease.release();
	});
});

/** Starts processes, and at random moments kills one and starts another, or stops one for a while. Answers all they said. */
async function torture(folder: string): Promise<string[]> {
	const random = randomNumbers(seed);
	const said: string[] = [];
	const closed: Promise<void>[] = [];
	let held = 0;
	const start = () => {
		const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
		closed.push(collect(child, said));
		child.stdout?.on('data', (chunk: Buffer) => {
			held += chunk.toString().split('\n').length - 1;
		});
		return child;
	};
	const children = Array.from({ length: processes }, start);
	for (const end = Date.now() + tortureMs; Date.now() < end || held < leastHeld; ) {
		await sleep(random() * 100);
		const place = Math.floor(random() * processes);
		const child = children[place] as ChildProcess;
		if (random() < 0.4) {
			child.kill('SIGSTOP');
			await sleep(random() * 40);
			child.kill('SIGCONT');
		} else {
			child.kill('SIGKILL');
			children[place] = start();
		}
	}
	for (const child of children) child.kill('SIGKILL');
	await Promise.all(closed);
	return said;
}

/** The whole lines that a process says until it is gone; what it says of its own end is one of them. */
async function collect(child: ChildProcess, said: string[]): Promise<void> {
	let text = '';
	child.stdout?.on('data', (chunk) => {
		text += chunk;
	});
	child.stderr?.on('data', (chunk) => said.push(`failed: ${chunk}`));
	await new Promise((resolve) => child.once('close', resolve));
	said.push(...text.split('\n').slice(0, -1));
}

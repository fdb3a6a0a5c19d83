// usage: node locking-process.mjs FOLDER
// Takes the session in FOLDER for itself, again and again; says `did ID` for each entry that it has written meanwhile, and
// `two` when somebody else was in at the same time.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonlStore, SessionError, type SessionLease } from '@myelin/session';

const [folder = ''] = process.argv.slice(2);
const store = jsonlStore(folder);
const marker = join(folder, 'inside');

function say(text: string): void {
	writeSync(1, `${text}\n`);
}

/** Nobody else may be between this and `leave`; whoever was killed there is not inside any more. */
function enter(): void {
	try {
		const fd = openSync(marker, 'wx');
		writeSync(fd, `${process.pid}`);
		closeSync(fd);
	} catch {
		const pid = Number(readFileSync(marker, 'utf8'));
		if (pid !== 0 && isRunning(pid)) say(`two: ${pid} and ${process.pid}`);
		rmSync(marker, { force: true });
		enter();
	}
}

function isRunning(pid: number): boolean {
	try {
		return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
	} catch {
		return false;
	}
}

async function workOn(lease: SessionLease, number: number): Promise<void> {
	enter();
	const id = `e_${process.pid}_${number}`;
	await lease.append([
		{ kind: 'entry', entry: { type: 'session_info', id, parentId: null, seq: 1, at: 1, data: { name: id } } },
	]);
	say(`did ${id}`);
	rmSync(marker, { force: true });
	await lease.release();
}

for (let number = 0; ; number++) {
	try {
		await workOn(await store.acquire('s1'), number);
	} catch (error) {
		if (!(error instanceof SessionError) || error.code !== 'SESSION_LOCKED') throw error;
	}
	await sleep(Math.random());
}

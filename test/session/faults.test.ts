import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { saying } from '@myelin/core/testing';
import { jsonlStore, Session } from '@myelin/session';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleScript } from './bundle-script.ts';
import { scriptedPorts } from './scripted-session.ts';

let script: string;

beforeAll(async () => {
	script = await bundleScript('talking-process.ts');
});

interface Line {
	readonly failed?: string;
	readonly message?: string;
	readonly event?: { readonly type: string; readonly discarded?: true };
}

/** Lets a process talk whose files the system keeps from growing beyond some kilobytes, as a full disk would. */
async function talkUntilFull(folder: string, kilobytes: number): Promise<readonly Line[]> {
	// An ignored SIGXFSZ makes the write fail instead of ending the process: see setrlimit(2).
	const command = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$@"`;
	const child = spawn('bash', ['-c', command, 'bash', process.execPath, script, folder, '0'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const said = await text(child.stdout);
	return said
		.split('\n')
		.slice(0, -1)
		.map((line) => JSON.parse(line));
}

describe('a session whose file cannot grow', () => {
	it.each([40, 53, 71])('fails each prompt with a clear error from %i KB on, and is whole', async (kilobytes) => {
		const folder = join(mkdtempSync(join(tmpdir(), 'myelin-full-')), 'sessions');
		const lines = await talkUntilFull(folder, kilobytes);
		const file = join(folder, 'talk.jsonl');
		const failed = lines.filter((line) => line.failed !== undefined);
		expect(failed.map((line) => line.failed)).toEqual(Array(3).fill('STORE_WRITE_FAILED'));
		expect(failed[0]?.message).toBe(`cannot write ${file}: EFBIG: file too large, write`);
		expect(readFileSync(file, 'utf8').endsWith('\n')).toBe(true);

		const told = lines.filter(({ event }) => event?.type === 'message_end' && !event.discarded).length;
		const session = await Session.open(jsonlStore(folder), 'talk', scriptedPorts([saying('room again')]));
		expect(session.findings.filter((finding) => !finding.includes('unknown'))).toEqual([]);
		expect(session.messages().length).toBeGreaterThanOrEqual(told);
		expect(await session.prompt('now?')).toMatchObject({ summary: { endReason: 'stop' } });
		await session.close();
	});
});

describe('a folder that cannot be written', () => {
	it('makes no session, and says where and why', async () => {
		const place = join(mkdtempSync(join(tmpdir(), 'myelin-')), 'file');
		writeFileSync(place, '');
		const folder = join(place, 'sessions');
		const made = Session.create(jsonlStore(folder), { id: 's', cwd: '/' }, scriptedPorts([]));
		await expect(made).rejects.toMatchObject({
			code: 'STORE_WRITE_FAILED',
			message: expect.stringContaining(`cannot make the folder ${folder}: ENOTDIR`),
		});
	});

	it('can be read all the same, also while somebody else writes', async () => {
		const folder = join(mkdtempSync(join(tmpdir(), 'myelin-')), 'sessions');
		const session = await Session.create(jsonlStore(folder), { id: 's', cwd: '/' }, scriptedPorts([saying('hi')]));
		await session.prompt('hello');
		const reader = await Session.open(jsonlStore(folder), 's', scriptedPorts([]), { readOnly: true });
		expect(reader.messages()).toHaveLength(2);
		await expect(Session.open(jsonlStore(folder), 's', scriptedPorts([]))).rejects.toMatchObject({
			code: 'SESSION_LOCKED',
			message: 'session s is open for writing in this process: close it there, or open it read-only',
		});
		await session.close();
	});
});

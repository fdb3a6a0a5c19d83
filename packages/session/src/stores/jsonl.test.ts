import { appendFileSync, chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../entries.ts';
import type { SessionHeader, SessionReader, StoredRecord, StoreRecord } from '../store.ts';
import { type FileCalls, systemFileCalls } from './file-calls.ts';
import { jsonlStore, userSessionsFolder } from './jsonl.ts';

const header: SessionHeader = { sessionId: 's1', cwd: '/', createdAt: 1 };

function entry(id: string, label = 'x'): StoreRecord {
	const body: Entry = { type: 'label', id, parentId: null, seq: 1, at: 2, data: { entryId: id, label } };
	return { kind: 'entry', entry: body };
}

function fixture(calls?: FileCalls) {
	const folder = join(mkdtempSync(join(tmpdir(), 'myelin-')), 'sessions');
	return { folder, file: join(folder, 's1.jsonl'), store: jsonlStore(folder, calls) };
}

async function records(reader: SessionReader): Promise<StoredRecord[]> {
	const all: StoredRecord[] = [];
	for await (const batch of reader.read()) all.push(...batch);
	return all;
}

async function ids(reader: SessionReader): Promise<string[]> {
	return (await records(reader)).map((record) => (record.kind === 'entry' ? record.entry.id : record.kind));
}

/** The file of a session with these entries, which nobody has open. */
async function written(...entries: readonly StoreRecord[]) {
	const place = fixture();
	const lease = await place.store.create(header);
	await lease.append(entries);
	await lease.release();
	return place;
}

/** So many sessions that nobody has open. */
async function many(count: number) {
	const place = fixture();
	const sessionIds = Array.from({ length: count }, (_, number) => `s${number}`);
	for (const sessionId of sessionIds) {
		const lease = await place.store.create({ ...header, sessionId });
		await lease.append([entry('a')]);
		await lease.release();
	}
	return { ...place, sessionIds };
}

describe('a JSONL file', () => {
	it('can be read by its user alone, in a folder that nobody else can enter', async () => {
		const { folder, file } = await written(entry('a'));
		const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
		expect([folder, file, join(folder, '.locks'), join(folder, '.locks/s1')].map(mode)).toEqual([
			'700',
			'600',
			'700',
			'700',
		]);
		const locks = readdirSync(join(folder, '.locks/s1')).map((name) => mode(join(folder, '.locks/s1', name)));
		expect(locks).toEqual(['600']);
	});

	it('loses the write permission of others when the folder was there before', async () => {
		const { folder, store } = await written(entry('a'));
		chmodSync(folder, 0o755);
		await (await store.create({ ...header, sessionId: 's2' })).release();
		expect((statSync(folder).mode & 0o777).toString(8)).toBe('700');
	});

	it('is cut behind its last whole line, also where that is megabytes back, and the cut is told', async () => {
		const { file, store } = await written(entry('a'));
		const whole = readFileSync(file);
		appendFileSync(file, `{"type":"label","id":"torn","data":"${'y'.repeat(1_000_000)}`);
		expect((await store.open('s1')).tornBytes).toBe(1_000_036);
		const lease = await store.acquire('s1');
		expect(lease.tornBytes).toBe(1_000_036);
		expect(readFileSync(file)).toEqual(whole);
		await lease.append([entry('b')]);
		expect(await ids(lease)).toEqual(['a', 'b']);
		await lease.release();
	});

	it('tells a damaged line by its number, and the rest loads', async () => {
		const { file, store } = await written(entry('a'), entry('b'), entry('c'), entry('d'));
		const lines = readFileSync(file, 'utf8').split('\n');
		lines[2] = '\0'.repeat(40);
		lines[3] = '{"type":"label","id":7}';
		writeFileSync(file, lines.join('\n'));
		const found = await records(await store.open('s1'));
		expect(found.map((record) => (record.kind === 'damaged' ? record.line : record.kind))).toEqual([
			'entry',
			3,
			4,
			'entry',
		]);
		expect(await ids(await store.open('s1'))).toEqual(['a', 'damaged', 'damaged', 'd']);
	});

	it('of a newer version is refused, and one without a header is not taken for a session', async () => {
		const { file, store } = await written(entry('a'));
		const text = readFileSync(file, 'utf8');
		writeFileSync(file, text.replace('"version":1', '"version":2'));
		await expect(store.acquire('s1')).rejects.toMatchObject({
			code: 'SESSION_VERSION',
			message: `${file} has format version 2, and this program reads versions up to 1: upgrade it`,
		});
		writeFileSync(file, 'hello\n');
		await expect(store.acquire('s1')).rejects.toMatchObject({ code: 'SESSION_DAMAGED' });
		expect(await store.list()).toEqual([{ sessionId: 's1', problem: expect.stringContaining('does not begin with') }]);
		writeFileSync(file, text);
		await (await store.acquire('s1')).release();
	});

	it('is read in bounded pieces, with lines across them', async () => {
		const texts = [10, 300_000, 1, 700_000, 262_144, 5].map((length, place) => `${place}`.repeat(length));
		const { store } = await written(...texts.map((text, place) => entry(`e${place}`, text)));
		const labels: unknown[] = [];
		let largest = 0;
		for await (const batch of (await store.open('s1')).read()) {
			largest = Math.max(largest, batch.length);
			for (const record of batch) {
				if (record.kind === 'entry' && record.entry.type === 'label') labels.push(record.entry.data.label);
			}
		}
		expect(labels).toEqual(texts);
		expect(largest).toBeLessThan(texts.length);
	});

	it('is one of many in a list, which lets others have a turn every 16 sessions', async () => {
		const { store } = await many(40);
		let turns = 0;
		let isListed = false;
		const turn = () => {
			if (isListed) return;
			turns++;
			setImmediate(turn);
		};
		setImmediate(turn);
		const sessions = await store.list();
		isListed = true;
		expect(sessions.length).toBe(40);
		expect(turns).toBe(2);
	});

	it('that is deleted while a list is made is left out of it', async () => {
		const { store, sessionIds } = await many(20);
		const listing = store.list();
		await Promise.all(sessionIds.map((sessionId) => store.delete(sessionId)));
		expect((await listing).length).toBe(16);
	});

	it('is in the XDG data folder', () => {
		expect(userSessionsFolder({ XDG_DATA_HOME: '/data' })).toBe('/data/myelin/sessions');
		expect(userSessionsFolder({})).toMatch(/\/\.local\/share\/myelin\/sessions$/);
	});
});

describe('a JSONL file on a failing disk', () => {
	const full = () => {
		throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
	};

	it('is left as it was by a write that fails half-way, and takes the next one', async () => {
		let room = Number.POSITIVE_INFINITY;
		const { file, store } = fixture({
			...systemFileCalls,
			write(fd, bytes, position) {
				if (room <= 0) full();
				const count = systemFileCalls.write(fd, bytes.subarray(0, Math.min(room, 20)), position);
				room -= count;
				return count;
			},
		});
		const lease = await store.create(header);
		await lease.append([entry('a')]);
		const before = readFileSync(file, 'utf8');
		room = 30;
		expect(() => lease.append([entry('b'), entry('c')])).toThrow(
			expect.objectContaining({
				code: 'STORE_WRITE_FAILED',
				message: `cannot write ${file}: ENOSPC: no space left on device, write`,
			}),
		);
		expect(readFileSync(file, 'utf8')).toBe(before);
		room = Number.POSITIVE_INFINITY;
		await lease.append([entry('d')]);
		expect(await ids(lease)).toEqual(['a', 'd']);
		await lease.release();
	});

	it('takes nothing more when a failed write could not be undone', async () => {
		let broken = false;
		const { store } = fixture({
			write: (fd, bytes, position) => (broken ? full() : systemFileCalls.write(fd, bytes, position)),
			truncate: () => full(),
			sync: systemFileCalls.sync,
		});
		const lease = await store.create(header);
		await lease.append([entry('a')]);
		broken = true;
		expect(() => lease.append([entry('b')])).toThrow(expect.objectContaining({ code: 'STORE_WRITE_FAILED' }));
		broken = false;
		expect(() => lease.append([entry('c')])).toThrow(/takes nothing more/);
		await lease.release();
	});

	it('says when what was written may not survive a power loss, and is released all the same', async () => {
		const { store } = fixture({
			...systemFileCalls,
			sync: () => Promise.reject(new Error('EIO: i/o error, fdatasync')),
		});
		const lease = await store.create(header);
		await lease.append([entry('a')]);
		await expect(lease.sync()).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
		await expect(lease.release()).rejects.toThrow('EIO: i/o error, fdatasync; what was written last may not survive');
		expect(await ids(await store.open('s1'))).toEqual(['a']);
		await expect(store.acquire('s1')).resolves.toBeDefined();
	});
});

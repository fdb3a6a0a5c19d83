import assert from 'node:assert/strict';
import type { Entry } from '../entries.ts';
import type { SessionHeader, SessionLease, SessionReader, SessionStore, StoredRecord, StoreRecord } from '../store.ts';

/** One promise of the store port, and how to check it on a store without sessions. */
export interface StoreCheck {
	readonly title: string;
	run(store: SessionStore): Promise<void>;
}

const header: SessionHeader = {
	sessionId: 's1',
	cwd: '/work',
	createdAt: 1_764_000_000_000,
	systemPrompt: 'Be brief.',
};

function named(id: string, parentId: string | null, name: string): StoreRecord {
	const entry: Entry = { type: 'session_info', id, parentId, seq: 1, at: 2, data: { name } };
	return { kind: 'entry', entry };
}

function said(id: string, parentId: string | null, text: string): StoreRecord {
	const message = { id: `m-${id}`, role: 'user', timestamp: 3, content: [{ type: 'text', text }] } as const;
	return { kind: 'entry', entry: { type: 'message', id, parentId, seq: 7, at: 4, data: { message, promptId: 'p' } } };
}

async function all(reader: SessionReader, position?: number): Promise<StoredRecord[]> {
	const records: StoredRecord[] = [];
	for await (const batch of reader.read(position)) records.push(...batch);
	return records;
}

async function read(reader: SessionReader, position?: number): Promise<StoreRecord[]> {
	return (await all(reader, position)).map(({ position: _position, ...record }) => record as StoreRecord);
}

async function created(store: SessionStore, ...records: readonly StoreRecord[]): Promise<SessionLease> {
	const lease = await store.create(header);
	await lease.append(records);
	return lease;
}

const refusedWith = (code: string) => (thrown: unknown) => (thrown as { code?: string }).code === code;

/** What every store must do. Run each check on a store of its own: `for (const { title, run } of storeConformance) it(title, () => run(makeStore()))`. */
export const storeConformance: readonly StoreCheck[] = [
	{
		title:
			'gives back what was appended, in order, to this lease, to readers, and after it was released and taken again',
		async run(store) {
			const records = [
				said('a', null, 'naïve 😀\u2028\n"\\'),
				{ kind: 'seq_bound', bound: 4096 } as const,
				said('b', 'a', ''),
			];
			const lease = await created(store, records[0] as StoreRecord);
			await lease.append(records.slice(1));
			assert.deepEqual(lease.header, header);
			assert.deepEqual(await read(lease), records);
			assert.deepEqual(await read(await store.open('s1')), records);
			await lease.release();
			const again = await store.acquire('s1');
			assert.deepEqual([again.header, again.tornBytes], [header, 0]);
			await again.append([said('c', 'b', 'more')]);
			assert.deepEqual(await read(again), [...records, said('c', 'b', 'more')]);
			await again.release();
		},
	},
	{
		title: 'reads on behind any position',
		async run(store) {
			const records = ['a', 'b', 'c', 'd'].map((id) => said(id, null, 'x'.repeat(id === 'b' ? 300_000 : 3)));
			const lease = await created(store, ...records);
			for (const [place, { position }] of (await all(lease)).entries())
				assert.deepEqual(await read(lease, position), records.slice(place + 1));
			await lease.release();
		},
	},
	{
		title: 'lets one write at a time, and others read meanwhile',
		async run(store) {
			const lease = await created(store, said('a', null, 'x'));
			await assert.rejects(store.acquire('s1'), refusedWith('SESSION_LOCKED'));
			await assert.rejects(store.delete('s1'), refusedWith('SESSION_LOCKED'));
			assert.equal((await read(await store.open('s1'))).length, 1);
			await lease.release();
			await (await store.acquire('s1')).release();
		},
	},
	{
		title: 'refuses what comes after the release, and releases once',
		async run(store) {
			const lease = await created(store, said('a', null, 'x'));
			await lease.release();
			await lease.release();
			await assert.rejects(async () => lease.append([said('b', 'a', 'y')]), refusedWith('STORE_WRITE_FAILED'));
			const next = await store.acquire('s1');
			await lease.release();
			await assert.rejects(store.acquire('s1'), refusedWith('SESSION_LOCKED'));
			assert.equal((await read(next)).length, 1);
			await next.release();
		},
	},
	{
		title: 'has one session of a name, and says which are not there',
		async run(store) {
			const lease = await created(store, said('a', null, 'x'));
			await assert.rejects(store.create(header), refusedWith('SESSION_EXISTS'));
			for (const id of ['nobody', '../s1', '', 's1/']) {
				await assert.rejects(store.acquire(id), refusedWith('SESSION_NOT_FOUND'));
				await assert.rejects(store.open(id), refusedWith('SESSION_NOT_FOUND'));
				await assert.rejects(store.delete(id), refusedWith('SESSION_NOT_FOUND'));
			}
			await lease.release();
			await store.delete('s1');
			await assert.rejects(store.open('s1'), refusedWith('SESSION_NOT_FOUND'));
			await (await store.create(header)).release();
		},
	},
	{
		title: 'lists sessions with their newest name, however much was written since',
		async run(store) {
			const lease = await created(store, named('n1', null, 'first'), named('n2', null, 'second'));
			for (let count = 0; count < 40; count++) await lease.append([said(`e${count}`, null, 'x'.repeat(10_000))]);
			const [found, ...others] = await store.list();
			assert.ok(found !== undefined && 'name' in found && others.length === 0);
			assert.deepEqual(
				[found.sessionId, found.cwd, found.createdAt, found.name],
				['s1', '/work', header.createdAt, 'second'],
			);
			assert.ok(found.updatedAt > 0);
			await lease.release();
			const again = await store.acquire('s1');
			await again.append([said('large', null, 'y'.repeat(400_000))]);
			assert.equal((await store.list()).map((each) => 'name' in each && each.name).join(), 'second');
			assert.equal((await read(again)).length, 43);
			await again.release();
		},
	},
	{
		title: 'forgets a session in which nothing was ever written',
		async run(store) {
			const lease = await store.create(header);
			await lease.append([{ kind: 'seq_bound', bound: 100 }]);
			await lease.release();
			assert.deepEqual(await store.list(), []);
		},
	},
	{
		title: 'answers a sync, also several at a time and without anything to sync',
		async run(store) {
			const lease = await store.create(header);
			await Promise.all([lease.sync(), lease.sync(), lease.sync()]);
			await lease.append([said('a', null, 'x')]);
			await Promise.all([lease.sync(), lease.release()]);
		},
	},
];

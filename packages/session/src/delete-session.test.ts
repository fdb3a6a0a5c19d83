import { describe, expect, it } from 'vitest';
import { deleteSession } from './delete-session.ts';
import { SessionError } from './errors.ts';
import { type HookScope, noHooks, type SessionHooks } from './hooks.ts';
import type { SessionStore, StoreRecord } from './store.ts';
import { memoryStore } from './stores/memory.ts';

const named: StoreRecord = {
	kind: 'entry',
	entry: { type: 'session_info', id: 'e1', parentId: null, seq: 1, at: 2, data: { name: 'A name' } },
};

/** A store with these sessions, each in a folder of its own, and what it was asked of which. */
async function fixture(...sessionIds: readonly string[]) {
	const kept = memoryStore();
	for (const sessionId of sessionIds) {
		const lease = await kept.create({ sessionId, cwd: `/work/${sessionId}`, createdAt: 1 });
		await lease.append([named]);
		await lease.release();
	}
	const asked: string[] = [];
	const noting =
		<T>(what: string, ask: (sessionId: string) => Promise<T>) =>
		(sessionId: string) => {
			asked.push(`${what} ${sessionId}`);
			return ask(sessionId);
		};
	const store: SessionStore = {
		...kept,
		open: noting('open', kept.open),
		list: () => Promise.reject(new Error('all sessions were read to find one')),
		delete: noting('delete', kept.delete),
	};
	const scopes: HookScope[] = [];
	const hooks: SessionHooks = { ...noHooks, before: (_step, scope) => void scopes.push(scope) };
	return { kept, asked, store, scopes, hooks };
}

describe('deleting a session that is not open', () => {
	it('reads that session alone, however many there are, and tells its guards its folder', async () => {
		const { kept, asked, store, scopes, hooks } = await fixture('s1', 's2', 's3');
		await deleteSession(store, 's2', hooks);
		expect(asked).toEqual(['open s2', 'delete s2']);
		expect(scopes).toMatchObject([{ sessionId: 's2', cwd: '/work/s2' }]);
		expect((await kept.list()).map(({ sessionId }) => sessionId)).toEqual(['s1', 's3']);
	});

	it('asks nobody about one that is not there', async () => {
		const { store, scopes, hooks } = await fixture('s1');
		await expect(deleteSession(store, 's9', hooks)).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
		expect(scopes).toEqual([]);
	});

	it('deletes one that cannot be read, whose folder nobody knows', async () => {
		const { asked, store, scopes, hooks } = await fixture('s1');
		const unreadable = { ...store, open: () => Promise.reject(new SessionError('SESSION_DAMAGED', 'no header')) };
		await deleteSession(unreadable, 's1', hooks);
		expect(scopes).toMatchObject([{ sessionId: 's1', cwd: '/' }]);
		expect(asked).toEqual(['delete s1']);
	});
});

import { scriptedModel } from '@myelin/core/testing';
import { createPluginHost } from '@myelin/plugins/host';
import { memoryStore } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { createSessions } from './sessions.ts';

const silent = () => undefined;

async function sessionsWith(...ids: string[]) {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await host.add({ name: 'm', setup: (my) => void my.registerModel(scriptedModel([])) }, 'test');
	const store = memoryStore();
	const sessions = createSessions(host, silent, store, undefined, () => ids.shift() ?? 'none');
	/** A session in which nothing happened leaves nothing behind. */
	const create = async () => {
		const session = await sessions.create({ cwd: '/' });
		await session.rename('kept');
		return session;
	};
	return { sessions, create };
}

describe('the id of a new session', () => {
	it('is none that is open here, and none that the store has', async () => {
		const { sessions, create } = await sessionsWith('a', 'a', 'b', 'b', 'a', 'c');
		const first = await create();
		const second = await create();
		await sessions.close(second);
		const third = await create();
		expect([first.id, second.id, third.id]).toEqual(['a', 'b', 'c']);
	});

	it('of a fork is as free', async () => {
		const { sessions, create } = await sessionsWith('a', 'b', 'a', 'b', 'c');
		const first = await create();
		await sessions.close(await create());
		expect(await sessions.fork(first, undefined)).toBe('c');
	});
});

describe('a session that is being closed', () => {
	it('is opened again, or deleted, when it has been given back', async () => {
		const { sessions, create } = await sessionsWith('a');
		const session = await create();
		const closed = sessions.close(session);
		const again = await sessions.open('a');
		await closed;
		expect(again).not.toBe(session);
		const closedAgain = sessions.close(again);
		await sessions.delete('a');
		await closedAgain;
		await expect(sessions.open('a')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
	});
});

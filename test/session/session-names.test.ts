import { calling, saying } from '@myelin/core/testing';
import { type Envelope, memoryStore, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { liveSession, scriptedPorts } from './scripted-session.ts';

const namesOf = (heard: readonly Envelope[]) =>
	heard.flatMap(({ event }) => (event.type === 'session_info_changed' ? [[event.from, event.to]] : []));

it('a session is named after the first text that is said in it, told right after it, and once', async () => {
	verifies('R97');
	const { session, heard } = liveSession([saying('a'), saying('b')]);
	await session.prompt('Fix the build, please');
	await session.prompt('and the tests');
	expect(session.state().name).toBe('Fix the build, please');
	expect(namesOf(heard)).toEqual([[null, 'Fix the build, please']]);
	const types = heard.map(({ event }) => event.type);
	expect(types.slice(types.indexOf('session_info_changed') - 1).slice(0, 3)).toEqual([
		'message_end',
		'session_info_changed',
		'message_start',
	]);
});

it('a first message without a text leaves the name to the next that has one', async () => {
	const { session } = liveSession([saying('a'), saying('b')]);
	await session.prompt([{ type: 'image', mimeType: 'image/png', data: 'aGk=' }]);
	expect(session.state().name).toBeUndefined();
	await session.prompt('what was that?');
	expect(session.state().name).toBe('what was that?');
});

it('a name that a person gave stays, also one that is being written, and one that was taken away', async () => {
	verifies('R97');
	const given = liveSession([saying('a'), saying('b')]);
	const renamed = given.session.rename('Mine');
	await given.session.prompt('go');
	await renamed;
	expect(given.session.state().name).toBe('Mine');
	await given.session.rename(null);
	await given.session.prompt('go');
	expect(given.session.state().name).toBeUndefined();
	expect(namesOf(given.heard)).toEqual([
		[null, 'Mine'],
		['Mine', null],
	]);
});

it('a name that a person gives while the first text is said stays, however slow the store is', async () => {
	verifies('R97');
	const inner = memoryStore();
	const store = {
		...inner,
		async create(header: Parameters<typeof inner.create>[0]) {
			const lease = await inner.create(header);
			const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
			return {
				...lease,
				append: (records: Parameters<typeof lease.append>[0]) => turn().then(() => lease.append(records)),
			};
		},
	};
	const session = await Session.create(store, { id: 's1', cwd: '/work' }, scriptedPorts([saying('a')]));
	const renamed: Promise<void>[] = [];
	session.subscribe(({ event }) => {
		if (event.type === 'message_start' && renamed.length === 0) renamed.push(session.rename('Mine'));
	});
	await session.prompt('hello');
	await renamed[0];
	expect(session.state().name).toBe('Mine');
	await session.close();
	expect(await store.list()).toMatchObject([{ name: 'Mine' }]);
});

it('a restart forgets neither the name nor that it was taken away', async () => {
	const store = memoryStore();
	const first = await Session.create(store, { id: 's1', cwd: '/work' }, scriptedPorts([saying('a')]));
	await first.prompt('hello');
	await first.close();
	expect(await store.list()).toMatchObject([{ sessionId: 's1', name: 'hello' }]);
	const second = await Session.open(store, 's1', scriptedPorts([saying('b')]));
	await second.prompt('again');
	expect(second.state().name).toBe('hello');
	await second.rename(null);
	await second.close();
	const third = await Session.open(store, 's1', scriptedPorts([saying('c')]));
	await third.prompt('anew');
	expect(third.state().name).toBeUndefined();
	await third.close();
});

it('a name that cannot be written is not told: the message before it was not either', async () => {
	const inner = memoryStore();
	const store = {
		...inner,
		async create(header: Parameters<typeof inner.create>[0]) {
			const lease = await inner.create(header);
			return {
				...lease,
				append(records: Parameters<typeof lease.append>[0]) {
					if (records.some((record) => record.kind === 'entry')) throw new Error('disk full');
					return lease.append(records);
				},
			};
		},
	};
	const session = await Session.create(store, { id: 's1', cwd: '/work' }, scriptedPorts([calling(), saying('a')]));
	const heard: Envelope[] = [];
	session.subscribe((envelope) => void heard.push(envelope));
	await expect(session.prompt('hello')).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
	expect(namesOf(heard)).toEqual([]);
	expect(session.state().name).toBeUndefined();
});

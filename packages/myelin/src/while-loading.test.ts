import { fakeClock } from '@myelin/core/testing';
import type { Call, Handler } from '@myelin/rpc-server';
import { expect, it } from 'vitest';
import { whileLoading } from './while-loading.ts';

/** A handler whose plugins load until `loaded` or `broken` is called, and everything that reached it. */
function loadingHandler() {
	const reached: string[] = [];
	const clock = fakeClock();
	let loaded: () => void = () => {};
	let broken: (error: Error) => void = () => {};
	const loading = new Promise<void>((resolve, reject) => {
		loaded = resolve;
		broken = reject;
	});
	const inner: Handler = {
		request(method) {
			reached.push(method);
			return method;
		},
		notification: (method) => void reached.push(method),
		async closed() {
			reached.push('closed');
		},
	};
	const handler = whileLoading(loading, inner, clock);
	const ask = async (method: string, signal = new AbortController().signal) =>
		handler.request(method, {}, { id: 1, signal, afterAnswer: () => {} } satisfies Call);
	return { reached, clock, loaded, broken, handler, ask };
}

it('what needs plugins waits for them, in its order, and what needs none does not', async () => {
	const { reached, loaded, handler, ask } = loadingHandler();
	const created = ask('session/create');
	const told = handler.notification('session/ack', {});
	expect(await ask('server/status')).toBe('server/status');
	expect(await ask('session/list')).toBe('session/list');
	const listed = ask('plugins/list');
	expect(reached).toEqual(['server/status', 'session/list']);
	loaded();
	expect(await created).toBe('session/create');
	await Promise.all([told, listed]);
	expect(reached.slice(2)).toEqual(['session/create', 'session/ack', 'plugins/list']);
	void ask('shutdown');
	expect(reached.at(-1)).toBe('shutdown');
});

it('a request that is called off while it waits is answered at once, and never reaches anybody', async () => {
	const { reached, loaded, ask } = loadingHandler();
	const caller = new AbortController();
	const created = ask('session/create', caller.signal);
	caller.abort(new Error('called off'));
	await expect(created).rejects.toThrow('called off');
	loaded();
	await ask('session/list');
	expect(reached).toEqual(['session/list']);
});

it('a shutdown waits a second for what came before it, and not at all when nothing did', async () => {
	const alone = loadingHandler();
	expect(await alone.ask('shutdown')).toBe('shutdown');

	const { reached, clock, ask } = loadingHandler();
	const created = expect(ask('session/create')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
	const shutDown = ask('shutdown');
	const late = expect(ask('session/create')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
	await clock.advance(999);
	expect(reached).toEqual([]);
	await clock.advance(1);
	await Promise.all([created, late]);
	expect(await shutDown).toBe('shutdown');
	expect(reached).toEqual(['shutdown']);
});

it('what was read before a shutdown is answered first when the plugins come soon', async () => {
	const { reached, loaded, ask } = loadingHandler();
	const all = ['session/create', 'shutdown', 'plugins/list'].map((method) => ask(method));
	loaded();
	await Promise.all(all);
	expect(reached).toEqual(['session/create', 'shutdown', 'plugins/list']);
});

it('the end of the connection refuses what waits, after a second', async () => {
	const { reached, clock, handler, ask } = loadingHandler();
	const created = expect(ask('session/create')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
	const closed = handler.closed();
	await clock.advance(1_000);
	await Promise.all([created, closed]);
	expect(reached).toEqual(['closed']);
});

it('plugins that cannot be loaded at all fail whoever waits for them, and whoever comes later', async () => {
	const { reached, broken, ask } = loadingHandler();
	const created = ask('session/create');
	broken(new Error('nothing runs without it'));
	await expect(created).rejects.toThrow('nothing runs without it');
	await expect(ask('session/create')).rejects.toThrow('nothing runs without it');
	expect(reached).toEqual([]);
});

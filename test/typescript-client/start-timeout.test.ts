import { Myelin, type SpawnOptions } from '@myelin/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectNoLeaks } from './leaks.ts';
import { hello, scriptedServer } from './scripted-server.ts';

expectNoLeaks();
beforeEach(() => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
	vi.useRealTimers();
});

/** Says its last words and nothing else, until its input ends. */
const mute = [
	process.execPath,
	'-e',
	"process.stdin.on('end', () => process.exit(0)).resume(); process.stderr.write('still loading')",
];

/** How a promise ended; nothing while it has not. */
function watch(promise: Promise<unknown>): { readonly outcome: unknown } {
	const seen: { outcome: unknown } = { outcome: undefined };
	promise.then(
		() => {
			seen.outcome = 'resolved';
		},
		(error) => {
			seen.outcome = error.code;
		},
	);
	return seen;
}

/** Starts it, and goes on once it has said its words. */
function startMute(options: SpawnOptions = {}) {
	return new Promise<{ start: Promise<Myelin>; seen: ReturnType<typeof watch> }>((resolve) => {
		const start = Myelin.spawn({ command: mute, ...options, onStderr: () => resolve({ start, seen }) });
		const seen = watch(start);
	});
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a server that is started and says nothing', () => {
	it('is waited for half a minute, and then ended, with an error that names the time and its last words', async () => {
		const { start, seen } = await startMute();
		vi.advanceTimersByTime(29_999);
		await turn();
		expect(seen.outcome).toBeUndefined();
		vi.advanceTimersByTime(1);
		const message = `the server (${mute.join(' ')}) did not answer within 30000 ms; its last words: still loading. Is it a Myelin server? timeoutMs gives it longer`;
		await expect(start).rejects.toMatchObject({ code: 'SPAWN_FAILED', message });
	});

	it('is waited for as long as is asked', async () => {
		const { start, seen } = await startMute({ timeoutMs: 1500 });
		vi.advanceTimersByTime(1499);
		await turn();
		expect(seen.outcome).toBeUndefined();
		vi.advanceTimersByTime(1);
		await expect(start).rejects.toMatchObject({ code: 'SPAWN_FAILED' });
	});

	it.each([Number.NaN, -1, '5' as never])('is not started when the time is %s', async (timeoutMs) => {
		const message = `timeoutMs must be a number of milliseconds, 0 or Infinity to wait for ever, and is ${timeoutMs}`;
		const start = Myelin.spawn({ command: ['no-such-program'], timeoutMs });
		await expect(start).rejects.toMatchObject({ code: 'INVALID_PARAMS', message });
	});
});

describe('a server on a socket that says nothing', () => {
	it('is waited for half a minute, and then left', async () => {
		const server = await scriptedServer();
		const start = Myelin.connect(server.path);
		const connection = await server.arrived();
		await connection.asked('initialize');
		vi.advanceTimersByTime(30_000);
		await expect(start).rejects.toMatchObject({
			code: 'DISCONNECTED',
			message: `the server at ${server.path} did not answer within 30000 ms`,
		});
		await connection.ended();
	});

	it.each([0, Number.POSITIVE_INFINITY, 2 ** 31])('is waited for without an end with %d ms', async (timeoutMs) => {
		const server = await scriptedServer();
		const start = Myelin.connect(server.path, { timeoutMs });
		const connection = await server.arrived();
		const request = await connection.asked('initialize');
		vi.advanceTimersByTime(2 ** 31 - 1);
		connection.answer(request, hello);
		const myelin = await start;
		const closed = myelin.close();
		connection.answer(await connection.asked('shutdown'), {});
		await closed;
	});

	it('when a lost connection is sought is left, and another tried', async () => {
		const server = await scriptedServer();
		const start = Myelin.connect(server.path, { timeoutMs: 700 });
		const first = await server.accept();
		const myelin = await start;
		first.cut();
		const silent = await server.arrived();
		await silent.asked('initialize');
		vi.advanceTimersByTime(700);
		await silent.ended();
		const third = await server.accept();
		const status = myelin.status();
		third.answer(await third.asked('server/status'), { uptimeMs: 5 });
		expect(await status).toEqual({ uptimeMs: 5 });
		const closed = myelin.close();
		third.answer(await third.asked('shutdown'), {});
		await closed;
	});
});

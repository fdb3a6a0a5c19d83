import { join } from 'node:path';
import { Myelin, MyelinError, type Session, type SessionEvent } from '@myelin/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCuttingProxy } from './cutting-proxy.ts';
import { expectNoLeaks } from './leaks.ts';
import { collect, ofType } from './open-client.ts';
import { listeningServer, words } from './talking-server.ts';

expectNoLeaks();

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

async function connected(path: string) {
	const myelin = await Myelin.connect(path, { clientInfo: { name: 'driver' }, reconnectMs: Number.POSITIVE_INFINITY });
	onTestFinished(() => myelin.close());
	return myelin;
}

function textOf(events: readonly SessionEvent[]): string {
	return ofType(events, 'message_update')
		.filter(({ deltaKind }) => deltaKind === 'text')
		.map(({ delta }) => delta)
		.join('');
}

/** The last cut may be noticed only now: what is asked over it then says so, and is asked again. */
async function renamed(session: Session, name: string): Promise<void> {
	for (;;) {
		try {
			return await session.rename(name);
		} catch (error) {
			if (!(error instanceof MyelinError) || error.code !== 'DISCONNECTED') throw error;
		}
	}
}

describe('over a connection that is cut at random places', () => {
	it('every event comes once and in order, each prompt is answered, and no tool runs past its guard', async () => {
		const seed = Number(process.env.MYELIN_SEED ?? Math.floor(Math.random() * 2 ** 31));
		console.log(`reconnect: MYELIN_SEED=${seed}`);
		const next = random(seed);
		const { path, folder, acted } = await listeningServer();
		const proxied = join(folder, 'proxy');
		const proxy = await startCuttingProxy(proxied, path);
		const myelin = await connected(proxied);
		const session = await myelin.createSession({ cwd: folder });
		session.onToolCall(() => ({ block: true, reason: 'never' }));
		const stream = session.events();
		proxy.start(() => 500 + Math.floor(next() * 30_000));

		const runs: SessionEvent[][] = [];
		for (const text of ['say 2000', 'act 1500', 'say 3000', 'act 10']) {
			const run = session.prompt(text);
			runs.push(await collect(run));
			expect((await run.result).summary?.endReason).toBe('stop');
		}
		proxy.stop();
		await renamed(session, 'done');
		const seen: SessionEvent[] = [];
		const seqs: number[] = [];
		for await (const event of stream) {
			seen.push(event);
			seqs.push(stream.seq);
			if (event.type === 'session_info_changed' && JSON.stringify(event).includes('"done"')) break;
		}

		expect(proxy.cuts).toBeGreaterThan(2);
		expect(seen.filter(({ type }) => type === 'gap')).toEqual([]);
		expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
		expect(runs.map(textOf)).toEqual([2000, 1500, 3000, 10].map(words));
		expect(textOf(seen) === [2000, 1500, 3000, 10].map(words).join('')).toBe(true);
		expect(ofType(seen, 'agent_end')).toHaveLength(4);
		expect(ofType(seen, 'tool_execution_end').map(({ isError }) => isError)).toEqual([true, true]);
		expect(acted()).toBe(0);
	});
});

describe('a client of a server on a socket', () => {
	it('is told that there is none', async () => {
		await expect(Myelin.connect('/nowhere/socket')).rejects.toThrow(
			expect.objectContaining({ code: 'DISCONNECTED', message: expect.stringContaining('--socket /nowhere/socket') }),
		);
	});

	it('takes its guard back when it leaves, and the session stays for others', async () => {
		const { path, folder, acted } = await listeningServer();
		const first = await connected(path);
		const session = await first.createSession({ cwd: folder });
		session.onToolCall(() => ({ block: true, reason: 'never' }));
		await session.prompt('act 1').result;
		await first.close();
		await expect(session.state()).rejects.toThrow(expect.objectContaining({ code: 'DISCONNECTED' }));
		const second = await connected(path);
		const same = await second.openSession(session.id);
		expect(await second.openSession(session.id)).toBe(same);
		await same.prompt('act 1').result;
		expect(acted()).toBe(1);
	});

	it('shares its session: both see a run, and each goes back as far as it wants', async () => {
		const { path, folder } = await listeningServer();
		const [one, two] = [await connected(path), await connected(path)];
		const session = await one.createSession({ cwd: folder });
		const other = await two.openSession(session.id);
		await session.prompt('say 30').result;
		const events = other.events({ afterSeq: 0 });
		const seen: SessionEvent[] = [];
		for await (const event of events) {
			seen.push(event);
			if (event.type === 'agent_end') break;
		}
		expect(seen[0]?.type).not.toBe('gap');
		expect(textOf(seen)).toBe(words(30));
	});

	it('goes on with its session at a server that was started anew, its guard first', async () => {
		const { path, folder, acted, restart } = await listeningServer();
		const myelin = await connected(path);
		const session = await myelin.createSession({ cwd: folder });
		session.onToolCall(() => ({ block: true, reason: 'never' }));
		const stream = session.events();
		await session.prompt('say 10').result;
		await restart();
		expect((await session.prompt('act 10').result).summary).toMatchObject({
			endReason: 'stop',
			toolCalls: 1,
			toolErrors: 1,
		});
		expect(acted()).toBe(0);
		const seen: SessionEvent[] = [];
		const seqs: number[] = [];
		for await (const event of stream) {
			seen.push(event);
			seqs.push(stream.seq);
			if (ofType(seen, 'agent_end').length === 2) break;
		}
		expect(textOf(seen)).toBe(words(10) + words(10));
		expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
	});

	it('gives up after the time it was given, and everything that waits is told so', async () => {
		const { path, folder, kill } = await listeningServer();
		const myelin = await Myelin.connect(path, { reconnectMs: 50 });
		onTestFinished(() => myelin.close());
		const session = await myelin.createSession({ cwd: folder });
		const stream = session.events();
		const run = session.prompt('say 1000000');
		await stream.next();
		kill();
		const lost = expect.objectContaining({
			code: 'DISCONNECTED',
			message: expect.stringContaining('could not be had again'),
		});
		await expect(run.result).rejects.toThrow(lost);
		await expect(collect(stream)).rejects.toThrow(lost);
		await expect(myelin.models()).rejects.toThrow(lost);
	});

	it('that is closed while it looks for its server stops at once', async () => {
		const { path, kill } = await listeningServer();
		const myelin = await Myelin.connect(path);
		const lost = myelin.models();
		kill();
		await lost.catch(() => {});
		const later = myelin.models();
		await myelin.close();
		await expect(later).rejects.toThrow(expect.objectContaining({ code: 'DISCONNECTED' }));
	});
});

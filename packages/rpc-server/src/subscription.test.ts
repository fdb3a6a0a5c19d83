import { describe, expect, it } from 'vitest';
import { type LoopbackClient, startLoopback } from './testing/loopback.ts';
import { burstModel } from './testing/models.ts';

const prompt = { promptId: 'p', text: 'go' };

/** A run that is over, told in more than waits for one client at a time. */
async function afterRun() {
	const { connect } = await startLoopback({ model: burstModel(400, 100) });
	const driver = await connect();
	const { sessionId } = (await driver.ask('session/create')).result;
	await driver.ask('session/prompt', { sessionId, ...prompt });
	const own = driver.events(sessionId).filter(({ event }) => event.type !== 'session_idle');
	return { connect, sessionId, end: own.at(-1).seq as number };
}

/** The number of the newest event that came before the answer to the prompt which is sent again at once. */
async function newestBeforeAnswer(client: LoopbackClient, sessionId: string): Promise<number> {
	const { id, result } = await client.ask('session/prompt', { sessionId, ...prompt });
	expect(result.summary.endReason).toBe('stop');
	const place = client.received.findIndex((message) => message.id === id && message.method === undefined);
	return client.received.slice(0, place).findLast(({ method }) => method === 'session/event')?.params.seq;
}

describe('the answer to a prompt that is sent again follows all its events to a client that came late', () => {
	it.each([
		['with all of them', { whenFull: 'wait' }],
		['with each delta', { whenFull: 'wait', chunks: true }],
		['with a gap', {}],
	])('%s', async (_name, wishes) => {
		const { connect, sessionId, end } = await afterRun();
		const client = await connect();
		void client.ask('session/attach', { sessionId, afterSeq: 0, ...wishes });
		expect(await newestBeforeAnswer(client, sessionId)).toBeGreaterThanOrEqual(end);
	});

	it('where it subscribes anew meanwhile', async () => {
		const { connect, sessionId, end } = await afterRun();
		const client = await connect();
		const wishes = { sessionId, whenFull: 'wait', chunks: true };
		void client.ask('session/attach', { ...wishes, afterSeq: 0 });
		const newest = newestBeforeAnswer(client, sessionId);
		void client.ask('session/attach', { ...wishes, afterSeq: 2 });
		expect(await newest).toBeGreaterThanOrEqual(end);
	});

	it('as its credit goes', async () => {
		const { connect, sessionId, end } = await afterRun();
		const client = await connect();
		await client.ask('session/attach', { sessionId, afterSeq: 0, windowBytes: 2000, whenFull: 'wait' });
		const newest = newestBeforeAnswer(client, sessionId);
		for (let seq = 0; seq < end; ) {
			const { params } = await client.until(({ method, params }) => method === 'session/event' && params.seq > seq);
			seq = params.seq;
			client.send({ method: 'session/ack', params: { sessionId, seq } });
		}
		expect(await newest).toBeGreaterThanOrEqual(end);
	});

	it('also where it wants to hear of none of the last', async () => {
		const { connect, sessionId } = await afterRun();
		const client = await connect();
		void client.ask('session/attach', { sessionId, afterSeq: 0, types: ['agent_start'] });
		expect(await newestBeforeAnswer(client, sessionId)).toBe(1);
	});
});

describe('one subscription of a client to a session', () => {
	const wishes = { whenFull: 'wait', chunks: true, windowBytes: 2000 };

	/** The numbers that came after the answer to the last attach, sixty of them; credit is given as they come. */
	async function afterAttach(client: LoopbackClient, sessionId: string, from: number): Promise<number[]> {
		const { id } = await client.ask('session/attach', { sessionId, afterSeq: from, ...wishes });
		const seqs = () => {
			const place = client.received.findIndex((message) => message.id === id && message.method === undefined);
			const later = client.received.slice(place).filter(({ method }) => method === 'session/event');
			return later.map(({ params }) => params.seq as number);
		};
		for (let seq = from; seq < from + 60; seq += 1) {
			await client.until(() => seqs().length > seq - from);
			client.send({ method: 'session/ack', params: { sessionId, seq: seqs().at(-1) } });
		}
		return seqs().slice(0, 60);
	}

	it('is replaced by a second one: nothing of the first comes after the answer', async () => {
		const { connect } = await startLoopback({ model: burstModel(1, 1) });
		const driver = await connect();
		const { sessionId } = (await driver.ask('session/create')).result;
		for (let count = 1; count <= 12; count += 1) {
			await driver.ask('session/prompt', { sessionId, promptId: `p${count}`, text: 'go' });
		}
		const client = await connect();
		await client.ask('session/attach', { sessionId, afterSeq: 0, ...wishes });
		await client.until(({ method, params }) => method === 'session/event' && params.seq === 5);
		expect(await afterAttach(client, sessionId, 3)).toEqual(Array.from({ length: 60 }, (_, index) => index + 4));
	});
});

describe('a client that subscribes behind what it has given on', () => {
	it('can leave out by number what it had: no character comes twice and none is lost, wherever it was and begins', async () => {
		const { connect, sessionId, end } = await afterRun();
		const text = async (from: number, seen: number) => {
			const client = await connect();
			await client.ask('session/attach', { sessionId, afterSeq: from, seenSeq: seen, whenFull: 'wait' });
			await client.until(({ method, params }) => method === 'session/event' && params.seq >= end);
			const later = client.events(sessionId).filter(({ seq }) => seq > seen);
			return later.map(({ event }) => (event.type === 'message_update' ? event.delta : '')).join('');
		};
		const whole = await text(0, 0);
		const lengths = new Map<number, number>();
		for (const event of await deltas(connect, sessionId, end)) lengths.set(event.seq, event.delta.length);
		for (let round = 0; round < 8; round += 1) {
			const seen = (round * 7919) % end;
			const rest = [...lengths].filter(([seq]) => seq > seen).reduce((sum, [, length]) => sum + length, 0);
			expect(await text((round * 104_729) % (seen + 1), seen)).toBe(whole.slice(whole.length - rest));
		}
	});
});

/** Each delta of a run by itself. */
async function deltas(connect: () => Promise<LoopbackClient>, sessionId: string, end: number) {
	const client = await connect();
	await client.ask('session/attach', { sessionId, afterSeq: 0, seenSeq: end, whenFull: 'wait' });
	await client.until(({ method, params }) => method === 'session/event' && params.seq >= end);
	const updates = client.events(sessionId).filter(({ event }) => event.type === 'message_update');
	expect(updates.length).toBeGreaterThan(100);
	return updates.map(({ seq, event }) => ({ seq: seq as number, delta: event.delta as string }));
}

describe('a session whose maker is lost before the answer that names it has gone out', () => {
	async function lostMaker() {
		const { connect } = await startLoopback({ model: burstModel(1, 1) });
		const [maker, other] = [await connect(), await connect()];
		maker.pause();
		// More than a pipe holds goes ahead of the answer.
		for (let id = 1000; id < 1400; id += 1) maker.send({ id, method: 'models/list' });
		maker.send({ id: 1, method: 'session/create', params: {} });
		const list = async () => (await other.ask('session/list')).result.sessions;
		const until = async (count: number) => {
			for (;;) {
				const sessions = await list();
				if (sessions.length === count) return sessions;
			}
		};
		const [{ sessionId }] = await until(1);
		return { maker, other, sessionId: sessionId as string, list, until };
	}

	it('is closed', async () => {
		const { maker, until } = await lostMaker();
		maker.die();
		expect(await until(0)).toEqual([]);
	});

	it('stays when somebody else hears it', async () => {
		const { maker, other, sessionId, list } = await lostMaker();
		await other.ask('session/attach', { sessionId });
		maker.die();
		await maker.end();
		expect(await list()).toEqual([expect.objectContaining({ sessionId, isOpen: true })]);
	});
});

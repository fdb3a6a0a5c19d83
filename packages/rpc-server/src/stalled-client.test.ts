import { calling, fakeClock, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { type LoopbackClient, startLoopback, type Wire } from './testing/loopback.ts';
import { burstModel, standstill } from './testing/models.ts';

vi.setConfig({ testTimeout: 20_000 });

const prompt = { promptId: 'p', text: 'go' };

async function open(client: LoopbackClient, params: object = {}): Promise<string> {
	return (await client.ask('session/create', params)).result.sessionId;
}

function textOf(client: LoopbackClient, sessionId: string): string {
	return client
		.events(sessionId)
		.map(({ event }) => (event.type === 'message_update' ? event.delta : ''))
		.join('');
}

/** Each event says the number before it, unless it follows at once. */
function holes(events: readonly Wire[]): readonly number[] {
	return events
		.filter(({ seq, prev }, place) => (prev ?? seq - 1) !== (events[place - 1]?.seq ?? 0))
		.map(({ seq }) => seq);
}

describe('a client that stops reading', () => {
	it('holds the model, and loses nothing when it reads again', async () => {
		verifies('R39');
		const model = burstModel(2000, 100);
		const { connect } = await startLoopback({ model });
		const client = await connect();
		const sessionId = await open(client);
		client.pause();
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		expect(await standstill(model)).toBeLessThan(2000);
		client.resume();
		expect((await answered).result.summary.endReason).toBe('stop');
		expect(textOf(client, sessionId)).toBe('abcd'.repeat(200_000));
		expect(holes(client.events(sessionId))).toEqual([]);
	});

	it('does not hold an abort: the run closes, and its closing events come when it reads again', async () => {
		verifies('R40');
		const model = burstModel(2000, 100);
		const { connect } = await startLoopback({ model });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client);
		client.pause();
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		await standstill(model);
		expect((await other.ask('session/abort', { sessionId })).result).toEqual({
			stopped: true,
			abandoned: [],
			queued: [],
		});
		client.resume();
		expect((await answered).result.summary.endReason).toBe('aborted');
		const events = client.events(sessionId);
		const types = events.map(({ event }) => event.type).filter((type) => type !== 'session_idle');
		expect(types.slice(-3)).toEqual(['message_end', 'turn_end', 'agent_end']);
		expect(holes(events)).toEqual([]);
	});

	it('is waited for 30 s, then gets one gap, and the others had everything', async () => {
		const model = burstModel(2000, 100);
		const clock = fakeClock();
		const { connect } = await startLoopback({ model, clock });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client);
		await other.ask('session/attach', { sessionId, whenFull: 'wait' });
		client.pause();
		const answered = other.ask('session/prompt', { sessionId, ...prompt });
		await standstill(model);
		await clock.advance(29_999);
		expect(await standstill(model)).toBeLessThan(2000);
		await clock.advance(1);
		expect((await answered).result.summary.endReason).toBe('stop');
		expect(textOf(other, sessionId)).toBe('abcd'.repeat(200_000));
		client.resume();
		const { params: gap } = await client.until(({ params }) => params?.event?.type === 'gap');
		const events = client.events(sessionId);
		const before = events[events.indexOf(gap) - 1];
		expect(gap).toMatchObject({ seq: gap.event.to, event: { from: before.seq + 1 } });
		expect(gap.event.state).toMatchObject({ sessionId, isRunning: false });
		expect(holes(events)).toEqual([]);
	});

	it('that came later holds nobody: it gets a gap', async () => {
		const { connect } = await startLoopback({ model: burstModel(2000, 100) });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client);
		await other.ask('session/attach', { sessionId });
		other.pause();
		const { result } = await client.ask('session/prompt', { sessionId, ...prompt });
		expect(result.summary.endReason).toBe('stop');
		other.resume();
		await other.until(({ params }) => params?.event?.type === 'gap');
		expect(holes(other.events(sessionId))).toEqual([]);
	});

	it('that dies in a burst holds nobody', async () => {
		const { connect, server } = await startLoopback({ model: burstModel(2000, 100) });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client);
		await other.ask('session/attach', { sessionId, whenFull: 'wait' });
		other.pause();
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		await client.until(({ params }) => params?.event?.type === 'message_update');
		other.die();
		expect((await answered).result.summary.endReason).toBe('stop');
		expect(textOf(client, sessionId)).toBe('abcd'.repeat(200_000));
		await server.shutDown();
	});
});

describe('a client that acknowledges', () => {
	it('lets no more than its window be on its way, and goes on with each acknowledgement', async () => {
		const { connect } = await startLoopback({ model: burstModel(5, 10) });
		const client = await connect();
		const sessionId = await open(client, { windowBytes: 1 });
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		let seen = 0;
		for (let ended = false; !ended; ) {
			await client.until(({ params }) => params?.event !== undefined && params.seq > seen);
			const events = client.events(sessionId);
			expect(events.filter(({ seq }) => seq > seen)).toHaveLength(1);
			seen = events.at(-1).seq;
			ended = events.at(-1).event.type === 'agent_end';
			client.send({ method: 'session/ack', params: { sessionId, seq: seen } });
		}
		expect((await answered).result.summary.endReason).toBe('stop');
		expect(textOf(client, sessionId)).toBe('abcd'.repeat(50));
	});

	it('gets the answer to a prompt only after its events, also when the run is over long before', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([saying('one two three')]) });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client, { windowBytes: 2100 });
		await other.ask('session/attach', { sessionId });
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		await other.until(({ params }) => params?.event?.type === 'session_idle');
		const hasAnswer = () => client.received.some(({ result }) => result?.promptId === 'p');
		expect(client.events(sessionId).some(({ event }) => event.type === 'agent_end')).toBe(false);
		expect(hasAnswer()).toBe(false);
		client.send({ method: 'session/ack', params: { sessionId, seq: client.events(sessionId).at(-1).seq } });
		await answered;
		const types = client.received.map(({ params, result }) => params?.event?.type ?? result?.promptId);
		expect(types.indexOf('agent_end')).toBeLessThan(types.indexOf('p'));
		expect(types.indexOf('agent_end')).toBeGreaterThan(0);
	});

	it('and ends its input gets what waited all the same: nothing is left unsent', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([saying('one two three')]) });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client, { windowBytes: 2100 });
		await other.ask('session/attach', { sessionId });
		client.send({ id: 'p', method: 'session/prompt', params: { sessionId, ...prompt } });
		await other.until(({ params }) => params?.event?.type === 'session_idle');
		expect(client.events(sessionId).some(({ event }) => event.type === 'agent_end')).toBe(false);
		await client.end();
		await client.until(({ params }) => params?.event?.type === 'agent_end');
		expect(holes(client.events(sessionId))).toEqual([]);
		expect((await client.until(({ id }) => id === 'p')).result.summary.endReason).toBe('stop');
	});

	it('event by event is part of the barrier: the tool runs only when its start was acknowledged', async () => {
		verifies('R42');
		const steps: string[] = [];
		const execute = () => {
			steps.push('executed');
			return 'one';
		};
		const tools = [{ name: 'count', description: 'Counts.', parameters: { type: 'object' }, execute }];
		const model = scriptedModel([calling({ id: 'c', name: 'count' }), saying('done')]);
		const { connect } = await startLoopback({ model, tools });
		const client = await connect();
		const sessionId = await open(client, { acknowledge: true });
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		for (let seen = 0, type = ''; type !== 'agent_end'; ) {
			const { params } = await client.until(({ params: own }) => own?.event !== undefined && own.seq > seen);
			for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
			seen = params.seq;
			type = params.event.type;
			steps.push(`acked ${type}`);
			client.send({ method: 'session/ack', params: { sessionId, seq: seen } });
		}
		await answered;
		const place = steps.indexOf('executed');
		expect(steps.slice(place - 1, place + 2)).toEqual([
			'acked tool_execution_start',
			'executed',
			'acked tool_execution_end',
		]);
	});
});

describe.each([
	['event by event', { acknowledge: true }],
	['by its window', { windowBytes: 1 }],
])('a client that asked to be waited for %s and acknowledges nothing', (_how, attaching) => {
	/** A prompt of its own, in the midst of whose run it stopped acknowledging. The clock that a stall is measured by stands still. */
	async function silent() {
		const model = burstModel(2000, 100);
		const { connect, server } = await startLoopback({ model, clock: fakeClock() });
		const [client, other] = [await connect(), await connect()];
		const sessionId = await open(client, attaching);
		const answered = client.ask('session/prompt', { sessionId, ...prompt });
		await client.until(({ params }) => params?.event?.type === 'agent_start');
		await standstill(model);
		return { client, other, server, sessionId, answered };
	}

	async function expectWhole({ client, sessionId, answered }: Awaited<ReturnType<typeof silent>>) {
		expect((await answered).result.summary.endReason).toBe('aborted');
		const events = client.events(sessionId);
		expect(events.filter(({ event }) => event.type === 'agent_end')).toHaveLength(1);
		expect(events.filter(({ event }) => event.type === 'gap')).toEqual([]);
		expect(holes(events)).toEqual([]);
	}

	it('is not waited for at the end of the server: it is told all, and its prompt is answered', async () => {
		const open = await silent();
		await open.server.shutDown();
		await expectWhole(open);
	});

	it('is not waited for when another closes the session', async () => {
		const open = await silent();
		expect((await open.other.ask('session/close', { sessionId: open.sessionId })).result).toEqual({});
		await expectWhole(open);
	});
});

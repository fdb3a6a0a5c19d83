import type { Model } from '@myelin/core';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { type LoopbackClient, startLoopback, type Wire } from './testing/loopback.ts';
import { burstModel, standstill } from './testing/models.ts';

const isEnd = ({ params }: Wire) => params?.event?.type === 'session_end';
const endOf = async (client: LoopbackClient) => (await client.until(isEnd)).params.event;

/** A session, whoever made it, and another client that hears it. */
async function attached(wishes: object = {}, model: Model = scriptedModel([saying('hi')])) {
	const { server, host, connect } = await startLoopback({ model });
	const [owner, other] = [await connect({}, 'owner'), await connect({}, 'other')];
	const { sessionId } = (await owner.ask('session/create')).result;
	await other.ask('session/attach', { sessionId, ...wishes });
	return { server, host, connect, owner, other, sessionId };
}

/** Each event says the number before it, unless it follows at once. */
function holes(events: readonly Wire[]): readonly number[] {
	return events
		.filter(({ seq, prev }, place) => place > 0 && (prev ?? seq - 1) !== events[place - 1].seq)
		.map(({ seq }) => seq);
}

describe('the end of a session', () => {
	it.each([
		['session/close', 'closed'],
		['session/delete', 'deleted'],
	])('by %s is told to all who hear it, and to the caller before the answer', async (method, reason) => {
		const { owner, other, sessionId } = await attached();
		const { id } = await owner.ask(method, { sessionId });
		expect(await endOf(other)).toEqual({ type: 'session_end', reason });
		const answer = owner.received.findIndex((message) => message.id === id && message.method === undefined);
		expect(owner.received[answer - 1].params.event).toEqual({ type: 'session_end', reason });
		const { error } = await other.ask('session/attach', { sessionId });
		expect(error.data.code).toBe('SESSION_NOT_FOUND');
		expect(other.events(sessionId).at(-1)?.event.type).toBe('session_end');
	});

	it('comes behind the end of the run that was live', async () => {
		const { owner, other, sessionId } = await attached({}, burstModel(2000, 100));
		const answered = owner.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		await other.until(({ params }) => params?.event?.type === 'message_start');
		await owner.ask('session/close', { sessionId });
		expect((await answered).result.summary.endReason).toBe('aborted');
		await endOf(other);
		const types = other.events(sessionId).map(({ event }) => event.type);
		expect(types.filter((type) => type === 'agent_end' || type === 'session_end')).toEqual([
			'agent_end',
			'session_end',
		]);
		expect(types.at(-1)).toBe('session_end');
	});

	it('comes before the answer to whoever ends it and has much to read yet', async () => {
		const model = burstModel(2000, 100, 'abcd'.repeat(100));
		const { owner, other, sessionId } = await attached({}, model);
		await owner.ask('session/attach', { sessionId, chunks: true, whenFull: 'wait' });
		owner.pause();
		void owner.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		expect(await standstill(model)).toBeLessThan(2000);
		const closed = owner.ask('session/close', { sessionId });
		await endOf(other);
		owner.resume();
		const answer = owner.received.indexOf(await closed);
		expect(owner.received.slice(0, answer).filter(isEnd).length).toBe(1);
	});

	it('reaches who wants to hear of another type only', async () => {
		const { owner, other, sessionId } = await attached({ types: ['agent_start'] });
		await owner.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		await owner.ask('session/close', { sessionId });
		await endOf(other);
		expect(other.events(sessionId).map(({ event }) => event.type)).toEqual(['agent_start', 'session_end']);
	});

	it('reaches who reads nothing for a while, behind the gap that stands for what it missed', async () => {
		const { owner, other, sessionId } = await attached({ whenFull: 'gap' }, burstModel(2000, 100));
		other.pause();
		await owner.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		await owner.ask('session/close', { sessionId });
		other.resume();
		await endOf(other);
		const events = other.events(sessionId);
		const [gap, end] = events.slice(-2);
		expect([gap.event.type, end.event.type]).toEqual(['gap', 'session_end']);
		expect(gap).toMatchObject({ seq: end.seq - 1, event: { to: end.seq - 1 } });
		expect(holes(events)).toEqual([]);
	});

	it('is told where the server ends, and nothing after it', async () => {
		const { server, owner, other, sessionId } = await attached();
		await server.shutDown();
		for (const client of [owner, other]) {
			expect(await endOf(client)).toEqual({ type: 'session_end', reason: 'shutdown' });
			expect(client.events(sessionId).at(-1)?.event.type).toBe('session_end');
		}
	});

	it('leaves the guards of others standing where the session is opened again, and nothing where it was deleted', async () => {
		const model = scriptedModel([calling({ id: 'c1', name: 'look', args: {} }), saying('done')]);
		let looks = 0;
		const execute = () => {
			looks += 1;
			return 'seen';
		};
		const tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' }, execute }];
		const { host, connect } = await startLoopback({ model, tools });
		const [owner, guard] = [await connect({}, 'owner'), await connect({}, 'guard')];
		const { sessionId } = (await owner.ask('session/create')).result;
		await guard.ask('session/attach', { sessionId });
		await guard.ask('hooks/register', { sessionId, hooks: [{ hookId: 'own', point: 'tool_call' }] });
		await guard.ask('hooks/register', { hooks: [{ hookId: 'gate', point: 'tool_call' }] });
		await owner.ask('session/rename', { sessionId, name: 'kept' });
		await owner.ask('session/close', { sessionId });
		await owner.ask('session/open', { sessionId });
		const answered = owner.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		for (const [hookId, result] of [
			['own', { decision: 'allow' }],
			['gate', { decision: 'block', reason: 'not here' }],
		] as const) {
			const { id } = await guard.until(({ method, params }) => method === 'hook/call' && params.hookId === hookId);
			guard.send({ id, result });
		}
		expect((await answered).result.summary.toolErrors).toBe(1);
		expect(looks).toBe(0);
		expect(
			host
				.list()
				.flatMap(({ hooks }) => hooks.map(({ hookId }) => hookId))
				.sort(),
		).toEqual(['gate', 'own']);
		await owner.ask('session/delete', { sessionId });
		expect(host.list().flatMap(({ hooks }) => hooks.map(({ hookId }) => hookId))).toEqual(['gate']);
	});
});

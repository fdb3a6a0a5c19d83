import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { type LoopbackClient, startLoopback, type Wire } from './testing/loopback.ts';

const act = { name: 'act', description: '', parameters: { type: 'object' }, execute: () => 'acted' };
const turns = [calling({ id: 'c', name: 'act' }), saying('done')];
const guard = { hookId: 'guard', point: 'tool_call' };

function start() {
	return startLoopback({ model: scriptedModel([...turns, ...turns, ...turns]), tools: [act] });
}

/** A client with a session of its own. */
async function withSession(connect: (capabilities: object, name: string) => Promise<LoopbackClient>, name = 'program') {
	const client = await connect({}, name);
	const { sessionId } = (await client.ask('session/create')).result;
	const register = async (scope: object = { sessionId }, hooks: readonly object[] = [guard]): Promise<Wire> =>
		(await client.ask('hooks/register', { ...scope, hooks })).result;
	return { client, sessionId, register };
}

/** Runs the tool once and gives the decisions on it, none if nobody was asked. */
async function decide(client: LoopbackClient, sessionId: string): Promise<readonly Wire[]> {
	const before = client.events(sessionId).length;
	await client.ask('session/prompt', { sessionId, promptId: `p${before}`, text: 'go' });
	const events = client.events(sessionId).slice(before);
	return events.flatMap(({ event }) => (event.type === 'tool_decision' ? event.decisions : []));
}

/** Denies each time it is asked, and notes for which session. */
function denying(client: LoopbackClient): string[] {
	const asked: Wire[] = [];
	const sessions: string[] = [];
	void (async () => {
		for (;;) {
			const call = await client.until((message) => message.method === 'hook/call' && !asked.includes(message));
			asked.push(call);
			sessions.push(call.params.sessionId);
			client.send({ id: call.id, result: { decision: 'block', reason: 'no' } });
		}
	})();
	return sessions;
}

describe('the shut gate of a client that is lost', () => {
	it('is not taken away by one of its name and hook for another session', async () => {
		verifies('R82');
		const { connect } = await start();
		const first = await withSession(connect);
		await first.register();
		const watcher = await connect({}, 'watcher');
		await watcher.ask('session/attach', { sessionId: first.sessionId });
		first.client.die();
		const stranger = await withSession(connect);
		expect(await stranger.register()).toMatchObject({ accepted: [{ hookId: 'guard' }], rejected: [] });
		expect(await stranger.register({}, [{ ...guard, hookId: 'other' }])).toMatchObject({ rejected: [] });
		expect(await decide(watcher, first.sessionId)).toMatchObject([
			{ by: 'program', hookId: 'guard', answer: 'block', cause: 'disconnect' },
		]);
	});

	it('is taken away by one for the same session, and by one for all that holds this session', async () => {
		const { connect } = await start();
		for (const scoped of [true, false]) {
			const first = await withSession(connect);
			await first.register();
			first.client.die();
			const back = await connect({}, 'program');
			await back.ask('session/attach', { sessionId: first.sessionId });
			const scope = scoped ? { sessionId: first.sessionId } : {};
			await back.ask('hooks/register', { ...scope, hooks: [guard] });
			denying(back);
			expect(await decide(back, first.sessionId)).toMatchObject([{ hookId: 'guard', cause: 'policy' }]);
			await back.ask('hooks/unregister', { ids: ['guard'] });
		}
	});
});

describe('the shut gate of a client that is lost, and guarded all its sessions', () => {
	const shut = [{ by: 'program', hookId: 'guard', answer: 'block', cause: 'disconnect' }];

	/** A session whose guard is lost, somebody who prompts there, and the client that comes back and has registered its guard. */
	async function lostAndBack(hooks: readonly object[] = [guard]) {
		const { connect } = await start();
		const first = await withSession(connect);
		await first.register({});
		const watcher = await connect({}, 'watcher');
		await watcher.ask('session/attach', { sessionId: first.sessionId });
		first.client.die();
		const back = await withSession(connect);
		const registered = await back.register({}, hooks);
		denying(back.client);
		return { back, registered, ask: () => decide(watcher, first.sessionId), sessionId: first.sessionId };
	}

	it('stays where its client has not come to yet, and goes where it has', async () => {
		verifies('R82');
		const { back, registered, ask, sessionId } = await lostAndBack();
		expect(registered).toMatchObject({ accepted: [{ hookId: 'guard' }], rejected: [] });
		expect(await ask()).toMatchObject(shut);
		expect(await decide(back.client, back.sessionId)).toMatchObject([{ hookId: 'guard', cause: 'policy' }]);
		await back.client.ask('session/attach', { sessionId });
		expect(await ask()).toMatchObject([{ hookId: 'guard', cause: 'policy' }]);
	});

	it('stays when the one that came back goes without having come there, in whatever way', async () => {
		for (const end of ['end', 'die'] as const) {
			const { back, ask } = await lostAndBack();
			await back.client[end]();
			expect(await ask()).toMatchObject(shut);
		}
	});

	it('goes when its guard is taken back, and where its client was there again and left', async () => {
		const unwanted = await lostAndBack();
		await unwanted.back.client.ask('hooks/unregister', { ids: ['guard'] });
		expect(await unwanted.ask()).toEqual([]);
		const left = await lostAndBack();
		await left.back.client.ask('session/attach', { sessionId: left.sessionId });
		await left.back.client.ask('session/detach', { sessionId: left.sessionId });
		expect(await left.ask()).toEqual([]);
	});

	it('is not taken away by a hook of its id at another point', async () => {
		const { registered, ask } = await lostAndBack([{ hookId: 'guard', point: 'tool_execution_end' }]);
		expect(registered).toEqual({
			accepted: [],
			rejected: [
				{
					id: 'guard',
					reason:
						'program lost its hook guard at tool_call, which is a shut gate since; register it there again, or give this one another hookId',
				},
			],
		});
		expect(await ask()).toMatchObject(shut);
	});
});

describe('hooks of one id', () => {
	it('may stand for sessions of their own, of one client and of two of a name', async () => {
		const { connect } = await start();
		const first = await withSession(connect);
		const second = await withSession(connect);
		const { sessionId } = (await first.client.ask('session/create')).result;
		for (const registered of [await first.register(), await second.register(), await first.register({ sessionId })])
			expect(registered).toMatchObject({ accepted: [{ hookId: 'guard' }], rejected: [] });
		const asked = [denying(first.client), denying(second.client)];
		await decide(first.client, first.sessionId);
		await decide(second.client, second.sessionId);
		await decide(first.client, sessionId);
		expect(asked).toEqual([[first.sessionId, sessionId], [second.sessionId]]);
	});

	it('are refused to a client for one session and for all, where one would hide the other', async () => {
		const { connect } = await start();
		const { register, sessionId } = await withSession(connect);
		await register();
		expect((await register({})).rejected).toEqual([
			{ id: 'guard', reason: `it has a hook guard for session ${sessionId}; give this one another hookId` },
		]);
	});
});

describe('taking hooks back', () => {
	it('takes those of the very ids that are named', async () => {
		verifies('R82');
		const { connect } = await start();
		const { client, sessionId, register } = await withSession(connect);
		await register({}, [
			{ hookId: 'a', point: 'agent_end' },
			{ hookId: 'a strict', point: 'tool_call' },
		]);
		await client.ask('hooks/unregister', { ids: ['a'] });
		denying(client);
		expect(await decide(client, sessionId)).toMatchObject([{ hookId: 'a strict', answer: 'block', cause: 'policy' }]);
	});
});

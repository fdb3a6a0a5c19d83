import { systemClock } from '@myelin/core';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { createPluginHost } from '@myelin/plugins/host';
import { type Decision, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { createClient, type ServerParts } from './client.ts';
import type { Connection } from './connection.ts';
import type { Source } from './outbox.ts';
import { createSessions } from './sessions.ts';
import { startLoopback } from './testing/loopback.ts';

const silent = () => undefined;
const act = { name: 'act', description: '', parameters: { type: 'object' }, execute: () => 'acted' };

it("a client's guard for all its sessions stays a shut gate there, and nowhere else, when the client is gone", async () => {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await host.add({ name: 'm', setup: (myelin) => void myelin.registerModel(scriptedModel([])) }, 'test');
	const { hooks, models, tools } = host;
	const session = new Session({ id: 's1', cwd: '/' }, { hooks, models, tools });
	const connection = { send: silent, poke: silent, maxFrameBytes: 1 << 20 } as unknown as Connection;
	const hello = { clientInfo: { name: 'guard' }, capabilities: {} } as Parameters<typeof createClient>[2];
	const client = createClient(
		{
			host,
			clients: new Set(),
			joined: silent,
			sessions: createSessions(host, silent),
			subscriptions: { clock: systemClock, clientStallMs: 1 },
		} as unknown as ServerParts,
		connection,
		hello,
	);
	client.attach(session, { snapshots: false, chunks: false, window: { kind: 'open' }, whenFull: 'wait' });
	client.plugin.registerHooks([{ hookId: 'g', point: 'tool_call' }], undefined);
	client.lose('the connection ended');
	client.leave();
	const call = { toolCallId: 'c1', toolName: 'bash', args: {} };
	const scope = { sessionId: 's1', cwd: '/', signal: new AbortController().signal, report: silent };
	expect(host.hooks.toolCall(call, scope)).toMatchObject({
		decisions: [{ by: 'guard', hookId: 'g', answer: 'block', cause: 'disconnect' }],
	});
	expect(host.hooks.toolCall(call, { ...scope, sessionId: 's2' })).toBeUndefined();
});

it('what a detached client was still to be told goes out, but not once it has subscribed again', async () => {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await host.add({ name: 'm', setup: (myelin) => void myelin.registerModel(scriptedModel([])) }, 'test');
	const { hooks, models, tools } = host;
	const session = new Session({ id: 's1', cwd: '/' }, { hooks, models, tools });
	const lanes: Source[] = [];
	const poke = (lane: Source) => void (lanes.includes(lane) || lanes.push(lane));
	const client = createClient(
		{
			host,
			clients: new Set(),
			joined: silent,
			sessions: createSessions(host, silent),
			subscriptions: { clock: systemClock, clientStallMs: 1000 },
		} as unknown as ServerParts,
		{ send: silent, poke, maxFrameBytes: 1 << 20 } as unknown as Connection,
		{ clientInfo: { name: 'c' }, capabilities: {} } as Parameters<typeof createClient>[2],
	);
	const options = { snapshots: false, chunks: false, window: { kind: 'open' }, whenFull: 'wait' } as const;
	client.attach(session, options);
	for (const name of ['one', 'two']) await session.rename(name);
	client.detach('s1');
	expect(lanes[0]?.next(false)).toContain('session/event');
	client.attach(session, { ...options, afterSeq: 0 });
	expect(lanes[0]?.next(true)).toBeUndefined();
});

it('a client that calls itself as a plugin is called, or as what means nobody, is told apart', async () => {
	const { host, server, connect } = await startLoopback({
		model: scriptedModel([calling({ id: 'c', name: 'act' }), saying('done')]),
		tools: [act],
	});
	await host.add({ name: 'keeper', setup: (my) => void my.on('tool_call', () => undefined, { hookId: 'g' }) }, 'test');
	const client = await connect({ ui: true }, 'keeper');
	const nobody = await connect({ ui: true }, 'default');
	const { sessionId } = (await client.ask('session/create')).result;
	await nobody.ask('session/attach', { sessionId });
	await client.ask('hooks/register', { sessionId, hooks: [{ hookId: 'g', point: 'tool_call' }] });
	const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const { id } = await client.until(({ method }) => method === 'hook/call');
	client.send({ id, result: { decision: 'block', reason: 'no' } });
	await answered;
	const decided = client.events(sessionId).find(({ event }) => event.type === 'tool_decision');
	expect(decided.event.decisions.map(({ by, answer }: Decision) => [by, answer])).toEqual([
		['keeper', 'allow'],
		['keeper (client)', 'block'],
	]);
	const scope = { sessionId, cwd: '/', signal: new AbortController().signal, report: silent };
	const outcome = server.questions.ask({ kind: 'input', plugin: 'keeper', title: 'Who?' }, scope);
	const question = await nobody.until(({ method }) => method === 'ui/ask');
	nobody.send({ id: question.id, result: { value: 'me' } });
	expect(await outcome).toEqual({ value: 'me', by: 'default (client)' });
	await host.unload('keeper');
	expect(
		host
			.list()
			.filter(({ status }) => status === 'loaded')
			.map(({ name }) => name),
	).toContain('keeper (client)');
});

it('a client that comes back before all that its last connection sent is handed on finds its place free', async () => {
	const { connect } = await startLoopback({ model: scriptedModel([]) });
	const hooks = [{ hookId: 'g', point: 'tool_call' }];
	const before = await connect();
	const after = await connect();
	await before.ask('hooks/register', { hooks });
	const { rejected } = (await after.ask('hooks/register', { hooks })).result;
	expect(rejected).toEqual([{ id: 'g', reason: expect.stringContaining('has a hook g at tool_call') }]);
	for (let id = 1000; id < 1200; id += 1) before.send({ id, method: 'models/list' });
	const gone = before.end();
	await before.until(({ id }) => id === 1000);
	expect((await after.ask('hooks/register', { hooks })).result.rejected).toEqual([]);
	expect(before.received.some(({ id }) => id === 1199)).toBe(false);
	await gone;
});

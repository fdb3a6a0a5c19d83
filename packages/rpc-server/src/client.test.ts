import { systemClock } from '@myelin/core';
import { scriptedModel } from '@myelin/core/testing';
import { createPluginHost } from '@myelin/plugins/host';
import { Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { createClient, type ServerParts } from './client.ts';
import type { Connection } from './connection.ts';

const silent = () => undefined;

it("a client's guard for all its sessions stays a shut gate there, and nowhere else, when the client is gone", async () => {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await host.add({ name: 'm', setup: (myelin) => void myelin.registerModel(scriptedModel([])) }, 'test');
	const { hooks, models, tools } = host;
	const session = new Session({ id: 's1', cwd: '/' }, { hooks, models, tools });
	const connection = { send: silent, poke: silent } as unknown as Connection;
	const hello = { clientInfo: { name: 'guard' }, capabilities: {} } as Parameters<typeof createClient>[2];
	const client = createClient(
		{ host, clients: new Set(), subscriptions: { clock: systemClock, clientStallMs: 1 } } as ServerParts,
		connection,
		hello,
	);
	client.attach(session, { snapshots: false, chunks: false, window: { kind: 'open' }, whenFull: 'wait' });
	client.plugin.registerHooks([{ hookId: 'g', point: 'tool_call' }], undefined);
	client.leave('the connection ended');
	const call = { toolCallId: 'c1', toolName: 'bash', args: {} };
	const scope = { sessionId: 's1', cwd: '/', signal: new AbortController().signal, report: silent };
	expect(host.hooks.toolCall(call, scope)).toMatchObject({
		decisions: [{ by: 'guard', hookId: 'g', answer: 'block', cause: 'disconnect' }],
	});
	expect(host.hooks.toolCall(call, { ...scope, sessionId: 's2' })).toBeUndefined();
});

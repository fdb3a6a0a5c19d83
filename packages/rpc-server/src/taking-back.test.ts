import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { startLoopback } from './testing/loopback.ts';

const act = { name: 'act', description: '', parameters: { type: 'object' }, execute: () => 'acted' };
const mine = { name: 'mine', description: '', parameters: { type: 'object' } };

/** A client that is asked in the course of its own prompt, and says nothing. Nothing that it registered has a time limit. */
async function asked(register: readonly [method: string, params: object], tool = 'act') {
	const model = scriptedModel([calling({ id: 'c', name: tool }), saying('done')]);
	const { host, connect } = await startLoopback({ model, tools: [act] });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	const [method, params] = register;
	expect((await client.ask(method, { ...params, sessionId })).result.rejected).toEqual([]);
	const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const { id } = await client.until((message) => message.method === 'hook/call' || message.method === 'tool/execute');
	const event = async (type: string) => {
		await answered;
		return client.events(sessionId).find((told) => told.event.type === type)?.event;
	};
	return { host, client, sessionId, id, answered, event };
}

const hook = (point: string, terms: object = {}) =>
	['hooks/register', { hooks: [{ hookId: 'h', point, timeoutMs: 0, ...terms }] }] as const;

describe('a hook that its client takes back while it is asked', () => {
	it('denies that call at once if it is a guard, and says so; its client is told, and is not asked again', async () => {
		verifies('R82');
		const { client, id, event, host } = await asked(hook('tool_call'));
		expect((await client.ask('hooks/unregister', { ids: ['h'] })).result).toEqual({});
		expect((await event('tool_decision')).decisions).toMatchObject([
			{
				by: 'loopback',
				hookId: 'h',
				answer: 'block',
				cause: 'disconnect',
				reason:
					'the guard h of loopback has no answer: its client took it back while it was asked; a guard that fails denies',
			},
		]);
		expect((await client.until(({ method }) => method === '$/cancelRequest')).params).toEqual({ id });
		// Whoever takes a hook back has not failed.
		expect(await event('plugin_error')).toBeUndefined();
		expect(host.list().map(({ lastError }) => lastError)).toEqual([undefined, undefined]);
	});

	it('allows it if its terms say so', async () => {
		const { client, event } = await asked(hook('tool_call', { onFailure: 'allow' }));
		await client.ask('hooks/unregister', { ids: ['h'] });
		expect((await event('tool_decision')).decisions).toMatchObject([{ answer: 'allow', cause: 'disconnect' }]);
		expect((await event('tool_execution_end')).isError).toBe(false);
	});

	it('is left out if it is a transform', async () => {
		const { client, answered } = await asked(hook('context'));
		await client.ask('hooks/unregister', { ids: ['h'] });
		expect((await answered).result.summary).toMatchObject({ endReason: 'stop', toolErrors: 0 });
	});
});

describe('a tool whose client takes it away while it runs', () => {
	it.each([
		['by name', 'tools/unregister', { ids: ['mine'] }],
		['by leaving the session', 'session/detach', {}],
	])('%s fails at once, and says so', async (_how, method, params) => {
		const { client, sessionId, id, answered } = await asked(['tools/register', { tools: [mine] }], 'mine');
		const watcher = client.until(({ params: own }) => own?.event?.type === 'tool_execution_end');
		expect((await client.ask(method, { sessionId, ...params })).result).toEqual({});
		expect((await client.until((message) => message.method === '$/cancelRequest')).params).toEqual({ id });
		expect((await answered).result.summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
		if (method === 'session/detach') return;
		expect((await watcher).params.event).toMatchObject({
			isError: true,
			result: { content: [{ type: 'text', text: 'the client took its tool mine back while it ran' }] },
		});
	});
});

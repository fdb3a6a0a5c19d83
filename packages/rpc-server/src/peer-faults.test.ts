import { calling, saying, scriptedModel } from '@myelin/core/testing';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import protocol from '../schema/protocol.json' with { type: 'json' };
import { type LoopbackClient, startLoopback } from './testing/loopback.ts';

vi.setConfig({ testTimeout: 20_000 });

const parameters = { type: 'object' };
const tool = { name: 'act', description: 'Acts.', parameters, execute: () => 'acted' };
const guard = { hookId: 'g', point: 'tool_call', timeoutMs: 60_000 };

const oneCall = () => scriptedModel([calling({ id: 'c', name: 'act' }), saying('done')]);

async function open(client: LoopbackClient, params: object = {}): Promise<string> {
	return (await client.ask('session/create', params)).result.sessionId;
}

const bytesOf = (client: LoopbackClient) => client.received.reduce((sum, one) => sum + JSON.stringify(one).length, 0);

/** A session whose guard, another client, has been asked and says nothing. */
async function hungGuard() {
	const { connect, server } = await startLoopback({ model: oneCall(), tools: [tool] });
	const [driver, other] = [await connect(), await connect()];
	const sessionId = await open(driver);
	await other.ask('session/attach', { sessionId });
	await other.ask('hooks/register', { sessionId, hooks: [guard] });
	const answered = driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const asked = await other.until(({ method }) => method === 'hook/call');
	return { driver, other, server, sessionId, answered, asked };
}

describe('a guard that never answers', () => {
	it('does not hold an abort, and is told that its answer is no longer wanted', async () => {
		const { driver, other, sessionId, answered, asked } = await hungGuard();
		expect((await driver.ask('session/abort', { sessionId })).result.stopped).toBe(true);
		expect((await answered).result.summary).toMatchObject({ endReason: 'aborted', toolErrors: 1 });
		const cancel = await other.until(({ method }) => method === '$/cancelRequest');
		expect(cancel.params).toEqual({ id: asked.id });
	});

	it('does not hold a shutdown', async () => {
		const { server, answered } = await hungGuard();
		const since = Date.now();
		await server.shutDown();
		expect(Date.now() - since).toBeLessThan(2000);
		expect((await answered).result.summary.endReason).toBe('aborted');
	});

	it('and dies has denied, with that as the cause', async () => {
		verifies('R82');
		const { driver, other, answered, sessionId } = await hungGuard();
		other.die();
		expect((await answered).result.summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
		const { event } = driver.events(sessionId).find((one) => one.event.type === 'tool_decision');
		expect(event).toMatchObject({ answer: 'block', decisions: [{ cause: 'disconnect' }] });
	});
});

describe('what a client is sent', () => {
	it('says nothing of a session before the answer that names it', async () => {
		const { connect } = await startLoopback({ model: oneCall() });
		const client = await connect();
		for (let count = 0; count < 20; count++) await open(client);
		const named = new Set<string>();
		for (const { method, params, result } of client.received) {
			if (method === 'session/event') expect(named).toContain(params.sessionId);
			if (result?.sessionId !== undefined) named.add(result.sessionId);
		}
		expect(named.size).toBe(20);
	});

	it('costs an output of 300 KB little more than twice its size: once as progress, once as the result', async () => {
		verifies('R53');
		const piece = 'x'.repeat(3000);
		const loud = {
			...tool,
			async execute(_args: object, { onUpdate }: { onUpdate(update: { kind: 'output'; delta: string }): void }) {
				for (let count = 0; count < 100; count++) {
					onUpdate({ kind: 'output', delta: piece });
					await new Promise((resolve) => setImmediate(resolve));
				}
				return piece.repeat(100);
			},
		};
		const { connect } = await startLoopback({ model: oneCall(), tools: [loud as unknown as typeof tool] });
		const client = await connect();
		const sessionId = await open(client);
		await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		expect(bytesOf(client)).toBeLessThan(700_000);
	});

	it('holds a final message once, beside its deltas', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([saying('unmistakable')]) });
		const client = await connect();
		const sessionId = await open(client);
		await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		const places = client.events(sessionId).filter((one) => JSON.stringify(one).includes('unmistakable'));
		expect(places.map(({ event }) => event.type)).toEqual(['message_update', 'message_end']);
	});
});

describe('many in one process', () => {
	it('a thousand sessions, each with a run of its own', async () => {
		const answers = Array.from({ length: 1000 }, () => saying('hello'));
		const { connect } = await startLoopback({ model: scriptedModel(answers) });
		const client = await connect();
		const sessions = new Set<string>();
		for (let count = 0; count < 1000; count++) sessions.add(await open(client));
		expect(sessions.size).toBe(1000);
		const runs = [...sessions].map((sessionId) =>
			client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' }),
		);
		const ends = await Promise.all(runs);
		expect(ends.filter(({ result }) => result.summary.endReason === 'stop')).toHaveLength(1000);
	}, 90_000);
});

describe('nonsense', () => {
	it('in any method’s parameters is answered once, with a code, and the server goes on', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([]), tools: [tool] });
		const client = await connect();
		const sessionId = await open(client);
		const methods = Object.keys(protocol.clientRequests).filter((method) => method !== 'shutdown');
		const names = [
			'sessionId',
			'promptId',
			'text',
			'hooks',
			'tools',
			'ids',
			'afterSeq',
			'types',
			'windowBytes',
			'path',
		];
		const value = fc.oneof(fc.constant(sessionId), fc.jsonValue(), fc.constantFrom('', -1, 1.5, null, [], {}));
		const params = fc.oneof(fc.dictionary(fc.constantFrom(...names), value), value);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...methods), params, async (method, own) => {
				const answer = await client.ask(method, own as object);
				expect(answer.result !== undefined || typeof answer.error.data.code === 'string').toBe(true);
				expect(client.received.filter(({ id }) => id === answer.id)).toHaveLength(1);
			}),
			{ numRuns: 300 },
		);
		// The first session may have been closed by a call that happened to make sense.
		await open(client);
		expect((await client.ask('server/status')).result.sessions).toBeGreaterThan(0);
	});
});

import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { startLoopback, type Wire } from './testing/loopback.ts';

const parameters = { type: 'object' };

/** A server with a client that drives a session and another that guards it. `guard` answers what the guard is asked; without it the guard is asked and says nothing. */
async function guarded(calls: readonly string[], point: string, guard?: (params: Wire) => object) {
	const script = calls.map((name, place) => calling({ id: `c${place}`, name }));
	const ran: string[] = [];
	const tools = ['act', 'act_too'].map((name) => ({
		name,
		description: 'Acts.',
		parameters,
		execute: () => {
			ran.push(name);
			return 'acted';
		},
	}));
	const { connect, host } = await startLoopback({ model: scriptedModel([...script, saying('done')]), tools });
	const [driver, other] = [await connect(), await connect()];
	const { sessionId } = (await driver.ask('session/create')).result;
	await other.ask('session/attach', { sessionId });
	const hooks = [{ hookId: 'g', point, timeoutMs: 100 }];
	expect((await other.ask('hooks/register', { sessionId, hooks })).result.rejected).toEqual([]);
	if (guard !== undefined) void answerAll(other, guard);
	const decisions = () =>
		driver.events(sessionId).flatMap(({ event }) => (event.type === 'tool_decision' ? event.decisions : []));
	const prompt = async () => (await driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' })).result;
	return { driver, other, host, sessionId, ran, decisions, prompt };
}

async function answerAll(client: Awaited<ReturnType<typeof guarded>>['other'], guard: (params: Wire) => object) {
	const seen = new Set<unknown>();
	for (;;) {
		const asked = await client.until(({ method, id }) => method === 'hook/call' && !seen.has(id));
		seen.add(asked.id);
		client.send({ id: asked.id, ...guard(asked.params) });
	}
}

const deny = () => ({ result: { decision: 'block', reason: 'no' } });

describe('a guard of a client is not walked around', () => {
	it('by another tool, nor by a tool that a client runs', async () => {
		verifies('R84');
		const { driver, ran, decisions, prompt } = await guarded(['act', 'act_too', 'mine'], 'tool_call', deny);
		await driver.ask('tools/register', { tools: [{ name: 'mine', description: 'Mine.', parameters }] });
		await prompt();
		expect(decisions().map(({ answer }: Wire) => answer)).toEqual(['block', 'block', 'block']);
		expect(ran).toEqual([]);
		expect(driver.received.some(({ method }) => method === 'tool/execute')).toBe(false);
	});

	it('by a tool that asks its own session for another tool', async () => {
		const { driver, sessionId, ran, prompt } = await guarded(['mine', 'act'], 'tool_call', ({ payload }) =>
			payload.toolName === 'mine' ? { result: { decision: 'allow' } } : deny(),
		);
		await driver.ask('tools/register', { tools: [{ name: 'mine', description: 'Mine.', parameters }] });
		const ended = prompt();
		const asked = await driver.until(({ method }) => method === 'tool/execute');
		const nested = await driver.ask('session/prompt', { sessionId, promptId: 'q', text: 'act' });
		expect(nested.error.data.code).toBe('SESSION_BUSY');
		driver.send({ id: asked.id, result: { content: [] } });
		await ended;
		expect(ran).toEqual([]);
	});

	it('by its going away, for the call in flight and those after it', async () => {
		verifies('R82');
		const { other, ran, decisions, prompt } = await guarded(['act', 'act'], 'tool_call');
		const ended = prompt();
		await other.until(({ method }) => method === 'hook/call');
		other.die();
		await ended;
		expect(decisions()).toMatchObject([
			{ answer: 'block', cause: 'disconnect' },
			{ answer: 'block', cause: 'disconnect' },
		]);
		expect(ran).toEqual([]);
	});

	it('by failing until nobody asks it', async () => {
		const names = Array.from({ length: 7 }, () => 'act');
		const { ran, decisions, prompt, host } = await guarded(names, 'tool_call', () => ({
			error: { code: -32000, message: 'boom' },
		}));
		await prompt();
		expect(decisions().every(({ answer, cause }: Wire) => answer === 'block' && cause === 'crash')).toBe(true);
		expect(decisions()).toHaveLength(7);
		expect(host.list().at(-1)).toMatchObject({ status: 'quarantined', lastError: expect.stringContaining('boom') });
		expect(ran).toEqual([]);
	});
});

const steps = [
	['session_before_fork', 'session/fork', {}],
	['session_before_navigate', 'session/navigate', { entryId: null }],
	['session_before_compact', 'session/compact', {}],
	['session_before_delete', 'session/delete', {}],
] as const;

describe.each(steps)('a guard of a client at %s', (point, method, params) => {
	it.each([
		['answers with an error', () => ({ error: { code: -32000, message: 'boom' } }), 'boom'],
		['answers null', () => ({ result: null }), 'has no answer: a guard answers nothing to allow'],
		['answers nonsense', () => ({ result: { block: false } }), 'has no answer: a guard answers nothing to allow'],
		['says nothing', undefined, 'no answer within 100 ms'],
	])('that %s denies', async (_, guard, why) => {
		verifies('R82');
		const { driver, sessionId, prompt } = await guarded(['act'], point, guard);
		await prompt();
		const { error } = await driver.ask(method, { sessionId, ...params });
		expect(error).toMatchObject({ data: { code: 'DENIED' }, message: expect.stringContaining(why) });
	});

	it('that goes away while it is asked denies, and stays a shut gate', async () => {
		const { driver, other, sessionId, prompt } = await guarded(['act'], point);
		await prompt();
		const first = driver.ask(method, { sessionId, ...params });
		await other.until((message) => message.method === 'hook/call');
		other.die();
		expect((await first).error.data.code).toBe('DENIED');
		expect((await driver.ask(method, { sessionId, ...params })).error.data.code).toBe('DENIED');
		expect((await driver.ask('session/state', { sessionId })).result.sessionId).toBe(sessionId);
	});
});

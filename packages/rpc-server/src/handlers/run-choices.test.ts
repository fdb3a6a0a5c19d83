import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { startLoopback, type Wire } from '../testing/loopback.ts';

const tool = (name: string) => ({ name, description: '', parameters: { type: 'object' }, execute: () => name });

const offered = (model: ReturnType<typeof scriptedModel>) =>
	model.requests.map(({ tools, thinkingLevel }) => [thinkingLevel, ...tools.map(({ name }) => name)]);

it('a client chooses for one prompt how much is thought and which tools there are, and the next prompt has what the session has', async () => {
	const model = scriptedModel([saying('one'), saying('two')]);
	const { connect } = await startLoopback({ model, tools: [tool('read'), tool('bash')] });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	const own = { thinkingLevel: 'high', tools: ['read'], model: { provider: 'test', id: 'scripted' } };
	await client.ask('session/prompt', { sessionId, promptId: 'p1', text: 'go', ...own });
	await client.ask('session/prompt', { sessionId, promptId: 'p2', text: 'go' });
	expect(offered(model)).toEqual([
		['high', 'read'],
		['off', 'read', 'bash'],
	]);
	const strange = { sessionId, promptId: 'p3', text: 'go', tools: ['fly'] };
	expect((await client.ask('session/prompt', strange)).error).toMatchObject({
		message: `session ${sessionId} has no tool fly; it has: read, bash`,
		data: { code: 'TOOL_NOT_FOUND' },
	});
});

it('a client chooses the tools of a session; everybody is told, also when a client brings one and takes it back', async () => {
	const model = scriptedModel([saying('one')]);
	const { connect } = await startLoopback({ model, tools: [tool('read'), tool('bash')] });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	expect((await client.ask('session/setTools', { sessionId, tools: ['bash'] })).result).toEqual({});
	const names = ({ result }: Wire) => result.tools.map(({ name }: { name: string }) => name);
	expect(names(await client.ask('tools/list', { sessionId }))).toEqual(['bash']);
	await client.ask('session/setTools', { sessionId, tools: null });
	await client.ask('tools/register', { tools: [{ name: 'dig', description: '', parameters: { type: 'object' } }] });
	await client.ask('tools/unregister', { ids: ['dig'] });
	await client.ask('session/prompt', { sessionId, promptId: 'p1', text: 'go' });
	const changes = client.events(sessionId).filter(({ event }) => event.type === 'tools_changed');
	expect(changes.map(({ event }) => [event.from, event.to])).toEqual([
		[['read', 'bash'], ['bash']],
		[['bash'], ['read', 'bash']],
		[
			['read', 'bash'],
			['read', 'bash', 'dig'],
		],
		[
			['read', 'bash', 'dig'],
			['read', 'bash'],
		],
	]);
});

it.each([
	{ bounds: { maxTurns: 1 }, endReason: 'max_turns' },
	{ bounds: { budget: { tokens: 5 } }, endReason: 'budget' },
])('a client bounds the runs of a session by $bounds', async ({ bounds, endReason }) => {
	const used = [[{ type: 'usage', usage: { inputTokens: 9 } }]] as const;
	const model = scriptedModel([[...used, ...calling({ id: 'c1', name: 'read' })], saying('never')]);
	const { connect } = await startLoopback({ model, tools: [tool('read')] });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create', bounds)).result;
	const { result } = await client.ask('session/prompt', { sessionId, promptId: 'p1', text: 'go' });
	expect(result.summary).toMatchObject({ endReason, turnCount: 1 });
});

it('bounds that are none are refused', async () => {
	const { connect } = await startLoopback({ model: scriptedModel([]) });
	const client = await connect();
	for (const bounds of [{ maxTurns: 0 }, { budget: { tokens: 1.5 } }, { budget: { costUsd: 0 } }, { budget: 5 }])
		expect((await client.ask('session/create', bounds)).error.data.code).toBe('INVALID_PARAMS');
});

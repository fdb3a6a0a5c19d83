import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { startLoopback } from '../testing/loopback.ts';

it("what a client's tool says that is no progress is shown to nobody and fails its call; what is one is shown", async () => {
	const { connect } = await startLoopback({
		model: scriptedModel([calling({ id: 'c', name: 'mine' }), saying('done')]),
	});
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	const tools = [{ name: 'mine', description: '', parameters: { type: 'object' } }];
	await client.ask('tools/register', { sessionId, tools });
	const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const { id, params } = await client.until(({ method }) => method === 'tool/execute');
	const token = params.progressToken;
	const say = (value: unknown, of: unknown = token) =>
		client.send({ method: '$/progress', params: { token: of, value } });
	for (const value of [
		{},
		{ kind: 'output' },
		{ kind: 'output', delta: 7 },
		{ kind: 'shout', delta: 'x' },
		{ delta: 'x' },
		'x',
		null,
		[],
	])
		say(value);
	say({ kind: 'output', delta: 'x' }, 7);
	say({ kind: 'output', delta: 'x' }, 'nobody');
	say({ kind: 'status', delta: 'half way' });
	client.send({ id, result: { content: [{ type: 'text', text: 'ended' }] } });
	expect((await answered).result.summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
	const end = client.events(sessionId).find(({ event }) => event.type === 'tool_execution_end');
	expect(end.event.result.content[0].text).toMatch(/^The tool "mine" said something that is no progress/);
	const told = client.events(sessionId).filter(({ event }) => event.type === 'tool_execution_update');
	expect(told.map(({ event }) => event.update)).toEqual([{ kind: 'status', delta: 'half way' }]);
});

import { saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { startLoopback } from '../testing/loopback.ts';

async function client() {
	const { connect } = await startLoopback({ model: scriptedModel([saying('done')]) });
	const { ask } = await connect();
	const { sessionId } = (await ask('session/create')).result;
	return { ask, sessionId };
}

it.each([
	[
		'session/prompt',
		{ promptId: 'p', content: [{ type: 'tool_call', id: 'c', name: 'bash', args: {} }] },
		"a tool_call block is a model's to say; give text and images",
	],
	['session/prompt', { promptId: 'p', text: ' ' }, 'something must be said, and the text is empty'],
	[
		'session/steer',
		{ content: [{ type: 'thinking', thinking: 'hm' }] },
		"a thinking block is a model's to say; give text and images",
	],
	[
		'session/rename',
		{ name: 'a\nb' },
		'a name is one line of at most 200 characters that shows something, and this is "a\\nb"',
	],
])('%s refuses %j and says what belongs there', async (method, params, text) => {
	const { ask, sessionId } = await client();
	expect((await ask(method, { sessionId, ...params })).error).toEqual({
		code: -32602,
		message: `${method}: ${text}`,
		data: { code: 'INVALID_PARAMS' },
	});
});

it('an event that there is not is none to be subscribed to', async () => {
	const { ask, sessionId } = await client();
	const wrong = (await ask('session/attach', { sessionId, types: ['gap', 'mesage_end'] })).error;
	expect(wrong.code).toBe(-32602);
	expect(wrong.message).toMatch(
		/^types: there is no event "mesage_end"; there are agent_start, .*, session_idle, session_end, gap$/,
	);
	expect((await ask('session/attach', { sessionId, types: ['gap', 'message_end'] })).error).toBeUndefined();
});

it('a tool of the name that the tool of goals has is rejected', async () => {
	const { ask } = await client();
	const tools = [{ name: 'update_goal', description: '', parameters: { type: 'object' } }];
	expect((await ask('tools/register', { tools })).result).toMatchObject({
		accepted: [],
		rejected: [
			{ id: 'update_goal', reason: expect.stringContaining('sessions have one of this name for their goals') },
		],
	});
});

import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { pointKind, pointNames } from '@myelin/plugins/host';
import { describe, expect, it } from 'vitest';
import { type LoopbackClient, startLoopback, type Wire } from './testing/loopback.ts';

const parameters = { type: 'object' };
const tool = { name: 'act', description: 'Acts.', parameters, execute: ({ at }: { at: number }) => `acted at ${at}` };
const script = () => scriptedModel([calling({ id: 'c', name: 'act', args: { at: 1 } }), saying('done')]);

/** Answers every hook of a client by its point, and notes what it was asked. */
function answering(client: LoopbackClient, answers: Readonly<Record<string, unknown>>): Wire[] {
	const asked: Wire[] = [];
	void (async () => {
		for (;;) {
			const { id, params } = await client.until(
				(message) => message.method === 'hook/call' && !asked.includes(message.params),
			);
			asked.push(params);
			const kind = pointKind(params.point);
			const { [params.point]: answer = kind === 'veto' ? { decision: 'allow' } : null } = answers;
			client.send({ id, result: answer });
		}
	})();
	return asked;
}

async function session(hooks: readonly object[], answers: Readonly<Record<string, unknown>> = {}) {
	const model = script();
	const { connect } = await startLoopback({ model, tools: [tool] });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create', { systemPrompt: 'be brief' })).result;
	const registered = (await client.ask('hooks/register', { sessionId, hooks })).result;
	const asked = answering(client, answers);
	const prompt = async () => (await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' })).result;
	const told = (type: string) =>
		client
			.events(sessionId)
			.map(({ event }) => event)
			.filter((event) => event.type === type);
	return { client, model, sessionId, registered, asked, prompt, told };
}

const allHooks = pointNames().map((point) => ({ hookId: point, point }));

describe('a client that registers a hook at every point', () => {
	it('has each in force, with the terms of its kind', async () => {
		const { registered } = await session(allHooks);
		expect(registered.rejected).toEqual([]);
		const terms = Object.fromEntries(registered.accepted.map(({ hookId, point, ...rest }: Wire) => [hookId, rest]));
		expect(terms).toMatchObject({
			tool_call: { timeoutMs: 5000, onFailure: 'deny' },
			session_before_fork: { timeoutMs: 5000, onFailure: 'deny' },
			tool_args: { timeoutMs: 5000, required: true },
			system_prompt: { timeoutMs: 5000 },
			agent_end: { timeoutMs: 30_000 },
		});
	});

	it('is asked at each that its session comes to, in their order, with what belongs there', async () => {
		const { client, sessionId, asked, prompt } = await session(allHooks);
		await prompt();
		await client.ask('session/compact', { sessionId });
		await client.ask('session/fork', { sessionId });
		await client.ask('session/navigate', { sessionId, entryId: null });
		const points = asked.map(({ point }) => point);
		expect(points.filter((point) => pointKind(point) !== 'observe')).toEqual([
			'input',
			...['system_prompt', 'context', 'model_request', 'tool_args', 'tool_call', 'tool_result'],
			...['system_prompt', 'context', 'model_request', 'session_before_compact', 'compaction'],
			...['session_before_fork', 'session_before_navigate'],
		]);
		expect(points.slice(0, 5)).toEqual(['input', 'agent_start', 'turn_start', 'message_start', 'message_end']);
		const first = (point: string) => asked.find((params) => params.point === point)?.payload;
		const call = { toolCallId: 'c', toolName: 'act', args: { at: 1 } };
		expect(first('tool_args')).toEqual(call);
		expect(first('tool_call')).toEqual(call);
		expect(first('tool_result')).toEqual({ ...call, result: { content: [{ type: 'text', text: 'acted at 1' }] } });
		expect(first('system_prompt')).toEqual({ systemPrompt: 'be brief' });
		expect(first('model_request')).toEqual({
			messageIds: [expect.any(String)],
			messages: [],
			systemPrompt: 'be brief',
			thinkingLevel: 'off',
			tools: [{ name: 'act', description: 'Acts.', jsonSchema: parameters }],
		});
		expect(first('session_before_compact')).toEqual({ reason: 'manual' });
		expect(first('compaction')).toEqual({
			reason: 'manual',
			messageIds: [{}, {}, {}].map(() => expect.any(String)),
			messages: [],
		});
		expect(first('session_before_fork')).toEqual({ entryId: expect.any(String), newSessionId: expect.any(String) });
		expect(first('session_before_navigate')).toEqual({ entryId: null });
		expect(first('message_update')).toEqual({
			type: 'message_update',
			delta: expect.any(String),
			deltaKind: 'tool_call',
			contentIndex: 0,
			block: expect.any(Object),
		});
		expect(first('agent_end')).toMatchObject({ type: 'agent_end', willRetry: false, newMessages: [{}, {}, {}, {}] });
	});
});

describe('what a client answers', () => {
	it('changes the text, the arguments, the result and the request', async () => {
		const points = ['system_prompt', 'tool_args', 'tool_result', 'model_request', 'context'];
		const { prompt, model, told } = await session(
			points.map((point) => ({ hookId: point, point })),
			{
				system_prompt: { value: 'be long' },
				tool_args: { value: { at: 2 } },
				tool_result: { value: { content: [{ type: 'text', text: 'hidden' }] } },
				model_request: { value: { thinkingLevel: 'high' } },
				context: { append: ['(noon)'] },
			},
		);
		await prompt();
		expect(model.requests.map(({ systemPrompt, thinkingLevel }) => [systemPrompt, thinkingLevel])).toEqual([
			['be long', 'high'],
			['be long', 'high'],
		]);
		expect(model.requests[0]?.messages.at(-1)?.content).toEqual([{ type: 'text', text: '(noon)' }]);
		expect(told('tool_execution_end')[0].result.content).toEqual([{ type: 'text', text: 'hidden' }]);
		expect(told('plugin_error')).toEqual([]);
	});

	it.each([
		['system_prompt', 'be long', 'an answer at system_prompt is null or { value: … }, and this is neither'],
		['system_prompt', { value: 7 }, 'it answered 7, not a text'],
		['tool_result', { value: { text: 'x' } }, 'its answer has a member "text"; there are content, details, isError'],
		[
			'system_prompt',
			{ value: 'be long', required: true },
			'an answer at system_prompt has a value alone; this one has required too, which would do nothing',
		],
		['context', { value: [] }, 'its answer leaves no message to show to a model'],
		[
			'context',
			{ value: {}, append: ['x'] },
			'an answer at context has a value alone; this one has append too, which would do nothing',
		],
	])('at %s is skipped and reported when it is nonsense: %j', async (point, answer, message) => {
		const { prompt, told } = await session([{ hookId: 'h', point }], { [point]: answer });
		await expect(prompt()).resolves.toMatchObject({ summary: { endReason: 'stop', toolErrors: 0 } });
		expect(told('plugin_error')[0]).toMatchObject({ plugin: 'loopback', hook: 'h', message });
	});

	it.each([
		[
			'deny',
			{ decision: 'allow', args: { at: 2 } },
			'block',
			'the guard h of loopback has no answer: it allowed, and an allow has decision and reason; this one has args too, which would do nothing; a guard that fails denies',
		],
		[
			'allow',
			{ decision: 'allow', block: true },
			'allow',
			'the guard h of loopback has no answer: it allowed, and an allow has decision and reason; this one has block too, which would do nothing; its terms say to allow then',
		],
		[
			'allow',
			{ decision: 'block', reason: 'no', args: { at: 2 } },
			'block',
			'no (its answer also has args; a denial has a reason alone)',
		],
	])(
		'to a guard whose failures mean %s is invalid where it has more than it may: %j',
		async (onFailure, answer, decided, reason) => {
			const { prompt, told } = await session([{ hookId: 'h', point: 'tool_call', onFailure }], { tool_call: answer });
			await prompt();
			expect(told('tool_decision')[0].decisions).toMatchObject([{ answer: decided, cause: 'invalid', reason }]);
		},
	);

	it('ends the run when it is nonsense and the hook is required', async () => {
		const { prompt } = await session([{ hookId: 'h', point: 'system_prompt', required: true }], { system_prompt: 7 });
		await expect(prompt()).resolves.toMatchObject({ summary: { endReason: 'error', error: { code: 'HOOK_FAILED' } } });
	});

	it.each([
		['session_before_fork', 'session/fork', {}],
		['session_before_navigate', 'session/navigate', { entryId: null }],
		['session_before_compact', 'session/compact', {}],
	])('at %s denies, and the stream says who decided what', async (point, method, params) => {
		const { client, sessionId, prompt, told } = await session([{ hookId: 'h', point }], {
			[point]: { decision: 'block', reason: 'not on a Friday' },
		});
		await prompt();
		const { error } = await client.ask(method, { sessionId, ...params });
		expect(error).toMatchObject({ data: { code: 'DENIED' }, message: expect.stringContaining('not on a Friday') });
		expect(told('session_decision')).toEqual([
			{
				type: 'session_decision',
				point,
				answer: 'block',
				decisions: [
					{
						by: 'loopback',
						hookId: 'h',
						answer: 'block',
						reason: 'not on a Friday',
						cause: 'policy',
						durationMs: expect.any(Number),
					},
				],
			},
		]);
	});

	it('that lets a session be forked is on the stream too, a failing guard with its cause', async () => {
		const point = 'session_before_fork';
		const hooks = [
			{ hookId: 'a', point },
			{ hookId: 'b', point, onFailure: 'allow' },
		];
		const { client, sessionId, prompt, told } = await session(hooks, { [point]: 7 });
		await prompt();
		expect(await client.ask('session/fork', { sessionId })).toMatchObject({ error: { data: { code: 'DENIED' } } });
		await client.ask('hooks/unregister', { ids: ['a'] });
		await client.ask('session/fork', { sessionId });
		expect(told('session_decision')).toMatchObject([
			{ answer: 'block', decisions: [{ hookId: 'a', answer: 'block', cause: 'invalid' }] },
			{ answer: 'allow', decisions: [{ hookId: 'b', answer: 'allow', cause: 'invalid' }] },
		]);
	});
});

it.each([
	['a number', 1, 'block', 'invalid'],
	['an object', {}, 'block', 'invalid'],
	['a text', 'fine', 'allow', 'policy'],
	['nothing', null, 'allow', 'policy'],
])('an answer that allows and gives as its reason %s', async (_name, reason, answer, cause) => {
	const hooks = [{ hookId: 'h', point: 'tool_call' }];
	const { prompt, told } = await session(hooks, { tool_call: { decision: 'allow', reason } });
	await prompt();
	expect(told('tool_decision')).toMatchObject([{ decisions: [{ hookId: 'h', answer, cause }] }]);
});

it('a hook may ask for no limit of its time', async () => {
	const { registered } = await session([{ hookId: 'h', point: 'tool_call', timeoutMs: 0 }]);
	expect(registered.accepted).toEqual([{ hookId: 'h', point: 'tool_call', timeoutMs: 0, onFailure: 'deny' }]);
});

it('terms that do not fit the point are refused, and the other hooks are in force', async () => {
	const { registered } = await session([
		{ hookId: 'a', point: 'agent_end', onFailure: 'deny' },
		{ hookId: 'b', point: 'context', onFailure: 'allow' },
		{ hookId: 'c', point: 'tool_call', required: true },
		{ hookId: 'd', point: 'tool_call' },
	]);
	expect(registered.rejected.map(({ id }: Wire) => id)).toEqual(['a', 'b', 'c']);
	expect(registered.accepted.map(({ hookId }: Wire) => hookId)).toEqual(['d']);
});

describe('a guard that asks a person while it is asked', () => {
	/** A client that asks in the course of its guard's answer, and a person who says `value`, or nobody. */
	async function asking(value: boolean | undefined, about: (call: Wire) => object) {
		const { connect } = await startLoopback({ model: script(), tools: [tool] });
		const client = await connect();
		const { sessionId } = (await client.ask('session/create')).result;
		await client.ask('hooks/register', { sessionId, hooks: [{ hookId: 'h', point: 'tool_call' }] });
		if (value !== undefined) {
			const person = await connect({ ui: true }, 'person');
			await person.ask('session/attach', { sessionId });
			void person.until(({ method }) => method === 'ui/ask').then(({ id }) => person.send({ id, result: { value } }));
		}
		const ended = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		const call = await client.until(({ method }) => method === 'hook/call');
		const question = { sessionId, kind: 'confirm', title: 'Run it?', ...about(call.params.payload) };
		const { result } = await client.ask('ui/request', question);
		const answer = result.value === true ? { decision: 'allow' } : { decision: 'block', reason: 'no' };
		client.send({ id: call.id, result: answer });
		await ended;
		return client.events(sessionId).flatMap(({ event }) => (event.type === 'tool_decision' ? event.decisions : []));
	}
	const itsCall = ({ toolCallId }: Wire) => ({ toolCallId });

	it.each([
		['says yes', true, itsCall, { answer: 'allow', cause: 'user' }],
		['says no', false, itsCall, { answer: 'block', cause: 'user' }],
		['is not there', undefined, itsCall, { answer: 'block', cause: 'default' }],
		['is asked without the call', true, () => ({}), { answer: 'allow', cause: 'user' }],
		['is asked about another call', true, () => ({ toolCallId: 'c9' }), { answer: 'allow', cause: 'policy' }],
	])('has that in its decision: the person %s', async (_, value, about, decision) => {
		expect(await asking(value, about)).toMatchObject([{ by: 'loopback', hookId: 'h', ...decision }]);
	});
});

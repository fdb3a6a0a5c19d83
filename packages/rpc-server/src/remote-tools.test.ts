import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { startLoopback, type Wire } from './testing/loopback.ts';

const plain = { description: '', parameters: { type: 'object' } };
const ended = { content: [{ type: 'text', text: 'ended' }] };

/** A client whose model calls its tools `one` and `two` together. */
async function called(manners: object) {
	const model = scriptedModel([
		calling({ id: 'c1', name: 'one' }, { id: 'c2', name: 'two' }),
		saying('done'),
		saying('and done'),
	]);
	const { connect } = await startLoopback({ model });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	const tools = ['one', 'two'].map((name) => ({ ...plain, name, ...manners }));
	const registered = (await client.ask('tools/register', { tools })).result;
	const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const run = async (toolCallId: string): Promise<number> =>
		(await client.until(({ method, params }) => method === 'tool/execute' && params.toolCallId === toolCallId)).id;
	const asked = () => client.received.filter(({ method }) => method === 'tool/execute').length;
	const resultOf = async (toolCallId: string) => {
		const isIt = ({ params }: Wire) =>
			params?.event?.type === 'tool_execution_end' && params.event.toolCallId === toolCallId;
		const { event } = (await client.until(isIt)).params;
		return [event.isError, event.result.content[0].text];
	};
	const cancelled = async () => (await client.until(({ method }) => method === '$/cancelRequest')).params.id;
	return { client, sessionId, registered, answered, run, asked, resultOf, cancelled };
}

describe("a client's tool", () => {
	it.each([
		['that says nothing of it', {}],
		['that is exclusive', { concurrency: 'exclusive' }],
	])('%s runs alone: the second is asked for when the first has ended', async (_, manners) => {
		const { client, registered, answered, run, asked, resultOf } = await called(manners);
		expect(registered).toEqual({ accepted: ['one', 'two'], rejected: [] });
		const first = await run('c1');
		await client.ask('server/status');
		expect(asked()).toBe(1);
		client.send({ id: first, result: ended });
		client.send({ id: await run('c2'), result: ended });
		expect(await resultOf('c2')).toEqual([false, 'ended']);
		await answered;
	});

	it('that is parallel runs beside others: the second is asked for while the first runs', async () => {
		const { client, answered, run } = await called({ concurrency: 'parallel' });
		const [first, second] = [await run('c1'), await run('c2')];
		client.send({ id: second, result: ended });
		client.send({ id: first, result: ended });
		expect((await answered).result.summary).toMatchObject({ toolCalls: 2, toolErrors: 0 });
	});

	it("beyond its limit has failed in the kernel's own words, and the client is told; its late answer is ignored", async () => {
		const { client, answered, run, resultOf, cancelled } = await called({ timeoutMs: 20, concurrency: 'parallel' });
		const [first, second] = [await run('c1'), await run('c2')];
		client.send({ id: second, result: ended });
		expect(await resultOf('c1')).toEqual([true, 'Timed out after 20 ms.']);
		expect(await cancelled()).toBe(first);
		client.send({ id: first, result: ended });
		expect((await answered).result.summary).toMatchObject({ toolCalls: 2, toolErrors: 1 });
		expect(await resultOf('c2')).toEqual([false, 'ended']);
	});

	it('with the limit 0 takes as long as it takes', async () => {
		const { client, registered, run, resultOf } = await called({ timeoutMs: 0 });
		expect(registered).toEqual({ accepted: ['one', 'two'], rejected: [] });
		client.send({ id: await run('c1'), result: ended });
		expect(await resultOf('c1')).toEqual([false, 'ended']);
	});

	it.each([
		['cancel', [true, 'Cancelled: the user interjected.']],
		['finish', [false, 'ended']],
	])('that is to %s when the person interjects does', async (onInterjection, result) => {
		const { client, sessionId, run, resultOf, cancelled } = await called({ onInterjection });
		const first = await run('c1');
		await client.ask('session/steer', { sessionId, text: 'wait' });
		if (onInterjection === 'cancel') expect(await cancelled()).toBe(first);
		client.send({ id: first, result: ended });
		expect(await resultOf('c1')).toEqual(result);
		expect(await resultOf('c2')).toEqual([true, 'Skipped: the user interjected.']);
	});
});

describe("a preview of a client's tool", () => {
	/** What the stream says of the call `c1`, after its preview was asked for. */
	async function previewed(manners: object, answer: object | undefined) {
		const { client, sessionId, run, resultOf, cancelled } = await called({ preview: true, ...manners });
		const asked = await client.until(({ method }) => method === 'tool/preview');
		expect(asked.params).toEqual({ sessionId, toolCallId: 'c1', toolName: 'one', args: {} });
		if (answer === undefined) expect(await cancelled()).toBe(asked.id);
		else client.send({ id: asked.id, ...answer });
		const shown = () =>
			client
				.events(sessionId)
				.filter(({ event }) => event.type === 'tool_execution_update' && event.toolCallId === 'c1')
				.map(({ event }) => [event.kind, event.update]);
		return { client, run, resultOf, shown };
	}

	it.each([
		['an object, which is shown', { preview: { diff: '-a' } }, [['preview', { diff: '-a' }]]],
		['nothing to show', {}, []],
	])('is %s before the call runs', async (_, result, shown) => {
		const { client, run, resultOf, shown: told } = await previewed({}, { result });
		const id = await run('c1');
		expect(told()).toEqual(shown);
		client.send({ id, result: ended });
		expect(await resultOf('c1')).toEqual([false, 'ended']);
	});

	it.each([
		[
			'an error',
			{ error: { code: -32000, message: 'no such file' } },
			'The client failed at "tool/preview": no such file',
		],
		['no object', { result: { preview: 7 } }, 'The tool "one" gave no preview: it is 7, not an object.'],
		[
			'a text alone',
			{ result: 'x' },
			'The tool "one" gave no preview: it answered "x", and on the wire a preview is { preview: {…} }, or {} for nothing to show.',
		],
	])('that is %s is the result of the call, which does not run', async (_, answer, why) => {
		const { client, resultOf } = await previewed({}, answer);
		expect(await resultOf('c1')).toEqual([true, why]);
		expect(client.received.some(({ params }) => params?.toolCallId === 'c1' && params.progressToken)).toBe(false);
	});

	it('that takes longer than the tool may is given up, and the call goes on without', async () => {
		const { client, run, resultOf, shown } = await previewed({ timeoutMs: 200 }, undefined);
		client.send({ id: await run('c1'), result: ended });
		expect(await resultOf('c1')).toEqual([false, 'ended']);
		expect(shown()).toEqual([]);
	});
});

it('a tool whose manners are none is refused by itself, with what belongs there', async () => {
	const { connect } = await startLoopback({ model: scriptedModel([]) });
	const client = await connect();
	const tools = [
		{ ...plain, name: 'fine', concurrency: 'parallel', timeoutMs: 1, onInterjection: 'finish' },
		{ ...plain, name: 'both', concurrency: 'both' },
		{ ...plain, name: 'negative', timeoutMs: -1 },
		{ ...plain, name: 'half', timeoutMs: 0.5 },
		{ ...plain, name: 'stop', onInterjection: 'stop' },
		{ ...plain, name: 'seen', preview: 'yes' },
		{ ...plain, name: 'misspelt', concurency: 'parallel' },
	];
	expect((await client.ask('tools/register', { tools })).result).toEqual({
		accepted: ['fine'],
		rejected: [
			{ id: 'both', reason: 'concurrency: expected enum ["parallel","exclusive"], found "both"' },
			{ id: 'negative', reason: 'timeoutMs: expected minimum 0, found -1' },
			{ id: 'half', reason: 'timeoutMs: expected integer, found 0.5' },
			{ id: 'stop', reason: 'onInterjection: expected enum ["finish","cancel"], found "stop"' },
			{ id: 'seen', reason: 'preview: expected boolean, found "yes"' },
			{
				id: 'misspelt',
				reason:
					'concurency: expected no such member (there are name, description, parameters, concurrency, timeoutMs, onInterjection, preview), found "parallel"',
			},
		],
	});
});

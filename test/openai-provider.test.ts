import { openai } from '@myelin/bundled';
import type { Model, ModelChunk, ModelRequest } from '@myelin/core';
import type { JsonObject } from '@myelin/plugins';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callChunks, chatStream, deltaChunk, textChunks } from './chat-stream.ts';
import { callOnce, modelsOf } from './model-call.ts';
import { type Replay, type ReplayServer, startReplayServer } from './replay-server.ts';

const key = 'sk-secret-0123456789';
const anew = new AbortController().signal;
const hello: ModelRequest = {
	systemPrompt: 'Be brief.',
	messages: [{ role: 'user', id: 'u1', timestamp: 0, content: [{ type: 'text', text: 'hi' }] }],
	tools: [],
	thinkingLevel: 'off',
};
const open: ReplayServer[] = [];

afterEach(async () => {
	vi.unstubAllEnvs();
	await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(...answers: readonly Replay[]): Promise<ReplayServer> {
	const server = await startReplayServer((_, nth) => answers[Math.min(nth, answers.length - 1)] as Replay);
	open.push(server);
	return server;
}

async function modelAt(url: string, settings: JsonObject = {}): Promise<Model> {
	return (await modelsOf(openai, { baseUrl: `${url}/v1`, apiKey: key, ...settings }))[0] as Model;
}

async function hopsOf(model: Model, request = hello): Promise<(readonly ModelChunk[])[]> {
	const hops: (readonly ModelChunk[])[] = [];
	for await (const hop of model.stream(request, anew)) hops.push(hop);
	return hops;
}

describe('a call of chat completions', () => {
	it('sends the request with its key and headers to the base URL', async () => {
		const server = await serve({ body: chatStream(...textChunks('Hi')) });
		const { message } = await callOnce(await modelAt(server.url, { headers: { 'X-Team': 'sheath' } }));
		expect(message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
		expect(server.requests[0]).toMatchObject({
			method: 'POST',
			path: '/v1/chat/completions',
			headers: { authorization: `Bearer ${key}`, 'x-team': 'sheath' },
			body: { stream: true, messages: [{ role: 'user', content: 'hi' }] },
		});
	});

	it('sends nothing of the environment to a server that it is not for', async () => {
		vi.stubEnv('OPENAI_API_KEY', '');
		vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin-0123456789');
		vi.stubEnv('OPENAI_ORG_ID', 'org-0123456789');
		const server = await serve({ body: chatStream(...textChunks('Hi')) });
		const [model] = await modelsOf(openai, { baseUrl: server.url });
		expect((await callOnce(model as Model)).message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
		expect(server.requests[0]?.headers.authorization).toBeUndefined();
		expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/admin|org-/);
	});

	it('goes to every endpoint by its own name', async () => {
		const server = await serve({ body: chatStream(...textChunks('Hi')) });
		const endpoints = { box: { baseUrl: `${server.url}/box`, models: ['m'], apiKey: 'sk-box-0123' } };
		const models = await modelsOf(openai, { endpoints });
		const model = models.find(({ provider }) => provider === 'box') as Model;
		expect((await callOnce(model)).message?.model).toEqual({ provider: 'box', id: 'm' });
		expect(server.requests[0]).toMatchObject({
			path: '/box/chat/completions',
			headers: { authorization: 'Bearer sk-box-0123' },
			body: { model: 'm' },
		});
	});

	it('takes its key from a command', async () => {
		const server = await serve({ body: chatStream(...textChunks('Hi')) });
		const apiKeyCommand = [process.execPath, '-e', 'console.log("sk-from-command")'];
		const [model] = await modelsOf(openai, { baseUrl: server.url, apiKeyCommand });
		await callOnce(model as Model);
		expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-from-command');
	});

	it('gives what one network read brought as one array, word by word', async () => {
		const words = Array.from({ length: 40 }, (_, nth) => `word${nth} `);
		const server = await serve({ body: chatStream(...textChunks(...words)) });
		const hops = await hopsOf(await modelAt(server.url));
		expect(hops.length).toBeLessThan(10);
		expect(hops.flat().filter((chunk) => chunk.type === 'text_delta').length).toBe(40);
	});

	it('gives a burst of words that one network read brought as one text, and loses none', async () => {
		const words = Array.from({ length: 2000 }, (_, nth) => `word${nth} `);
		const server = await serve({ body: chatStream(...textChunks(...words)) });
		const hops = await hopsOf(await modelAt(server.url));
		const deltas = hops.flat().flatMap((chunk) => (chunk.type === 'text_delta' ? [chunk.delta] : []));
		expect(deltas.length).toBeLessThan(100);
		expect(deltas.join('')).toBe(words.join(''));
	});

	it('maps tool names that the API does not allow, and back', async () => {
		const server = await serve({ body: chatStream(...callChunks('c1', 'files_read', ['{"path":"a"}'])) });
		const tools = [{ name: 'files.read', description: 'Read.', jsonSchema: { type: 'object' } }];
		const hops = await hopsOf(await modelAt(server.url), { ...hello, tools });
		expect(server.requests[0]?.body).toMatchObject({ tools: [{ function: { name: 'files_read' } }] });
		expect(hops.flat()).toContainEqual({ type: 'tool_call_start', index: 0, id: 'c1', name: 'files.read' });
	});

	it.each(['application/json', 'text/event-stream', 'text/plain'])(
		'takes a whole message from a server that does not stream, sent as %s',
		async (type) => {
			const message = { role: 'assistant', content: 'Hi', reasoning_content: 'Hm' };
			const usage = { prompt_tokens: 3, completion_tokens: 1 };
			const body = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
			const server = await serve({ body: `\n ${body}`, headers: { 'content-type': type }, pieceBytes: 7 });
			expect((await callOnce(await modelAt(server.url))).message).toMatchObject({
				content: [
					{ type: 'thinking', thinking: 'Hm' },
					{ type: 'text', text: 'Hi' },
				],
				stopReason: 'stop',
				usage: { inputTokens: 3, outputTokens: 1 },
			});
		},
	);

	it('reads a megabyte of arguments in small pieces', async () => {
		const text = JSON.stringify({ text: 'x'.repeat(1_000_000) });
		const server = await serve({ body: chatStream(...callChunks('c1', 'write', text.match(/.{1,20}/g) ?? [])) });
		const { message } = await callOnce(await modelAt(server.url));
		expect(message?.content).toMatchObject([{ type: 'tool_call', args: { text: 'x'.repeat(1_000_000) } }]);
	});

	it('uses a connection again once its answer is over', async () => {
		const server = await serve({ body: chatStream(...textChunks('Hi')) });
		const model = await modelAt(server.url);
		for (let nth = 0; nth < 6; nth += 1) await callOnce(model);
		// A call may begin before the last bytes of the one before have come: then there are two connections, taking turns.
		expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
	});
});

describe('a call that fails', () => {
	const json = { 'content-type': 'application/json' };
	const begun = chatStream(...textChunks('Hello').slice(0, 2)).replace('data: [DONE]\n\n', '');
	const said = (status: number, body: unknown, headers = {}): Replay => ({
		status,
		body: JSON.stringify(body),
		headers: { ...json, ...headers },
	});

	it.each([
		['a key that is wrong', said(401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }), 'AUTH'],
		['no money', said(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }), 'QUOTA'],
		['too little credit', said(402, { error: { message: 'Insufficient credits', code: 402 } }), 'QUOTA'],
		['too many requests', said(429, { error: { message: 'Rate limit reached', type: 'requests' } }), 'RATE_LIMIT'],
		[
			'a prompt that is too long',
			said(400, { error: { message: 'too many', code: 'context_length_exceeded' } }),
			'CONTEXT_OVERFLOW',
		],
		[
			'a prompt that llama.cpp finds too long',
			said(400, { error: { code: 400, message: 'request exceeds', type: 'exceed_context_size_error' } }),
			'CONTEXT_OVERFLOW',
		],
		['a filter', said(400, { error: { message: 'filtered', code: 'content_filter' } }), 'CONTENT_FILTER'],
		['a server that is too busy', said(503, { message: 'busy' }), 'OVERLOADED'],
		['a field that is wrong', said(422, { detail: [{ loc: ['body'], msg: 'extra' }] }), 'INVALID_REQUEST'],
		['an error that is no JSON', { status: 502, body: '<h1>Bad gateway</h1>' }, 'OVERLOADED'],
		['an error that says it timed out', said(504, { error: { message: 'upstream timed out' } }), 'TIMEOUT'],
		['an error with a success status', said(200, { error: { message: 'Overloaded', code: 503 } }), 'OVERLOADED'],
		['an error in the stream', { body: `${begun}data: {"error":{"message":"x","code":503}}\n\n` }, 'OVERLOADED'],
		['an error event', { body: `${begun}event: error\ndata: {"error":{"type":"server_error"}}\n\n` }, 'OVERLOADED'],
		['a connection that breaks', { body: begun, ending: 'cut' }, 'STREAM_BROKEN'],
		['an end in the middle', { body: begun }, 'STREAM_BROKEN'],
		['an empty answer', { body: '' }, 'STREAM_BROKEN'],
		['a page of HTML', { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }, 'INVALID_REQUEST'],
	] as [string, Replay, string][])('by %s has a code of its own', async (_, replay, code) => {
		const server = await serve(replay);
		const { summary, message } = await callOnce(await modelAt(server.url));
		expect(summary).toMatchObject({ endReason: 'error', error: { code } });
		expect(message).toBeUndefined();
		expect(server.requests.length).toBe(1);
	});

	it('says what the server said, also where that is no `error`', async () => {
		const server = await serve(said(404, { detail: 'no such path' }));
		const { summary } = await callOnce(await modelAt(server.url));
		expect(summary.error?.message).toBe('the endpoint openai answered 404 no such path');
	});

	it.each([
		['a header', said(429, {}, { 'retry-after': '7' }), 7_000],
		['its words', said(429, { error: { message: 'Please try again in 1.5s.' } }), 1_500],
		['an error in the stream', { body: `${begun}data: {"error":{"code":429,"message":"try again in 2s"}}\n\n` }, 2_000],
	] as [string, Replay, number][])('tells by %s when to try again', async (_, replay, retryAfterMs) => {
		const server = await serve(replay);
		const { summary } = await callOnce(await modelAt(server.url));
		expect(summary.error).toMatchObject({ code: 'RATE_LIMIT', status: 429, retryAfterMs, retryable: true });
	});

	it('because nobody is there is a NETWORK failure that says what to check', async () => {
		const server = await serve({ body: '' });
		await server.close();
		const { summary } = await callOnce(await modelAt(server.url));
		expect(summary.error).toMatchObject({ code: 'NETWORK', retryable: true });
		expect(summary.error?.message).toMatch(/ECONNREFUSED.*; check the network and the base URL/);
	});
});

describe('a call that is not wanted any more', () => {
	const silent: Replay = {
		body: chatStream(deltaChunk({ content: 'Hello' })).replace('data: [DONE]\n\n', ''),
		ending: 'hang',
	};

	it('closes its connection at once on abort, with the reason given', async () => {
		const server = await serve(silent);
		const abort = new AbortController();
		const stream = (await modelAt(server.url)).stream(hello, abort.signal)[Symbol.asyncIterator]();
		await stream.next();
		const next = stream.next();
		abort.abort(new Error('enough'));
		await expect(next).rejects.toThrow('enough');
		expect(await server.requests[0]?.closed).toEqual({ wasAnswered: false });
	});

	it('closes it also while it waits for the first byte', async () => {
		const server = await serve({ body: '', ending: 'hang' });
		const abort = new AbortController();
		const arrived = server.nextRequest();
		const next = (await modelAt(server.url)).stream(hello, abort.signal)[Symbol.asyncIterator]().next();
		const request = await arrived;
		abort.abort(new Error('enough'));
		await expect(next).rejects.toThrow('enough');
		expect(await request.closed).toEqual({ wasAnswered: false });
	});

	it('closes it when its reader goes away in the middle of a read', async () => {
		const server = await serve(silent);
		const stream = (await modelAt(server.url)).stream(hello, anew)[Symbol.asyncIterator]();
		await stream.next();
		const next = stream.next().catch(() => 'failed');
		await stream.return?.();
		expect(await next).toBe('failed');
		expect(await server.requests[0]?.closed).toEqual({ wasAnswered: false });
	});
});

import { anthropic } from '@myelin/bundled';
import { Agent, type Model, type ModelChunk, type ModelRequest } from '@myelin/core';
import type { JsonObject } from '@myelin/plugins';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagesStream, textEvents, toolCallEvents } from './messages-stream.ts';
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
	await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(...answers: readonly Replay[]): Promise<ReplayServer> {
	const server = await startReplayServer((_, nth) => answers[Math.min(nth, answers.length - 1)] as Replay);
	open.push(server);
	return server;
}

async function modelAt(url: string, settings: JsonObject = {}): Promise<Model> {
	return (await modelsOf(anthropic, { baseUrl: url, apiKey: key, ...settings }))[0] as Model;
}

async function hopsOf(model: Model, request = hello): Promise<(readonly ModelChunk[])[]> {
	const hops: (readonly ModelChunk[])[] = [];
	for await (const hop of model.stream(request, anew)) hops.push(hop);
	return hops;
}

describe('a call of the Claude API', () => {
	it('sends the request with its key, version and headers to the base URL', async () => {
		const server = await serve({ body: messagesStream(...textEvents('Hi')) });
		const { message } = await callOnce(await modelAt(server.url, { headers: { 'X-Team': 'sheath' } }));
		expect(message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
		const [request] = server.requests;
		expect(request).toMatchObject({
			method: 'POST',
			path: '/v1/messages',
			headers: {
				authorization: `Bearer ${key}`,
				'anthropic-version': expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
				'x-team': 'sheath',
			},
			body: { stream: true, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] },
		});
	});

	it('sends no credentials when no key is set', async () => {
		const server = await serve({ body: messagesStream(...textEvents('Hi')) });
		const [model] = await modelsOf(anthropic, { baseUrl: server.url });
		await callOnce(model as Model);
		expect(server.requests[0]?.headers.authorization).toBeUndefined();
		expect(server.requests[0]?.headers['x-api-key']).toBeUndefined();
	});

	it('gives what one network read brought as one array, word by word', async () => {
		const words = Array.from({ length: 40 }, (_, nth) => `word${nth} `);
		const server = await serve({ body: messagesStream(...textEvents(...words)) });
		const hops = await hopsOf(await modelAt(server.url));
		expect(hops.length).toBeLessThan(10);
		expect(hops.flat().filter((chunk) => chunk.type === 'text_delta').length).toBe(40);
	});

	it('gives a burst of words that one network read brought as one text, and loses none', async () => {
		const words = Array.from({ length: 2000 }, (_, nth) => `word${nth} `);
		const server = await serve({ body: messagesStream(...textEvents(...words)) });
		const hops = await hopsOf(await modelAt(server.url));
		const deltas = hops.flat().flatMap((chunk) => (chunk.type === 'text_delta' ? [chunk.delta] : []));
		expect(deltas.length).toBeLessThan(100);
		expect(deltas.join('')).toBe(words.join(''));
	});

	it('maps tool names that the API does not allow, and back', async () => {
		const server = await serve({ body: messagesStream(...toolCallEvents('toolu_1', 'files_read', ['{"path":"a"}'])) });
		const tools = [{ name: 'files.read', description: 'Read.', jsonSchema: { type: 'object' } }];
		const hops = await hopsOf(await modelAt(server.url), { ...hello, tools });
		expect(server.requests[0]?.body).toMatchObject({ tools: [{ name: 'files_read' }] });
		expect(hops.flat()).toContainEqual({ type: 'tool_call_start', index: 0, id: 'toolu_1', name: 'files.read' });
	});

	it('takes a whole message from a server that does not stream', async () => {
		const body = JSON.stringify({
			type: 'message',
			role: 'assistant',
			content: [{ type: 'text', text: 'Hi' }],
			stop_reason: 'end_turn',
			usage: { input_tokens: 3, output_tokens: 1 },
		});
		const server = await serve({ body, headers: { 'content-type': 'application/json' } });
		const { message } = await callOnce(await modelAt(server.url));
		expect(message).toMatchObject({
			content: [{ type: 'text', text: 'Hi' }],
			stopReason: 'stop',
			usage: { inputTokens: 3 },
		});
	});

	it('reads a megabyte of arguments in small pieces', async () => {
		const text = JSON.stringify({ text: 'x'.repeat(1_000_000) });
		const pieces = text.match(/.{1,20}/g) ?? [];
		const server = await serve({ body: messagesStream(...toolCallEvents('toolu_1', 'write', pieces)) });
		const { message } = await callOnce(await modelAt(server.url));
		expect(message?.content).toMatchObject([{ type: 'tool_call', args: { text: 'x'.repeat(1_000_000) } }]);
	});

	it('uses a connection again once its answer is over', async () => {
		const server = await serve({ body: messagesStream(...textEvents('Hi')) });
		const model = await modelAt(server.url);
		for (let nth = 0; nth < 6; nth += 1) await callOnce(model);
		// A call may begin before the last bytes of the one before have come: then there are two connections, taking turns.
		expect(new Set(server.requests.map(({ port }) => port)).size).toBeLessThanOrEqual(2);
	});
});

describe('a call that fails', () => {
	const failed = (status: number, type: string, headers: Record<string, string> = {}): Replay => ({
		status,
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify({ type: 'error', error: { type, message: `words about ${key}` } }),
	});

	it('says so with its code, status and wish to wait, and is sent once: retries are not its own', async () => {
		const server = await serve(failed(429, 'rate_limit_error', { 'retry-after': '7' }));
		const { summary } = await callOnce(await modelAt(server.url));
		expect(summary.error).toMatchObject({ code: 'RATE_LIMIT', status: 429, retryAfterMs: 7_000, retryable: true });
		expect(server.requests.length).toBe(1);
	});

	it('never shows a key', async () => {
		const server = await serve(failed(401, 'authentication_error'));
		const { summary } = await callOnce(await modelAt(server.url));
		expect(summary.error).toMatchObject({ code: 'AUTH', retryable: false });
		expect(summary.error?.message).toContain('words about [secret]');
		expect(JSON.stringify(summary)).not.toContain(key);
	});

	it('is tried again by the kernel, and then answers', async () => {
		const server = await serve(failed(529, 'overloaded_error'), { body: messagesStream(...textEvents('Hi')) });
		const retry = { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 };
		const agent = new Agent({ model: await modelAt(server.url), retry });
		expect(await agent.prompt('hi')).toMatchObject({ endReason: 'stop' });
		expect(server.requests.length).toBe(2);
	});

	const begun = messagesStream(...textEvents('Hello').slice(0, 3));
	it.each([
		[
			'an error in the stream',
			{ body: `${begun}event: error\ndata: {"type":"error","error":{"type":"overloaded_error"}}\n\n` },
			'OVERLOADED',
		],
		['a connection that breaks', { body: begun, ending: 'cut' }, 'STREAM_BROKEN'],
		['an end in the middle', { body: begun }, 'STREAM_BROKEN'],
		['an empty answer', { body: '' }, 'STREAM_BROKEN'],
		['a page of HTML', { body: '<html>Sign in</html>', headers: { 'content-type': 'text/html' } }, 'INVALID_REQUEST'],
		[
			'an error with a success status',
			{ body: '{"type":"error","error":{"type":"overloaded_error"}}', headers: { 'content-type': 'application/json' } },
			'OVERLOADED',
		],
		[
			'an error that is no JSON',
			{ status: 503, body: 'upstream connect error', headers: { 'content-type': 'text/plain' } },
			'OVERLOADED',
		],
	] as [string, Replay, string][])('by %s has a code of its own', async (_, replay, code) => {
		const server = await serve(replay);
		const { summary, message } = await callOnce(await modelAt(server.url));
		expect(summary).toMatchObject({ endReason: 'error', error: { code } });
		expect(message).toBeUndefined();
	});

	it('gives the deltas that came before the failure', async () => {
		const server = await serve({ body: `${begun}event: error\ndata: {}\n\n` });
		const seen: ModelChunk[] = [];
		const reading = (async () => {
			for await (const hop of (await modelAt(server.url)).stream(hello, anew)) seen.push(...hop);
		})();
		await expect(reading).rejects.toMatchObject({ code: 'STREAM_BROKEN' });
		expect(seen).toContainEqual({ type: 'text_delta', index: 0, delta: 'Hello' });
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
	const silent: Replay = { body: messagesStream(...textEvents('Hello').slice(0, 3)), ending: 'hang' };

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

	it('closes the connection of an answer that is whole and does not end', async () => {
		const server = await serve({ body: messagesStream(...textEvents('Hi')), ending: 'hang' });
		const { message } = await callOnce(await modelAt(server.url));
		expect(message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
		expect(await server.requests[0]?.closed).toEqual({ wasAnswered: false });
	});

	it('is never sent when it is aborted before', async () => {
		const server = await serve(silent);
		const stream = (await modelAt(server.url)).stream(hello, AbortSignal.abort(new Error('enough')));
		await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow('enough');
		expect(server.requests).toEqual([]);
	});

	it('leaves no listener on a signal that lives on', async () => {
		const server = await serve({ body: messagesStream(...textEvents('Hi')) });
		const model = await modelAt(server.url);
		const signal = new AbortController().signal;
		const added = vi.spyOn(signal, 'addEventListener');
		const removed = vi.spyOn(signal, 'removeEventListener');
		for await (const _ of model.stream(hello, signal));
		expect(added).toHaveBeenCalledTimes(1);
		expect(removed.mock.calls.map((call) => call[1])).toEqual(added.mock.calls.map((call) => call[1]));
	});
});

describe('the anthropic plugin', () => {
	it('registers nothing when neither a key nor a base URL is configured', async () => {
		const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = process.env;
		delete process.env.ANTHROPIC_API_KEY;
		delete process.env.ANTHROPIC_BASE_URL;
		try {
			expect(await modelsOf(anthropic, {})).toEqual([]);
		} finally {
			if (ANTHROPIC_API_KEY !== undefined) process.env.ANTHROPIC_API_KEY = ANTHROPIC_API_KEY;
			if (ANTHROPIC_BASE_URL !== undefined) process.env.ANTHROPIC_BASE_URL = ANTHROPIC_BASE_URL;
		}
	});

	it('registers a model under the id that the provider knows it by, once each', async () => {
		const models = await modelsOf(anthropic, { apiKey: key });
		const ids = models.map(({ provider, id }) => `${provider}/${id}`);
		expect(ids).toContain('anthropic/claude-sonnet-5-5');
		expect(new Set(ids).size).toBe(ids.length);
	});
});

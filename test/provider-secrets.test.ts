import { anthropic, openai } from '@myelin/bundled';
import { Agent, type Model } from '@myelin/core';
import type { JsonObject, Plugin } from '@myelin/plugins';
import { bareApi } from '@myelin/plugins/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Replay, type ReplayServer, startReplayServer } from './replay-server.ts';

const key = 'sk-secret-0123456789';
const token = 'Basic c2VjcmV0LXNlY3JldA==';
const json = { 'content-type': 'application/json' };
const open: ReplayServer[] = [];

afterEach(async () => {
	vi.unstubAllEnvs();
	await Promise.all(open.splice(0).map((server) => server.close()));
});

/** Everything that comes out of a failed call: its events, its summary, what was logged, and the error itself with its causes. */
async function everythingSaid(plugin: Plugin, settings: JsonObject, replay: Replay): Promise<string> {
	const server = await startReplayServer(() => replay);
	open.push(server);
	const said: unknown[] = [];
	const models: Model[] = [];
	const log = (...values: unknown[]) => said.push(...values);
	const undo = () => {};
	await plugin.setup(
		bareApi({
			settings: { baseUrl: server.url, headers: { 'x-proxy': token }, ...settings },
			log: { debug: log, info: log, warn: log, error: log },
			registerModel: (model) => {
				models.push(model);
				return undo;
			},
		}),
	);
	const [model] = models as [Model];
	const agent = new Agent({ model, retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 } });
	agent.subscribe((event) => void said.push(event));
	said.push(await agent.prompt('hi'));
	const request = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;
	for (
		let error = await failureOf(model.stream(request, new AbortController().signal));
		error instanceof Error;
		error = error.cause
	)
		said.push(error.stack, { ...error });
	expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-proxy': token });
	return JSON.stringify(said);
}

async function failureOf(stream: AsyncIterable<unknown>): Promise<unknown> {
	try {
		for await (const _ of stream);
		return undefined;
	} catch (error) {
		return error;
	}
}

const echo = JSON.stringify({ error: { type: 'x', message: `you sent ${key} and ${token}` } });
const replays: [string, Replay][] = [
	['an error body', { status: 401, headers: json, body: echo }],
	[
		'an error that is no JSON',
		{ status: 503, body: `no ${key} no ${token}`, headers: { 'content-type': 'text/plain' } },
	],
	['an error in a stream', { body: `event: error\ndata: ${echo}\n\n` }],
	['nonsense in a stream', { body: `data: {"${key} ${token}\n\n` }],
];

describe.each([
	['anthropic', anthropic, 'ANTHROPIC_API_KEY'],
	['openai', openai, 'OPENAI_API_KEY'],
])('a key of the plugin %s that the server says back in', (_, plugin, variable) => {
	const sources: [string, JsonObject][] = [
		['the settings', { apiKey: key }],
		['the environment', {}],
		['a command', { apiKeyCommand: [process.execPath, '-e', `console.log('${key}')`] }],
	];

	it.each(
		replays.flatMap(([what, replay]) => sources.map(([whence, settings]) => [what, whence, settings, replay] as const)),
	)('%s is never shown, though it came from %s', async (_what, whence, settings, replay) => {
		vi.stubEnv(variable, whence === 'the environment' ? key : '');
		const said = await everythingSaid(plugin, settings, replay);
		expect(said).toContain('[secret]');
		expect(said).not.toContain(key);
		expect(said).not.toContain(token);
	});
});

import { anthropic, openai } from '@myelin/bundled';
import { Agent, type JsonObject, type Model, type Tool } from '@myelin/core';
import type { Plugin } from '@myelin/plugins';
import { afterEach, expect, it } from 'vitest';
import { callChunks, chatStream, deltaChunk, textChunks } from './chat-stream.ts';
import { messagesStream, textEvents, toolCallEvents } from './messages-stream.ts';
import { modelsOf } from './model-call.ts';
import { type ReplayServer, startReplayServer } from './replay-server.ts';

const open: ReplayServer[] = [];

afterEach(async () => {
	await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(plugin: Plugin, ...bodies: readonly string[]): Promise<[Model, ReplayServer]> {
	const server = await startReplayServer((_, nth) => ({ body: bodies[Math.min(nth, bodies.length - 1)] ?? '' }));
	open.push(server);
	const [model] = await modelsOf(plugin, { baseUrl: server.url, apiKey: 'key' });
	return [model as Model, server];
}

const dot: Tool = {
	name: 'files.dot',
	description: 'Shows a dot.',
	jsonSchema: { type: 'object' },
	parse: (args) => ({ ok: true, args }),
	execute: () => ({ content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] }),
};

function lastBody(server: ReplayServer): JsonObject {
	return server.requests.at(-1)?.body as JsonObject;
}

/** An answer with thinking that only its own provider can read. */
const signedThinking = [
	{ type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: 'Hm', signature: 'EqQB' } },
	{ type: 'content_block_stop', index: 1 },
];

it('a session goes on at chat completions with what the Claude API began', async () => {
	const [start, ...rest] = toolCallEvents('toolu_01', 'files_dot', ['{}']);
	const thought = messagesStream(start as JsonObject, ...signedThinking, ...rest);
	const [claude] = await serve(anthropic, thought, messagesStream(...textEvents('A dot.')));
	const [gpt, server] = await serve(openai, chatStream(...textChunks('Indeed.')));
	const agent = new Agent({ model: claude, tools: [dot] });
	expect(await agent.prompt('look')).toMatchObject({ endReason: 'stop' });
	agent.set({ model: gpt });
	expect(await agent.prompt('sure?')).toMatchObject({ endReason: 'stop' });
	expect(lastBody(server).messages).toEqual([
		{ role: 'user', content: 'look' },
		{
			role: 'assistant',
			content: null,
			tool_calls: [{ id: 'toolu_01', type: 'function', function: { name: 'files_dot', arguments: '{}' } }],
		},
		{ role: 'tool', tool_call_id: 'toolu_01', content: '(no text)' },
		{
			role: 'user',
			content: [
				{ type: 'text', text: '[What files.dot showed:]' },
				{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
			],
		},
		{ role: 'assistant', content: 'A dot.' },
		{ role: 'user', content: 'sure?' },
	]);
});

it('a session goes on at the Claude API with what chat completions began', async () => {
	const thought = chatStream(deltaChunk({ reasoning: 'Hm' }), ...callChunks('functions.dot:0', 'files_dot', ['{}']));
	const [gpt] = await serve(openai, thought, chatStream(...textChunks('A dot.')));
	const [claude, server] = await serve(anthropic, messagesStream(...textEvents('Indeed.')));
	const agent = new Agent({ model: gpt, tools: [dot], identify: (prefix) => `${prefix}_0` });
	expect(await agent.prompt('look')).toMatchObject({ endReason: 'stop' });
	agent.set({ model: claude });
	expect(await agent.prompt('sure?')).toMatchObject({ endReason: 'stop' });
	const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
	expect(lastBody(server).messages).toMatchObject([
		{ role: 'user', content: [{ type: 'text', text: 'look' }] },
		{ role: 'assistant', content: [{ type: 'tool_use', id: 'call_0', name: 'files_dot', input: {} }] },
		{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_0', content: [image] }] },
		{ role: 'assistant', content: [{ type: 'text', text: 'A dot.' }] },
		{ role: 'user', content: [{ type: 'text', text: 'sure?' }] },
	]);
	expect(JSON.stringify(lastBody(server))).not.toContain('Hm');
});

it('an answer that pauses goes on by itself, with what it had said before it', async () => {
	const begun = textEvents('Searching').map((event) =>
		event.type === 'message_delta' ? { ...event, delta: { stop_reason: 'pause_turn' } } : event,
	);
	const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'myelin' } };
	const paused = messagesStream(
		begun[0] as JsonObject,
		{ type: 'content_block_start', index: 1, content_block: search },
		{ type: 'content_block_stop', index: 1 },
		...begun.slice(1),
	);
	const [claude, server] = await serve(anthropic, paused, messagesStream(...textEvents('Found.')));
	const agent = new Agent({ model: claude });
	expect(await agent.prompt('search')).toMatchObject({ endReason: 'stop', turnCount: 2 });
	expect(server.requests.length).toBe(2);
	expect(lastBody(server).messages).toMatchObject([
		{ role: 'user', content: [{ type: 'text', text: 'search' }] },
		{ role: 'assistant', content: [search, { type: 'text', text: 'Searching' }] },
	]);
});

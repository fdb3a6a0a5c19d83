import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import { type LoopbackClient, startLoopback } from '../testing/loopback.ts';

async function open(client: LoopbackClient, params: object = {}): Promise<string> {
	return (await client.ask('session/create', params)).result.sessionId;
}

/** A tool that runs until it is told to end. */
function heldTool() {
	let release: (text: string) => void = () => {};
	const held = new Promise<string>((resolve) => {
		release = resolve;
	});
	const tool = { name: 'hold', description: 'Holds.', parameters: { type: 'object' }, execute: () => held };
	return { tool, release };
}

describe('session/attach', () => {
	it('answers where the session stands, and sends what comes after that', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([saying('one'), saying('two')]) });
		const [first, second] = [await connect(), await connect()];
		const sessionId = await open(first);
		await first.ask('session/prompt', { sessionId, promptId: 'p1', text: 'go' });
		await first.until(({ params }) => params?.event?.type === 'session_idle');
		const { result } = await second.ask('session/attach', { sessionId });
		await first.ask('session/prompt', { sessionId, promptId: 'p2', text: 'go' });
		await second.until(({ params }) => params?.event?.type === 'session_idle');
		const events = second.events(sessionId);
		expect(events[0]).toMatchObject({ seq: result.seq + 1, event: { type: 'agent_start' } });
		expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => result.seq + 1 + place));
	});

	it('after a number sends again what came since, exactly', async () => {
		verifies('R41');
		const { connect } = await startLoopback({ model: scriptedModel([saying('one two three')]) });
		const [first, second] = [await connect(), await connect()];
		const sessionId = await open(first);
		await first.ask('session/prompt', { sessionId, promptId: 'p1', text: 'go' });
		await first.until(({ params }) => params?.event?.type === 'session_idle');
		const last = first.events(sessionId).at(-1).seq;
		await second.ask('session/attach', { sessionId, afterSeq: 3 });
		await second.until(({ params }) => params?.seq === last);
		const text = second.events(sessionId).map(({ event }) => (event.type === 'message_update' ? event.delta : ''));
		expect(text.join('')).toBe('one two three');
		expect(second.events(sessionId)[0].prev ?? second.events(sessionId)[0].seq - 1).toBe(3);
	});

	it('refuses a number that is still to come', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([]) });
		const client = await connect();
		const sessionId = await open(client);
		expect((await client.ask('session/attach', { sessionId, afterSeq: 9 })).error).toMatchObject({
			code: -32602,
			message: `session/attach: afterSeq is 9, but the newest event of session ${sessionId} is 0; attach without it`,
		});
	});

	it('with types sends those alone, each with the number before it', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([saying('one two')]) });
		const client = await connect();
		const sessionId = await open(client, { types: ['agent_start', 'agent_end'] });
		await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		expect(client.events(sessionId).map(({ seq, prev, event }) => [event.type, seq, prev])).toEqual([
			['agent_start', 1, undefined],
			['agent_end', expect.any(Number), 1],
		]);
	});

	it('with snapshots adds the message so far to each update, with chunks the model’s own', async () => {
		verifies('R60');
		const { connect } = await startLoopback({ model: scriptedModel([saying('one two')]) });
		const client = await connect();
		const sessionId = await open(client, { snapshots: true, chunks: true });
		await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		const updates = client.events(sessionId).filter(({ event }) => event.type === 'message_update');
		expect(updates.map(({ event }) => event.message.content[0].text)).toEqual(['one ', 'one two']);
		expect(updates.map(({ event }) => event.chunk)).toEqual([
			{ type: 'text_delta', index: 0, delta: 'one ' },
			{ type: 'text_delta', index: 0, delta: 'two' },
		]);
	});
});

describe('session/detach', () => {
	it('ends the events and takes the hooks of the session back: no gate stays shut', async () => {
		const model = scriptedModel([calling({ id: 'c', name: 'hold' }), saying('done')]);
		const { tool, release } = heldTool();
		const { connect } = await startLoopback({ model, tools: [tool] });
		const [first, second] = [await connect(), await connect()];
		const sessionId = await open(first);
		await second.ask('session/attach', { sessionId });
		await second.ask('hooks/register', { sessionId, hooks: [{ hookId: 'g', point: 'tool_call' }] });
		expect((await second.ask('session/detach', { sessionId })).result).toEqual({});
		await second.end();
		release('held');
		const { result } = await first.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		expect(result.summary).toMatchObject({ toolCalls: 1, toolErrors: 0 });
		expect(second.events(sessionId).filter(({ event }) => event.type !== 'plugin_status')).toEqual([]);
	});
});

describe('the end of a client with a guard', () => {
	it('without a word leaves a shut gate; after shutdown it leaves none', async () => {
		verifies('R82');
		const call = calling({ id: 'c', name: 'hold' });
		const { tool, release } = heldTool();
		release('held');
		const { connect } = await startLoopback({
			model: scriptedModel([call, saying('a'), call, saying('b')]),
			tools: [tool],
		});
		const driver = await connect();
		const outcome = async (leave: (guard: LoopbackClient) => Promise<unknown>) => {
			const sessionId = await open(driver);
			const guard = await connect();
			await guard.ask('session/attach', { sessionId });
			await guard.ask('hooks/register', { sessionId, hooks: [{ hookId: 'g', point: 'tool_call' }] });
			await leave(guard);
			await guard.end();
			const { result } = await driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
			return result.summary.toolErrors;
		};
		expect(await outcome(async () => {})).toBe(1);
		expect(await outcome((guard) => guard.ask('shutdown'))).toBe(0);
	});
});

describe('one hook id twice in a session', () => {
	it('is refused with the reason, and free again when the session was left', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([]) });
		const client = await connect();
		const sessionId = await open(client);
		const hooks = [{ hookId: 'g', point: 'tool_call' }];
		expect((await client.ask('hooks/register', { sessionId, hooks })).result.rejected).toEqual([]);
		expect((await client.ask('hooks/register', { sessionId, hooks })).result.rejected).toEqual([
			{ id: 'g', reason: 'loopback has a hook g at tool_call; give this one another hookId' },
		]);
		await client.ask('session/detach', { sessionId });
		expect((await client.ask('hooks/register', { sessionId, hooks })).result.rejected).toEqual([]);
	});
});

describe('queue', () => {
	it('lists, removes and clears what waits; a prompt that waited is answered as cancelled', async () => {
		verifies('R107');
		const { tool, release } = heldTool();
		const model = scriptedModel([calling({ id: 'c', name: 'hold' }), saying('done')]);
		const { connect } = await startLoopback({ model, tools: [tool] });
		const client = await connect();
		const sessionId = await open(client);
		const answered = client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
		await client.until(({ params }) => params?.event?.type === 'tool_execution_start');
		const { itemId } = (await client.ask('session/steer', { sessionId, text: 'left' })).result;
		const waiting = client.ask('session/prompt', { sessionId, promptId: 'q', text: 'later', whenBusy: 'follow_up' });
		const { result: list } = await client.ask('queue/list', { sessionId });
		expect(list).toEqual({
			steering: [{ id: itemId, text: 'left' }],
			followUp: [{ id: expect.any(String), text: 'later' }],
		});
		expect((await client.ask('queue/remove', { sessionId, itemIds: [itemId, 'none'] })).result).toEqual({
			removed: [itemId],
		});
		expect((await client.ask('queue/clear', { sessionId })).result).toEqual({ removed: [list.followUp[0].id] });
		expect((await waiting).error).toMatchObject({ code: -32800, data: { code: 'CANCELLED' } });
		expect((await client.ask('queue/list', { sessionId })).result).toEqual({ steering: [], followUp: [] });
		release('held');
		expect((await answered).result.summary.endReason).toBe('stop');
	});
});

describe('plugins', () => {
	it('are loaded, reloaded with what their file has become, and unloaded', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'myelin-plugins-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const path = join(folder, 'word.mjs');
		const write = (tool: string) =>
			writeFileSync(
				path,
				`export default { name: 'word', setup(my) { my.registerTool({ name: '${tool}', description: '', parameters: { type: 'object' }, execute: () => '' }); } };`,
			);
		const { connect } = await startLoopback({ model: scriptedModel([]) });
		const client = await connect();
		const sessionId = await open(client);
		const tools = async () =>
			(await client.ask('tools/list', { sessionId })).result.tools.map(({ name }: { name: string }) => name);
		write('one');
		expect((await client.ask('plugins/load', { path })).result.plugin).toMatchObject({
			name: 'word',
			status: 'loaded',
		});
		expect(await tools()).toEqual(['one']);
		write('two');
		expect((await client.ask('plugins/reload', { name: 'word' })).result.plugin).toMatchObject({ status: 'loaded' });
		expect(await tools()).toEqual(['two']);
		expect((await client.ask('plugins/unload', { name: 'word' })).result).toEqual({});
		expect(await tools()).toEqual([]);
		expect((await client.ask('plugins/load', { path: join(folder, 'none.mjs') })).result.plugin.status).toBe('failed');
		expect((await client.ask('plugins/load', { path: 'word.mjs' })).error.data.code).toBe('INVALID_PARAMS');
		expect((await client.ask('plugins/unload', { name: 'nobody' })).error.data.code).toBe('PLUGIN_NOT_FOUND');
	});
});

describe('settings of a session', () => {
	it('take another thinking level, and refuse one that there is not', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([]) });
		const client = await connect();
		const sessionId = await open(client);
		expect((await client.ask('session/setThinkingLevel', { sessionId, thinkingLevel: 'high' })).result).toEqual({});
		await client.until(({ params }) => params?.event?.type === 'thinking_level_changed');
		expect((await client.ask('session/state', { sessionId })).result.state.thinkingLevel).toBe('high');
		expect((await client.ask('session/setThinkingLevel', { sessionId, thinkingLevel: 'odd' })).error.code).toBe(-32602);
	});
});

describe('server/status', () => {
	it('counts clients, sessions and runs', async () => {
		const { connect } = await startLoopback({ model: scriptedModel([]) });
		const [client] = [await connect(), await connect()];
		await open(client);
		expect((await client.ask('server/status')).result).toMatchObject({
			pid: process.pid,
			clients: 2,
			sessions: 1,
			runs: 0,
		});
	});
});

import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, type RawServer, startServer, temporaryFolder, type Wire } from './raw-server.ts';

const examples = join(import.meta.dirname, '../../examples');

async function prompt(server: RawServer, sessionId: string, text: string): Promise<Wire> {
	return server.ask('session/prompt', { sessionId, promptId: `p-${text.slice(0, 20)}`, text });
}

function ofType(server: RawServer, type: string): Wire[] {
	return server.events().filter(({ event }) => event.type === type);
}

describe('a program drives an agent over stdio', () => {
	it('streams a model, runs its tool, and answers the prompt after all its events; idle follows', async () => {
		verifies('R1');
		verifies('R2');
		const folder = temporaryFolder();
		await writeFile(join(folder, 'package.json'), '{ "name": "tiny" }');
		const server = startServer();
		const sessionId = await openSession(server, { cwd: folder });
		const answer = await prompt(server, sessionId, 'read package.json and tell me its name');
		await server.until(({ params }) => params?.event?.type === 'session_idle');

		expect(answer.result).toMatchObject({ summary: { endReason: 'stop', turnCount: 2, toolCalls: 1, toolErrors: 0 } });
		const place = server.received.indexOf(answer);
		const end = server.received.findIndex(({ params }) => params?.event?.type === 'agent_end');
		const idle = server.received.findIndex(({ params }) => params?.event?.type === 'session_idle');
		expect([end < place, place < idle]).toEqual([true, true]);
		expect(ofType(server, 'agent_start')[0]).toMatchObject({
			runId: answer.result.runId,
			promptIds: [answer.result.promptId],
		});
		const result = ofType(server, 'tool_execution_end')[0].event;
		expect(result.result.content[0].text).toContain('"name": "tiny"');
		expect(await server.end()).toBe(0);
	});

	it('sends nothing large twice: ids where the client has the message, deltas that name their place once', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'bash command="echo hello"');
		const events = server.events().map(({ event }) => event);

		const [user, , tool] = ofType(server, 'message_start').map(({ event }) => event.message);
		expect(user.content).toEqual([{ type: 'text', text: 'bash command="echo hello"' }]);
		expect(tool).toMatchObject({ role: 'tool', toolName: 'bash', isError: false });
		expect(tool.content).toBeUndefined();
		const ends = ofType(server, 'message_end').map(({ event }) => event);
		expect(ends.map((event) => ('messageId' in event ? 'id' : event.message.role))).toEqual([
			'id',
			'assistant',
			'id',
			'assistant',
		]);
		const updates = events.filter(({ type }) => type === 'message_update');
		const named = updates.filter(({ deltaKind }) => deltaKind !== undefined);
		expect(named.length).toBeLessThan(updates.length);
		expect(named.map(({ block }) => block?.type).filter(Boolean)).toEqual(['text', 'tool_call', 'text']);
		const turn = ofType(server, 'turn_end')[0].event;
		expect(turn).toEqual({ type: 'turn_end', messageId: ends[1].message.id, toolResultIds: [tool.id] });
		expect(ofType(server, 'agent_end')[0].event.newMessageIds).toHaveLength(4);
		expect(updates.every((event) => !('message' in event) && !('chunk' in event))).toBe(true);
	});

	it('numbers events without a hole, leaving out what is plain', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'hello');
		const events = server.events();
		expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
		expect(events.every(({ prev }) => prev === undefined)).toBe(true);
		expect(events.filter(({ event }) => event.type === 'message_update').every(({ at }) => at === undefined)).toBe(
			true,
		);
	});
});

describe('plugins loaded by path', () => {
	it('deny a tool with a reason that reaches the model and the person (TypeScript, without a build)', async () => {
		verifies('R84');
		const server = startServer('--plugin', join(examples, 'plugins/no-deletes.ts'));
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'bash command="rm -rf build"');
		const decision = ofType(server, 'tool_decision')[0].event;
		expect(decision).toMatchObject({ answer: 'block', decisions: [{ by: 'no-deletes', cause: 'policy' }] });
		const { reason } = decision.decisions[0];
		expect(ofType(server, 'tool_execution_end')[0].event).toMatchObject({
			isError: true,
			result: { content: [{ text: reason }] },
		});
		expect(JSON.stringify(ofType(server, 'message_end').at(-1))).toContain(reason);
	});

	it('deny by breaking: a guard that throws is a shut gate', async () => {
		verifies('R82');
		const server = startServer('--plugin', join(examples, 'plugins/broken-guard.js'));
		const sessionId = await openSession(server);
		const answer = await prompt(server, sessionId, 'bash command="echo hello"');
		expect(ofType(server, 'tool_decision')[0].event).toMatchObject({
			answer: 'block',
			decisions: [{ cause: 'crash' }],
		});
		expect(answer.result.summary).toMatchObject({ endReason: 'stop', toolErrors: 1 });
	});

	it('patch what the model is shown, and history stays as it was', async () => {
		verifies('R86');
		const folder = temporaryFolder();
		const plugin = join(folder, 'say-bash.mjs');
		const patch = `({ append: ['bash command="echo from the patch"'] })`;
		writeFileSync(
			plugin,
			`export default { name: 'say-bash', setup(myelin) { let n = 0; myelin.on('context', () => n++ === 0 ? ${patch} : undefined); } };`,
		);
		const server = startServer('--plugin', plugin);
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'hello');
		expect(ofType(server, 'tool_execution_start')[0].event).toMatchObject({
			toolName: 'bash',
			args: { command: 'echo from the patch' },
		});
		expect(ofType(server, 'agent_end')[0].event.newMessageIds).toHaveLength(4);
	});

	it('never reach the protocol by printing', async () => {
		const folder = temporaryFolder();
		const plugin = join(folder, 'loud.mjs');
		const loud = `console.log('LOUD at load'); process.stdout.write('LOUD raw');`;
		writeFileSync(
			plugin,
			`${loud} export default { name: 'loud', setup(myelin) { console.log('LOUD in setup'); myelin.on('message_start', () => console.log('LOUD in a hook')); } };`,
		);
		const server = startServer('--plugin', plugin);
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'hello');
		await server.end();
		expect(JSON.stringify(server.received)).not.toContain('LOUD');
		expect(server.stderr()).toMatch(/LOUD at load.*LOUD raw.*LOUD in setup.*LOUD in a hook/s);
	});

	it('add a tool that is called when the prompt speaks of it', async () => {
		verifies('R89');
		const server = startServer('--plugin', join(examples, 'plugins/word-count.ts'));
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'count the words of "one two three"');
		expect(ofType(server, 'tool_execution_end')[0].event).toMatchObject({ toolName: 'word_count', isError: false });
		expect(JSON.stringify(ofType(server, 'message_end').at(-1))).toContain('3');
	});
});

describe('a connected client interferes as a plugin does', () => {
	it('is asked before a tool runs, and its denial holds', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		const { result } = await server.ask('hooks/register', { hooks: [{ hookId: 'g', point: 'tool_call' }], sessionId });
		expect(result).toEqual({
			accepted: [{ hookId: 'g', point: 'tool_call', timeoutMs: 5000, onFailure: 'deny' }],
			rejected: [],
		});
		const answered = prompt(server, sessionId, 'bash command="echo hello"');
		const call = await server.until(({ method }) => method === 'hook/call');
		expect(call.params).toMatchObject({
			hookId: 'g',
			sessionId,
			point: 'tool_call',
			payload: { toolName: 'bash', args: { command: 'echo hello' } },
		});
		expect(call.id).toBeGreaterThanOrEqual(1_000_000);
		server.send({ id: call.id, result: { decision: 'block', reason: 'not while I watch' } });
		await answered;
		expect(ofType(server, 'tool_execution_end')[0].event).toMatchObject({
			isError: true,
			result: { content: [{ text: 'not while I watch' }] },
		});
	});

	it('is sent the ids of the context, and bodies only for what it was not sent', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		await server.ask('hooks/register', { hooks: [{ hookId: 'c', point: 'context' }] });
		const answered = prompt(server, sessionId, 'hello');
		const call = await server.until(({ method }) => method === 'hook/call');
		expect(call.params.payload.messageIds).toHaveLength(1);
		expect(call.params.payload.messages).toEqual([]);
		server.send({ id: call.id, result: { append: ['bash command="echo patched"'] } });
		const again = await server.until((message) => message.method === 'hook/call' && message !== call);
		server.send({ id: again.id, result: null });
		await answered;
		expect(ofType(server, 'tool_execution_start')[0].event.args).toEqual({ command: 'echo patched' });
	});

	it('runs a tool of its own, with progress', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		const parameters = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
		await server.ask('tools/register', { tools: [{ name: 'lookup', description: 'Looks a word up', parameters }] });
		const answered = prompt(server, sessionId, 'lookup word="myelin"');
		const call = await server.until(({ method }) => method === 'tool/execute');
		expect(call.params).toMatchObject({ sessionId, toolName: 'lookup', args: { word: 'myelin' } });
		const { progressToken } = call.params;
		server.send({
			method: '$/progress',
			params: { token: progressToken, value: { kind: 'output', delta: 'looking' } },
		});
		server.send({ id: call.id, result: { content: [{ type: 'text', text: 'a sheath' }] } });
		await answered;
		expect(ofType(server, 'tool_execution_update')[0].event).toMatchObject({
			kind: 'progress',
			update: { kind: 'output', delta: 'looking' },
		});
		expect(ofType(server, 'tool_execution_end')[0].event.result.content).toEqual([{ type: 'text', text: 'a sheath' }]);
	});

	it.each([
		['a sheath', 'it answered a text, and on the wire a result is { content: [blocks] }'],
		[null, 'it answered null, not an object with content, details, isError, terminate'],
		[{ content: [], isError: 'no' }, 'isError is "no", not a boolean'],
		[{ content: [], details: 'seen' }, 'details is "seen", not an object'],
		[
			{ content: [], is_error: true },
			'its answer has a member "is_error"; there are content, details, isError, terminate',
		],
	])('and the model is told what is wrong with its answer %j', async (result, fault) => {
		const server = startServer();
		const sessionId = await openSession(server);
		const parameters = { type: 'object' };
		await server.ask('tools/register', { tools: [{ name: 'lookup', description: 'Looks a word up', parameters }] });
		const answered = prompt(server, sessionId, 'lookup');
		const call = await server.until(({ method }) => method === 'tool/execute');
		const value = { kind: 'print', delta: 'x' };
		server.send({ method: '$/progress', params: { token: call.params.progressToken, value } });
		server.send({ id: call.id, result });
		await answered;
		const [ended] = ofType(server, 'tool_execution_end');
		expect(ended.event.isError).toBe(true);
		expect(ended.event.result.content[0].text).toContain(`The tool "lookup" gave no result`);
		expect(ended.event.result.content[0].text).toContain(fault);
		expect(ofType(server, 'tool_execution_update')).toEqual([]);
	});
});

describe('bad input', () => {
	it('names what was asked, what was found and what belongs there', async () => {
		const server = startServer();
		await openSession(server);
		const { error } = await server.ask('session/prompt', { sessionId: 5, text: 'hello' });
		expect(error).toMatchObject({ code: -32602, data: { code: 'INVALID_PARAMS' } });
		expect(error.message).toBe(
			'session/prompt: promptId: expected it to be given, found nothing; sessionId: expected string, found 5',
		);
		expect((await server.ask('session/prompt', { sessionId: 'none', promptId: 'p', text: 'x' })).error.data.code).toBe(
			'SESSION_NOT_FOUND',
		);
		expect((await server.ask('session/create', { model: { provider: 'no', id: 'such' } })).error).toMatchObject({
			data: { code: 'MODEL_NOT_FOUND' },
			message: 'there is no model no/such; known are: demo/demo',
		});
		expect((await server.ask('no/such')).error.code).toBe(-32601);
		expect((await server.ask('session/create', { cwd: 'relative' })).error.message).toContain('absolute path');
	});

	it('before initialize is refused, twice is refused', async () => {
		const server = startServer();
		expect((await server.ask('session/create')).error).toMatchObject({
			code: -32002,
			data: { code: 'NOT_INITIALIZED' },
		});
		await openSession(server);
		const again = await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
		expect(again.error.data.code).toBe('ALREADY_INITIALIZED');
	});

	it('on the command line or in the settings ends the server with status 2 and a reason', async () => {
		const server = startServer('--framing', 'morse');
		expect(await server.end()).toBe(2);
		expect(server.stderr()).toContain('--framing must be lines or headers, not "morse"');
	});
});

describe('a session is refused', () => {
	it('after shutdown, like everything else but exit', async () => {
		const server = startServer();
		await openSession(server);
		expect((await server.ask('shutdown')).result).toEqual({});
		expect((await server.ask('session/create')).error).toMatchObject({ data: { code: 'SHUTTING_DOWN' } });
	});

	it('in a folder that is not there', async () => {
		const server = startServer();
		await openSession(server);
		expect((await server.ask('session/create', { cwd: '/no/such/folder' })).error.message).toBe(
			'session/create: cwd must be a folder that is there, and is "/no/such/folder"',
		);
	});

	it('while the default model of the settings is not there: no other is taken in its place', async () => {
		const settings = join(temporaryFolder(), 'settings.json');
		writeFileSync(settings, '\uFEFF{ "model": "demo/nope" }');
		const server = startServer('--settings', settings);
		await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
		expect((await server.ask('session/create')).error).toMatchObject({
			data: { code: 'MODEL_NOT_FOUND' },
			message: 'a session needs a model, and the default one is not there; known are: demo/demo',
		});
	});
});

describe('the environment', () => {
	it('is shown to commands without its secrets', async () => {
		const server = startServer({ env: { ANTHROPIC_MADE_UP_TOKEN: 'hunter2-hunter2', HARMLESS: 'yes' } });
		const sessionId = await openSession(server);
		await prompt(server, sessionId, 'bash command="env"');
		const text = JSON.stringify(server.received);
		expect([text.includes('HARMLESS=yes'), text.includes('hunter2-hunter2')]).toEqual([true, false]);
	});
});

describe('cancelling a prompt', () => {
	it('aborts the run that it started, and says its summary', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		server.send({
			id: 'p',
			method: 'session/prompt',
			params: { sessionId, promptId: 'p', text: 'bash command="sleep 30"' },
		});
		await server.until(({ params }) => params?.event?.type === 'tool_execution_start');
		server.send({ method: '$/cancelRequest', params: { id: 'p' } });
		const { error } = await server.until(({ id }) => id === 'p');
		expect(error).toMatchObject({
			code: -32800,
			data: { code: 'CANCELLED', summary: { endReason: 'aborted', toolCalls: 1 } },
		});
		expect(ofType(server, 'agent_end')).toHaveLength(1);
	});
});

describe('the end of input', () => {
	it('that comes before the plugins are loaded is answered all the same', async () => {
		const server = startServer('--plugin', join(examples, 'plugins/no-deletes.ts'));
		const params = { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } };
		server.send({ id: 1, method: 'initialize', params });
		server.send({ id: 2, method: 'session/create', params: {} });
		expect(await server.end()).toBe(0);
		expect(server.received.find(({ id }) => id === 2).result.state.model).toEqual({ provider: 'demo', id: 'demo' });
	});

	it('is answered first, aborts what runs and leaves nothing behind', async () => {
		const server = startServer();
		const sessionId = await openSession(server);
		server.send({
			id: 'p',
			method: 'session/prompt',
			params: { sessionId, promptId: 'p', text: 'bash command="sleep 60"' },
		});
		await server.until(({ params }) => params?.event?.type === 'tool_execution_start');
		server.send({ id: 'l', method: 'session/list', params: {} });
		const since = Date.now();
		expect(await server.end()).toBe(0);
		expect(Date.now() - since).toBeLessThan(2000);
		expect(server.received.find(({ id }) => id === 'l')?.result.sessions).toHaveLength(1);
		expect(ofType(server, 'agent_end')[0].event.summary.endReason).toBe('aborted');
	});
});

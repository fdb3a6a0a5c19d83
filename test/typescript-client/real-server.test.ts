import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentBlock, ContextPayload, Message, ToolCallInfo } from '@myelin/client';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { expectNoLeaks } from './leaks.ts';
import { collect, ofType, openClient, untilType } from './open-client.ts';

expectNoLeaks();

function contentOf(message: Message | undefined): readonly ContentBlock[] | undefined {
	return message?.role === 'unknown' ? undefined : message?.content;
}

describe('a prompt', () => {
	it('streams its answer with snapshots, then its summary; the loop ends with the run', async () => {
		verifies('R2', 'R54', 'R56');
		const { myelin, folder } = await openClient();
		writeFileSync(join(folder, 'package.json'), '{ "name": "tiny" }');
		const session = await myelin.createSession({ cwd: folder });
		const run = session.prompt('read package.json and tell me its name');
		const events = await collect(run);
		const { summary } = await run.result;

		expect(summary).toMatchObject({ turnCount: 2, toolCalls: 1, toolErrors: 0, endReason: 'stop' });
		expect(events[0]?.type).toBe('agent_start');
		expect(events.at(-1)).toMatchObject({ type: 'agent_end', summary, willRetry: false });
		const [, answer] = ofType(events, 'message_end').filter(({ message }) => message?.role === 'assistant');
		expect(contentOf(answer?.message)).toEqual([{ type: 'text', text: 'In package.json the name is "tiny".' }]);
		const updates = ofType(events, 'message_update').filter(({ message }) => message.id === answer?.messageId);
		expect(updates.map(({ delta }) => delta).join('')).toBe('In package.json the name is "tiny".');
		expect(updates.at(-1)?.message.content).toEqual(contentOf(answer?.message));
		expect(updates[0]?.message.content).toEqual([{ type: 'text', text: 'In ' }]);
	});

	it('gives history again out of its events: the messages of agent_end are those that ended', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const events = await collect(session.prompt('bash command="echo one"'));
		const ended = ofType(events, 'message_end').map(({ message }) => message);
		expect(ended.map((message) => message?.role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
		expect(ofType(events, 'agent_end')[0]?.newMessages).toEqual(ended);
		expect(ofType(events, 'turn_end')[0]?.toolResults).toEqual([ended[2]]);
		expect(ended[2]).toMatchObject({ content: ofType(events, 'tool_execution_end')[0]?.result.content });
	});

	it('is refused while a run is live, or queued if it says so', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const first = session.prompt('slow: bash command="echo hi"');
		await untilType(first[Symbol.asyncIterator](), 'message_update');
		await expect(session.prompt('now').result).rejects.toThrow(expect.objectContaining({ code: 'SESSION_BUSY' }));
		const second = session.prompt('and you?', { whenBusy: 'follow_up' });
		const [one, two] = await Promise.all([first.result, second.result]);
		expect(two.runId).toBe(one.runId);
		const [begun] = ofType(await collect(second), 'message_start');
		expect(begun?.message).toMatchObject({ role: 'user', content: [{ type: 'text', text: 'and you?' }] });
	});

	it('is steered while it runs', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const run = session.prompt('slow: bash command="echo one"');
		const events = run[Symbol.asyncIterator]();
		await untilType(events, 'message_update');
		const { itemId } = await session.steer('bash command="echo two"');
		const rest = await collect({ [Symbol.asyncIterator]: () => events });
		expect(ofType(rest, 'message_start').map(({ message }) => 'id' in message && message.id)).toContain(itemId);
		expect(ofType(rest, 'tool_execution_start').map(({ args }) => args)).toContainEqual({ command: 'echo two' });
	});
});

describe('the end of a run', () => {
	it('by abort resolves the prompt, with the tool stopped', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const run = session.prompt('bash command="sleep 60"');
		const events = run[Symbol.asyncIterator]();
		await untilType(events, 'tool_execution_start');
		expect(await session.abort('enough')).toMatchObject({ stopped: true });
		expect((await run.result).summary?.endReason).toBe('aborted');
		await untilType(events, 'agent_end');
	});

	it('by AbortSignal rejects at once, and the closing events still arrive', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const stream = session.events();
		const controller = new AbortController();
		const run = session.prompt('bash command="sleep 60"', { signal: controller.signal });
		await untilType(stream, 'tool_execution_start');
		controller.abort();
		await expect(run.result).rejects.toThrow(expect.objectContaining({ code: 'CANCELLED' }));
		expect((await untilType(stream, 'agent_end')).summary.endReason).toBe('aborted');
		await untilType(stream, 'session_idle');
		expect((await session.prompt('hello').result).summary?.endReason).toBe('stop');
	});

	it('by the death of the server rejects everything that waits, with how it died', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const stream = session.events();
		const run = session.prompt('bash command="kill -9 $PPID; sleep 60"');
		const lost = expect.objectContaining({
			code: 'PROCESS_EXITED',
			exit: expect.objectContaining({ signal: 'SIGKILL' }),
		});
		await expect(run.result).rejects.toThrow(lost);
		await expect(collect(run)).rejects.toThrow(lost);
		await expect(collect(stream)).rejects.toThrow(lost);
		await expect(session.state()).rejects.toThrow(lost);
	});
});

describe('a guard', () => {
	it('blocks a tool with a reason that the model and the program see', async () => {
		verifies('R84');
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const asked: ToolCallInfo[] = [];
		session.onToolCall((call) => {
			asked.push(call);
			return call.toolName === 'bash' ? { block: true, reason: 'not here' } : undefined;
		});
		const events = await collect(session.prompt('bash command="touch trace"'));
		const [allowed] = ofType(await collect(session.prompt('ls path="."')), 'tool_execution_end');
		expect(asked.map(({ toolName, args }) => [toolName, args])).toEqual([
			['bash', { command: 'touch trace' }],
			['ls', { path: '.' }],
		]);
		const [denied] = ofType(events, 'tool_execution_end');
		expect(denied).toMatchObject({ isError: true, result: { content: [{ type: 'text', text: 'not here' }] } });
		expect(allowed).toMatchObject({ isError: false });
		expect(JSON.stringify(allowed?.result.content)).not.toContain('trace');
		const [decision] = ofType(events, 'tool_decision');
		expect(decision).toMatchObject({
			answer: 'block',
			decisions: [{ by: 'driver', cause: 'policy', reason: 'not here' }],
		});
	});

	it('may ask the session things, and is answered while it is asked', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const seen: unknown[] = [];
		session.onToolCall(async () => {
			seen.push((await session.state()).isRunning);
			const refused = await session.prompt('inside').result.catch((error) => error.code);
			seen.push(refused, await session.steer('and then stop'));
		});
		expect((await session.prompt('bash command="echo hi"').result).summary?.endReason).toBe('stop');
		expect(seen).toEqual([true, 'SESSION_BUSY', { itemId: expect.any(String) }]);
	});

	it('may be taken back', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const unregister = myelin.onToolCall(() => ({ block: true, reason: 'no' }));
		await unregister.registered;
		expect((await session.prompt('bash command="echo hi"').result).summary?.toolErrors).toBe(1);
		await unregister();
		expect((await session.prompt('bash command="echo hi"').result).summary?.toolErrors).toBe(0);
	});

	it('whose consumer takes no event at all is asked all the same', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		let asked = 0;
		session.onToolCall(() => {
			asked += 1;
		});
		session.events();
		const run = session.prompt('bash command="echo hi"');
		await run.result;
		expect(asked).toBe(1);
		expect((await collect(run)).length).toBeGreaterThan(10);
	});
});

describe('a context hook', () => {
	it('is shown every message with its body, and changes what the model is shown', async () => {
		verifies('R86');
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const shown: ContextPayload[] = [];
		session.onContext((payload) => {
			shown.push(payload);
			return shown.length === 1 ? { append: ['bash command="echo patched"'] } : undefined;
		});
		const events = await collect(session.prompt('hello'));
		expect(ofType(events, 'tool_execution_start')[0]?.args).toEqual({ command: 'echo patched' });
		expect(shown.map(({ messages }) => messages.map(({ role }) => role))).toEqual([
			['user'],
			['user', 'assistant', 'tool'],
		]);
		const [first, second, third] = ofType(events, 'message_end').map(({ message }) => message);
		expect(shown[1]?.messages).toEqual([first, second, third]);
	});
});

describe('a tool of the program', () => {
	it('is called with its arguments, says what it does, and answers the model', async () => {
		const { myelin, folder } = await openClient();
		myelin.tool({
			name: 'lookup',
			description: 'Looks a word up',
			parameters: { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] },
			execute({ word }: { word: string }, { onUpdate }) {
				onUpdate({ kind: 'output', delta: 'looking' });
				return `${word}: the sheath of a nerve`;
			},
		});
		const session = await myelin.createSession({ cwd: folder });
		const events = await collect(session.prompt('lookup word="myelin"'));
		expect((await session.tools()).map(({ name }) => name)).toContain('lookup');
		expect(ofType(events, 'tool_execution_update')[0]).toMatchObject({ update: { kind: 'output', delta: 'looking' } });
		const [end] = ofType(events, 'tool_execution_end');
		expect(end).toMatchObject({
			isError: false,
			result: { content: [{ type: 'text', text: 'myelin: the sheath of a nerve' }] },
		});
		expect(session.toolCall(end?.toolCallId ?? '')).toMatchObject({ toolName: 'lookup', args: { word: 'myelin' } });
	});

	it('that throws is a result with isError, and is told to stop when the run is aborted', async () => {
		const { myelin, folder } = await openClient();
		let stopped: (value: unknown) => void = () => {};
		const told = new Promise((resolve) => {
			stopped = resolve;
		});
		const parameters = { type: 'object', properties: {} };
		myelin.tool({ name: 'boom', description: 'Fails', parameters, execute: () => Promise.reject(new Error('no')) });
		myelin.tool({
			name: 'forever',
			description: 'Waits',
			parameters,
			execute: (_args, { signal }) => new Promise<string>(() => signal.addEventListener('abort', stopped)),
		});
		const session = await myelin.createSession({ cwd: folder });
		const [end] = ofType(await collect(session.prompt('call boom')), 'tool_execution_end');
		expect(end).toMatchObject({ isError: true, result: { content: [{ type: 'text', text: 'no' }] } });
		const run = session.prompt('call forever');
		await untilType(run[Symbol.asyncIterator](), 'tool_execution_start');
		await session.abort();
		await told;
		expect((await run.result).summary?.endReason).toBe('aborted');
	});
});

describe('a client', () => {
	it('drives several sessions at once, each with its own stream', async () => {
		const { myelin, folder } = await openClient();
		const sessions = await Promise.all([1, 2, 3, 4].map(() => myelin.createSession({ cwd: folder })));
		const texts = await Promise.all(
			sessions.map(async (session, index) => {
				const events = await collect(session.prompt(`bash command="echo number ${index}"`));
				return JSON.stringify(ofType(events, 'tool_execution_end')[0]?.result.content);
			}),
		);
		texts.forEach((text, index) => void expect(text).toContain(`number ${index}`));
		expect((await myelin.sessions()).map(({ sessionId }) => sessionId)).toEqual(sessions.map(({ id }) => id));
	});

	it('lists models and plugins, its own among them, and sets the model', async () => {
		const { myelin, folder } = await openClient();
		expect((await myelin.models()).default).toEqual({ provider: 'demo', id: 'demo' });
		const session = await myelin.createSession({ cwd: folder });
		await session.onToolCall(() => undefined, { hookId: 'watch', onFailure: 'allow' }).registered;
		const own = (await myelin.plugins()).find(({ name }) => name === 'driver');
		expect(own?.hooks).toEqual([{ hookId: 'watch', point: 'tool_call', onFailure: 'allow' }]);
		await session.setModel({ provider: 'demo', id: 'demo' });
		await expect(session.setModel({ provider: 'no', id: 'such' })).rejects.toThrow(
			expect.objectContaining({ code: 'MODEL_NOT_FOUND', rpcCode: -32000 }),
		);
	});

	it('closes a session: its stream ends, and its calls say so', async () => {
		const { myelin, folder } = await openClient();
		const session = await myelin.createSession({ cwd: folder });
		const stream = session.events();
		await session.close();
		await collect(stream);
		await expect(session.state()).rejects.toThrow(expect.objectContaining({ code: 'SESSION_NOT_FOUND' }));
	});
});

import type { ContextRequest, Message } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { ContextPatch } from './plugin.ts';
import { deferred, hostFixture, rejecting, userMessage } from './testing/host-fixture.ts';

const hello = userMessage('m1', 'hello');
const request: ContextRequest = { messages: [hello], systemPrompt: 'be kind', thinkingLevel: 'off' };

function ids(messages: readonly Message[] | undefined): string[] | undefined {
	return messages?.map((message) => message.id);
}

describe('the context of a request', () => {
	it('is the very list that came when nobody changes it', () => {
		const { host, scope } = hostFixture();
		expect(host.hooks.context(request, scope)).toBe(request.messages);
	});

	it('passes from hook to hook, each on top of the one before, without a microtask', async () => {
		verifies('R86');
		const { host, plugin, scope } = hostFixture();
		await plugin('clock', (myelin) => void myelin.on('context', () => ({ append: ['It is noon.'] })));
		await plugin('git', (myelin) => {
			myelin.on('context', ({ messages, systemPrompt, thinkingLevel }) => {
				return { prepend: [`${messages.length} messages, ${systemPrompt}, thinking ${thinkingLevel}`] };
			});
		});
		expect(host.hooks.context(request, scope)).toEqual([
			userMessageAt('msg_2', '2 messages, be kind, thinking off'),
			hello,
			userMessageAt('msg_1', 'It is noon.'),
		]);
		expect(request.messages).toEqual([hello]);
	});

	it('waits for a hook that takes its time', async () => {
		const { host, plugin, scope } = hostFixture();
		const answer = deferred<ContextPatch>();
		await plugin('slow', (myelin) => void myelin.on('context', () => answer.promise));
		await plugin('next', (myelin) => void myelin.on('context', async () => ({ append: ['b'] })));
		const changed = host.hooks.context(request, scope);
		answer.resolve({ append: ['a'] });
		expect(ids(await changed)).toEqual(['m1', 'msg_1', 'msg_2']);
	});

	it('leaves out the change of a hook that fails or answers nonsense, and says whose it was', async () => {
		verifies('R81');
		const { host, plugin, scope, reported } = hostFixture();
		await plugin('throws', (myelin) => {
			myelin.on('context', () => {
				throw new Error('boom');
			});
		});
		await plugin('rejects', (myelin) => void myelin.on('context', () => rejecting('late')));
		await plugin('nonsense', (myelin) => void myelin.on('context', () => ({ drop: ['m9'] })));
		await plugin('good', (myelin) => void myelin.on('context', () => ({ append: ['still here'] })));
		expect(ids(await host.hooks.context(request, scope))).toEqual(['m1', 'msg_1']);
		expect(reported).toEqual([
			{ type: 'plugin_error', plugin: 'throws', hook: 'context-1', message: 'boom' },
			{ type: 'plugin_error', plugin: 'rejects', hook: 'context-1', message: 'late' },
			{
				type: 'plugin_error',
				plugin: 'nonsense',
				hook: 'context-1',
				message: 'drop names "m9", and no message has this id',
			},
		]);
	});

	it.each([
		['an empty list', () => []],
		['a patch that drops every message', () => ({ drop: ['m1'] })],
	])('is not changed by %s', async (_, answer) => {
		const { host, plugin, scope, reported } = hostFixture();
		await plugin('empties', (myelin) => void myelin.on('context', answer));
		expect(ids(await host.hooks.context(request, scope))).toEqual(['m1']);
		expect(reported).toMatchObject([{ message: 'its answer leaves no message to show to a model' }]);
	});

	it('gives up a hook after five seconds', async () => {
		const { host, plugin, scope, clock, reported } = hostFixture();
		await plugin('hangs', (myelin) => void myelin.on('context', () => new Promise<undefined>(() => undefined)));
		const changed = host.hooks.context(request, scope);
		await clock.advance(5_000);
		expect(ids(await changed)).toEqual(['m1']);
		expect(reported).toEqual([
			{ type: 'plugin_error', plugin: 'hangs', hook: 'context-1', message: 'no answer within 5000 ms' },
		]);
	});

	it.each([
		['at once', () => ({ drop: ['m9'] })],
		['later', async () => ({ drop: ['m9'] })],
	])('ends the run when a required hook fails %s', async (_, answer) => {
		const { host, plugin, scope } = hostFixture();
		await plugin('redact', (myelin) => void myelin.on('context', answer, { required: true, hookId: 'secrets' }));
		await expect(async () => host.hooks.context(request, scope)).rejects.toMatchObject({
			name: 'AgentError',
			code: 'HOOK_FAILED',
			message:
				'plugin redact, hook secrets is required at context and failed: drop names "m9", and no message has this id',
			cause: { code: 'INVALID' },
		});
	});

	it('shows messages and a list that nobody can change', async () => {
		const { host, plugin, scope, reported } = hostFixture();
		const messages = [hello];
		await plugin('vandal', (myelin) => {
			myelin.on('context', (payload) => {
				(payload.messages as Message[]).pop();
			});
		});
		expect(host.hooks.context({ ...request, messages }, scope)).toEqual([hello]);
		expect(messages).toEqual([hello]);
		expect(reported).toMatchObject([{ type: 'plugin_error', plugin: 'vandal' }]);
	});

	it('asks nobody any longer once the run is aborted', async () => {
		const { host, plugin, scope, run, reported } = hostFixture();
		const asked: string[] = [];
		await plugin('a', (myelin) => void myelin.on('context', () => new Promise<undefined>(() => undefined)));
		await plugin('b', (myelin) => void myelin.on('context', () => void asked.push('b')));
		const changed = host.hooks.context(request, scope);
		run.abort();
		expect(ids(await changed)).toEqual(['m1']);
		expect(asked).toEqual([]);
		expect(reported).toEqual([]);
	});
});

function userMessageAt(id: string, text: string): Message {
	return { id, role: 'user', timestamp: 1_000, content: [{ type: 'text', text }] };
}

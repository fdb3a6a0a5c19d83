import type { ToolCall } from '@myelin/core';
import { calling, checkGrammar, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { allConcerns } from './concerns/all.ts';
import type { Envelope } from './events.ts';
import { noHooks } from './hooks.ts';
import type { EntriesPage } from './read-entries.ts';
import { Session } from './session.ts';
import { memoryStore } from './stores/memory.ts';
import { created, entryTypes, opened, portsOf, textsOf, typesOf } from './testing/stored-session.ts';

describe('a session with a store', () => {
	it('is read by pages that end before so many characters, each with one entry at least', async () => {
		const { session } = await created(memoryStore(), [saying('b'.repeat(50_000)), saying('c')]);
		await session.prompt('a'.repeat(50_000));
		await session.prompt('short');
		const all = (await session.entries()).entries;
		const pages: string[][] = [];
		for (let after: number | undefined = 0; after !== undefined; ) {
			const page: EntriesPage = await session.entries({ after, maxChars: 10_000 });
			pages.push(page.entries.map(({ id }) => id));
			after = page.next;
		}
		expect(pages.flat()).toEqual(all.map(({ id }) => id));
		expect(pages.length).toBeLessThan(all.length);
		const large = all.filter((entry) => JSON.stringify(entry).length > 10_000).map(({ id }) => id);
		expect(large).toHaveLength(2);
		expect(pages.filter((page) => page.some((id) => large.includes(id)))).toEqual(large.map((id) => [id]));
	});

	it('keeps the arguments that a tool ran with where hooks changed them, and goes on without them where none did', async () => {
		const hooks = {
			...noHooks,
			toolArgs: ({ toolCallId }: ToolCall) =>
				toolCallId === 'c1'
					? { args: { say: 'no' }, rewrittenBy: [{ by: 'p', hookId: 'h', durationMs: 1 }] }
					: undefined,
		};
		const calls = [calling({ id: 'c1', name: 'echo', args: { say: 'hi' } }), calling({ id: 'c2', name: 'echo' })];
		const { session } = await created(memoryStore(), [...calls, saying('done')], { hooks });
		await session.prompt('hi');
		const kept = (await session.entries()).entries.filter(({ type }) => type === 'tool_execution');
		const result = { content: [{ type: 'text', text: 'echoed' }] };
		expect(kept.map(({ data }) => data)).toEqual([
			{ toolCallId: 'c1', toolName: 'echo', args: { say: 'no' }, result },
			{ toolCallId: 'c2', toolName: 'echo', result },
		]);
	});

	it('writes messages, finished tools and the run, and goes on with them after a restart', async () => {
		verifies('R95');
		verifies('R102');
		const store = memoryStore();
		const { session } = await created(store, [calling({ id: 'c1', name: 'echo' }), saying('done')]);
		const { runId } = (await session.prompt('hi', { promptId: 'p1' })) as { runId: string };
		const entries = (await session.entries()).entries;
		expect(entries.map(({ type }) => type)).toEqual([
			'message',
			'session_info',
			'llm_call',
			'message',
			'tool_execution',
			'message',
			'llm_call',
			'message',
			'run',
		]);
		const path = entries.filter(({ type }) => type !== 'session_info' && type !== 'llm_call');
		expect(path.map(({ parentId }) => parentId)).toEqual([null, ...path.slice(0, -1).map(({ id }) => id)]);
		expect(path[0]?.data).toMatchObject({ promptId: 'p1' });
		expect(path[3]?.data).toEqual({ message: expect.not.objectContaining({ content: [] }), resultOf: 'c1' });
		expect(path[5]?.data).toMatchObject({ runId, promptIds: ['p1'] });
		const { totalUsage } = session.state();
		const messages = session.messages();
		await session.close();

		const again = await opened(store, [saying('again')]);
		expect(again.session.messages()).toEqual(messages);
		expect(again.session.state()).toMatchObject({ cwd: '/work', totalUsage, leaf: path[5]?.id });
		expect(again.session.findings).toEqual([]);
		await again.session.prompt('more');
		expect(again.model.requests[0]?.messages.map(({ role }) => role)).toEqual([
			'user',
			'assistant',
			'tool',
			'assistant',
			'user',
		]);
	});

	it('writes before anybody sees it: what a subscriber hears of is in the store', async () => {
		verifies('R90');
		verifies('R106');
		const store = memoryStore();
		const { session } = await created(store, [calling({ id: 'c1', name: 'echo' }), saying('done')]);
		const seen: [string, number][] = [];
		session.subscribe(async ({ event }) => {
			if (!['message_end', 'tool_execution_end', 'agent_end'].includes(event.type)) return;
			seen.push([event.type, (await entryTypes(session)).length]);
		});
		await session.prompt('hi');
		expect(seen).toEqual([
			['message_end', 2],
			['message_end', 4],
			['tool_execution_end', 5],
			['message_end', 6],
			['message_end', 8],
			['agent_end', 9],
		]);
	});

	it('never uses a number twice: after a kill the next is above the block, after a close it is the next', async () => {
		const store = memoryStore();
		const { session, heard } = await created(store, [saying('one')]);
		await session.prompt('hi');
		const last = heard.at(-1)?.seq ?? 0;
		const killed = await Session.open(store, 's1', portsOf([]).ports, { readOnly: true });
		expect(killed.state().seq).toBeGreaterThanOrEqual(4096);
		await session.close();
		const again = await opened(store, [saying('two')]);
		await again.session.prompt('hi');
		expect(again.heard[0]?.seq).toBeGreaterThan(last);
		expect(again.heard[0]?.seq).toBeLessThan(last + 3);
	});

	it('answers a known prompt with its run, joins a live one, and says of a lost one that it is lost', async () => {
		const store = memoryStore();
		const { session, model } = await created(store, [saying('one'), saying('two')]);
		const first = session.prompt('hi', { promptId: 'p1' });
		const joined = session.prompt('hi', { promptId: 'p1' });
		const outcome = await first;
		expect(await joined).toEqual(outcome);
		expect(await session.prompt('hi', { promptId: 'p1' })).toEqual(outcome);
		await session.close();
		const again = await opened(store);
		expect(await again.session.prompt('hi', { promptId: 'p1' })).toEqual(outcome);
		expect(model.requests).toHaveLength(1);
		await again.session.close();

		const lease = await store.acquire('s1');
		const message = { id: 'm', role: 'user', timestamp: 1, content: [] } as const;
		await lease.append([
			{
				kind: 'entry',
				entry: { type: 'message', id: 'x', parentId: null, seq: 1, at: 1, data: { message, promptId: 'p2' } },
			},
		]);
		await lease.release();
		await expect((await opened(store)).session.prompt('hi', { promptId: 'p2' })).rejects.toMatchObject({
			code: 'RUN_LOST',
		});
	});

	it('shows calls that were cut off: what the tool said where it is known, else that the outcome is unknown', async () => {
		const store = memoryStore();
		const answer = calling({ id: 'c1', name: 'echo' }, { id: 'c2', name: 'echo' }, { id: 'c3', name: 'echo' });
		let calls = 0;
		const execute = () => (++calls === 2 ? new Promise<never>(() => {}) : `echoed ${calls}`);
		const { session } = await created(store, [answer], { execute });
		const hangs = new Promise<void>((resolve) => {
			session.subscribe(({ event }) => {
				if (event.type === 'tool_execution_start' && event.toolCallId === 'c2') resolve();
			});
		});
		void session.prompt('go', { promptId: 'p' });
		await hangs;

		const left = await Session.open(store, 's1', portsOf([]).ports, { readOnly: true });
		const unknown =
			'tool: The outcome of this call is unknown: the process ended while it ran. Inspect what it changed before you repeat it.';
		expect(textsOf(left)).toEqual(['user: go', 'assistant: ', 'tool: echoed 1', unknown, unknown]);
		expect(left.findings).toEqual([
			'The outcome of these tool calls is unknown, inspect first what they changed: echo (c2), echo (c3).',
		]);
		await expect(left.prompt('x')).rejects.toMatchObject({ code: 'SESSION_READ_ONLY' });
		await expect(left.rename('x')).rejects.toMatchObject({ code: 'SESSION_READ_ONLY' });
	});

	it('settles cut-off calls once, when it is opened for writing, and says so', async () => {
		const store = memoryStore();
		const lease = await store.create({ sessionId: 's1', cwd: '/', createdAt: 1 });
		const call = { type: 'tool_call', id: 'c1', name: 'echo', args: {} } as const;
		const message = {
			id: 'm',
			role: 'assistant',
			timestamp: 1,
			content: [call],
			model: { provider: 'test', id: 'gone' },
		} as const;
		const at = { parentId: null, seq: 9, at: 1 };
		await lease.append([
			{ kind: 'entry', entry: { type: 'message', id: 'x', ...at, data: { message } } },
			{
				kind: 'entry',
				entry: {
					type: 'model_change',
					id: 'y',
					...at,
					parentId: 'x',
					data: { from: message.model, to: message.model },
				},
			},
		]);
		await lease.release();
		const first = await opened(store);
		expect(textsOf(first.session).at(-1)).toMatch(/^tool: The outcome of this call is unknown/);
		expect(first.session.findings).toEqual([
			'The outcome of these tool calls is unknown, inspect first what they changed: echo (c1).',
			"The session's model test/gone is not there; it goes on with the default.",
		]);
		const heard: Envelope[] = [];
		first.session.subscribe((envelope) => void heard.push(envelope), { afterSeq: 9 });
		await new Promise((resolve) => setImmediate(resolve));
		expect(typesOf(heard)).toEqual(['notice', 'notice']);
		await first.session.close();
		const second = await opened(store);
		expect(second.session.messages()).toHaveLength(2);
		expect(await entryTypes(second.session)).toEqual(['message', 'model_change', 'message']);
	});
});

describe('a session without one of its concerns', () => {
	it.each(allConcerns.map((_, place) => place))('runs, and tells a whole stream, without number %i', async (place) => {
		verifies('R7');
		verifies('R4');
		const concerns = allConcerns.filter((_, other) => other !== place);
		const answers = [calling({ id: 'c1', name: 'echo' }), saying('done')];
		const { session, heard } = await created(memoryStore(), answers, { concerns });
		const outcome = await session.prompt('go');
		expect(outcome).toMatchObject({ summary: { endReason: 'stop' } });
		expect(checkGrammar(heard.map(({ event }) => event) as Parameters<typeof checkGrammar>[0])).toEqual([]);
		expect(textsOf(session)).toEqual(['user: go', 'assistant: ', 'tool: echoed', 'assistant: done']);
	});
});

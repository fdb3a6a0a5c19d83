import { textContent } from '@myelin/core';
import { calling, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { Session } from './session.ts';
import { memoryStore } from './stores/memory.ts';
import { created, opened, portsOf, textsOf, typesOf } from './testing/stored-session.ts';

describe('what a session changes of its own', () => {
	it('is written, told with old and new, and there after a restart', async () => {
		verifies('R109');
		const store = memoryStore();
		const { session, heard } = await created(store, [saying('one')]);
		await session.prompt('hi');
		const [first] = (await session.entries({ limit: 1 })).entries;
		const from = heard.length;
		await session.rename('A name');
		await session.setThinkingLevel('high');
		await session.setModel({ provider: 'test', id: 'other' });
		await session.label(first?.id ?? '', 'start');
		expect(
			heard
				.slice(from)
				.map(({ event }) => event)
				.filter(({ type }) => type !== 'session_idle'),
		).toEqual([
			{ type: 'session_info_changed', field: 'name', from: 'hi', to: 'A name' },
			{ type: 'thinking_level_changed', from: 'off', to: 'high' },
			{ type: 'model_changed', from: { provider: 'test', id: 'scripted' }, to: { provider: 'test', id: 'other' } },
			{ type: 'session_info_changed', field: 'label', entryId: first?.id, from: null, to: 'start' },
		]);
		await session.close();
		expect(await store.list()).toMatchObject([{ sessionId: 's1', name: 'A name' }]);
		const again = await opened(store);
		expect(again.session.state()).toMatchObject({
			name: 'A name',
			thinkingLevel: 'high',
			model: { provider: 'test', id: 'other' },
		});
		await again.session.label(first?.id ?? '', null);
		expect(again.heard.at(-1)?.event).toMatchObject({ from: 'start', to: null });
		await expect(again.session.label('nowhere', 'x')).rejects.toMatchObject({ code: 'ENTRY_NOT_FOUND' });
		await expect(again.session.setModel({ provider: 'test', id: 'none' })).rejects.toMatchObject({
			code: 'MODEL_NOT_FOUND',
		});
	});

	it('going to another entry shows the model that branch alone, and a restart does not forget it', async () => {
		const store = memoryStore();
		const { session, heard } = await created(store, [saying('one'), saying('two')]);
		await session.prompt('first');
		const { leaf } = session.state();
		await session.prompt('second');
		const end = session.state().leaf;
		await session.navigate(leaf);
		expect(heard.findLast(({ event }) => event.type === 'branch_changed')?.event).toEqual({
			type: 'branch_changed',
			from: end,
			to: leaf,
		});
		expect(textsOf(session)).toEqual(['user: first', 'assistant: one']);
		await session.close();

		const again = await opened(store, [saying('three')]);
		expect(textsOf(again.session)).toEqual(['user: first', 'assistant: one']);
		await again.session.prompt('third');
		expect(again.model.requests[0]?.messages.map(textContent)).toEqual(['first', 'one', 'third']);
		await again.session.navigate(end);
		expect(textsOf(again.session)).toEqual(['user: first', 'assistant: one', 'user: second', 'assistant: two']);
		await again.session.navigate(null);
		expect(textsOf(again.session)).toEqual([]);
		await expect(again.session.navigate('nowhere')).rejects.toMatchObject({ code: 'ENTRY_NOT_FOUND' });
	});

	it('is refused while a run is live where the run stands on it', async () => {
		const { session, heard } = await created(memoryStore(), [calling({ id: 'c', name: 'echo' }), saying('x')]);
		const refused: Promise<unknown>[] = [];
		session.subscribe(({ event }) => {
			if (event.type !== 'tool_execution_start') return;
			refused.push(session.navigate(null).catch((error) => error.code));
			refused.push(session.fork(memoryStore(), { sessionId: 'f', createdAt: 1 }).catch((error) => error.code));
			refused.push(session.rename('while it runs').catch((error) => error.code));
		});
		await session.prompt('go');
		expect(await Promise.all(refused)).toEqual(['SESSION_BUSY', 'SESSION_BUSY', undefined]);
		expect(typesOf(heard)).toContain('session_info_changed');
	});

	it('a fork has everything up to an entry, under the same ids, and none of the prompts', async () => {
		const store = memoryStore();
		const { session } = await created(store, [calling({ id: 'c', name: 'echo' }), saying('one'), saying('two')]);
		await session.prompt('first', { promptId: 'p1' });
		const { leaf } = session.state();
		await session.rename('Named');
		await session.prompt('second', { promptId: 'p2' });
		await session.fork(store, { sessionId: 'f1', createdAt: 5, ...(leaf === null ? {} : { entryId: leaf }) });
		const { ports, model } = portsOf([saying('other')]);
		const fork = await Session.open(store, 'f1', ports);
		expect(textsOf(fork)).toEqual(['user: first', 'assistant: ', 'tool: echoed', 'assistant: one']);
		expect(fork.state()).toMatchObject({ name: 'Named', cwd: '/work' });
		await fork.prompt('first', { promptId: 'p1' });
		expect(model.requests).toHaveLength(1);
		expect(textsOf(session).at(-1)).toBe('assistant: two');
		await expect(session.fork(store, { sessionId: 'f2', createdAt: 5, entryId: 'nowhere' })).rejects.toMatchObject({
			code: 'ENTRY_NOT_FOUND',
		});
	});

	it('a fork of a session in which nothing was said is there all the same', async () => {
		const store = memoryStore();
		const { session } = await created(store, []);
		await session.fork(store, { sessionId: 'f1', createdAt: 5 });
		expect((await Session.open(store, 'f1', portsOf([]).ports)).messages()).toEqual([]);
	});

	it('pages through entries without reading any twice', async () => {
		const { session } = await created(memoryStore(), [saying('one'), saying('two')]);
		await session.prompt('a');
		await session.prompt('b');
		const pages: number[] = [];
		const ids: string[] = [];
		for (let after: number | undefined = 0; after !== undefined; ) {
			const page: Awaited<ReturnType<Session['entries']>> = await session.entries({ after, limit: 4 });
			pages.push(page.entries.length);
			ids.push(...page.entries.map(({ id }) => id));
			after = page.next;
		}
		expect(pages).toEqual([4, 4, 1]);
		expect(new Set(ids).size).toBe(9);
	});
});

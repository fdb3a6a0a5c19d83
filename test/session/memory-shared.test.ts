import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Message, type ModelRequest, textContent } from '@myelin/core';
import { fakeClock, type ScriptedAnswer, saying, scriptedModel } from '@myelin/core/testing';
import { type MemoryStore, memoryFiles, memoryStore, Session } from '@myelin/session';
import { expect, it } from 'vitest';
import { scriptedPorts } from './scripted-session.ts';

/** Notes that a test can change from outside. */
function notebook(): { text: string; readonly store: MemoryStore } {
	const book = {
		text: '',
		store: {
			read: async () => book.text,
			async replace(_cwd: string, before: string, text: string) {
				if (before !== book.text) return false;
				book.text = text;
				return true;
			},
		},
	};
	return book;
}

const memoryRequests = (requests: readonly ModelRequest[]) =>
	requests
		.filter(({ systemPrompt }) => systemPrompt.startsWith('You keep notes'))
		.map(({ messages: [first] }) => textContent(first as Message));

/** What keeps sessions that remember in one book. */
function remembering(answers: readonly ScriptedAnswer[], store: MemoryStore) {
	const clock = fakeClock();
	const model = scriptedModel(answers);
	const models = { list: () => [model], find: () => model, defaultModel: () => model };
	return { clock, model, ports: { ...scriptedPorts([]), models, clock, memory: { store, everyTokens: 1 } } };
}

it('what another session notes while the model answers is not overwritten: it is asked again with that', async () => {
	const book = notebook();
	const own = remembering([saying('hi'), saying('- own'), saying('- theirs\n- own')], {
		...book.store,
		async replace(cwd, before, text) {
			if (before === '') book.text = '- theirs';
			return book.store.replace(cwd, before, text);
		},
	});
	const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work' }, own.ports);
	await session.prompt('hello');
	await own.clock.advance(0);
	const asked = memoryRequests(own.model.requests);
	expect(asked.map((text) => text.includes('<notes-so-far>\n- theirs\n</notes-so-far>'))).toEqual([false, true]);
	expect(book.text).toBe('- theirs\n- own');
	await session.close();
});

it('what was not noted when a session was closed is taken up when it is opened again, and what was is not', async () => {
	const book = notebook();
	const kept = memoryStore();
	const first = remembering([saying('hi'), saying('- one'), saying('sure'), ['silence']], book.store);
	const session = await Session.create(kept, { id: 's1', cwd: '/work' }, first.ports);
	await session.prompt('one');
	await first.clock.advance(0);
	await session.prompt('two');
	await first.clock.advance(0);
	await session.close();
	const { entries } = await (await Session.open(kept, 's1', first.ports, { readOnly: true })).entries({ limit: 100 });
	const calls = entries.flatMap(({ type, data }) => (type === 'llm_call' && data.purpose === 'memory' ? [data] : []));
	expect(calls.map(({ stopReason }) => stopReason)).toEqual(['stop', 'aborted']);
	const later = remembering([saying('ok'), saying('- all')], book.store);
	const again = await Session.open(kept, 's1', later.ports);
	await again.prompt('three');
	await later.clock.advance(0);
	const [text = ''] = memoryRequests(later.model.requests);
	expect(['one', 'two', 'three'].map((said) => text.includes(`[user] ${said}`))).toEqual([false, true, true]);
	expect(book.text).toBe('- all');
	await again.close();
});

it('a fork takes up what was said in it alone', async () => {
	const book = notebook();
	const kept = memoryStore();
	const first = remembering([saying('hi'), ['silence']], book.store);
	const session = await Session.create(kept, { id: 's1', cwd: '/work' }, first.ports);
	await session.prompt('one');
	await first.clock.advance(0);
	await session.fork(kept, { sessionId: 's2', createdAt: 0 });
	await session.close();
	const later = remembering([saying('ok'), saying('- fork')], book.store);
	const fork = await Session.open(kept, 's2', later.ports);
	await fork.prompt('two');
	await later.clock.advance(0);
	const [text = ''] = memoryRequests(later.model.requests);
	expect(['one', 'two'].map((said) => text.includes(`[user] ${said}`))).toEqual([false, true]);
	await fork.close();
});

it('takes an empty answer for none, and asks about the same again', async () => {
	const book = notebook();
	const { ports, clock, model } = remembering([saying('hi'), saying(' '), saying('ok'), saying('- both')], book.store);
	const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work' }, ports);
	await session.prompt('one');
	await clock.advance(0);
	await session.prompt('two');
	await clock.advance(0);
	expect(memoryRequests(model.requests)[1]).toContain('[user] one');
	expect(book.text).toBe('- both');
	await session.close();
});

it('a project has one file, however its folder is named, and writers that come at once lose nothing', async () => {
	const top = mkdtempSync(join(tmpdir(), 'myelin-memory-'));
	const [folder, project, link] = [join(top, 'memory'), join(top, 'project'), join(top, 'link')];
	mkdirSync(project);
	symlinkSync(project, link);
	const adding = async (cwd: string, line: string) => {
		const files = memoryFiles(folder);
		for (;;) {
			const before = await files.read(cwd);
			if (await files.replace(cwd, before, `${before}\n${line}`)) return;
		}
	};
	const lines = Array.from({ length: 20 }, (_, index) => `- ${String(index).padStart(2, '0')}`);
	await Promise.all(lines.map((line, index) => adding([project, link, `${project}/`][index % 3] ?? '', line)));
	expect((await memoryFiles(folder).read(project)).split('\n').toSorted()).toEqual(lines);
	expect(readdirSync(folder)).toHaveLength(1);
});

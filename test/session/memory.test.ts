import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError, type ModelRequest, textContent } from '@myelin/core';
import { type ScriptedAnswer, type ScriptedModel, saying, scriptedModel } from '@myelin/core/testing';
import { type MemoryStore, memoryFiles, memoryStore, Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { courseOf, liveSession, scriptedPorts } from './scripted-session.ts';

/** A memory that a test can look into, and slow down. */
function notebook(text = '') {
	const book = { text, reads: 0, writes: 0 };
	const store: MemoryStore = {
		async read() {
			book.reads++;
			return book.text;
		},
		async replace(_cwd, before, next) {
			if (before !== book.text) return false;
			book.writes++;
			book.text = next;
			return true;
		},
	};
	return { book, store };
}

function isAboutMemory({ systemPrompt }: ModelRequest): boolean {
	return systemPrompt.startsWith('You keep notes about one software project');
}

function remembering(answers: readonly ScriptedAnswer[], everyTokens = 1, before = '') {
	const { book, store } = notebook(before);
	const diagnostics: string[] = [];
	const memory = { store, everyTokens };
	const live = liveSession(answers, { memory, onDiagnostic: (text) => diagnostics.push(text) });
	const asked = () => live.model.requests.filter(isAboutMemory);
	return { ...live, book, asked, diagnostics };
}

describe('session memory', () => {
	it('is off unless it is asked for: no model is called for it', async () => {
		const { session, clock, model } = liveSession([saying('hi'), saying('notes')]);
		await session.prompt('hello '.repeat(100_000));
		await clock.advance(1_000_000);
		expect(model.requests).toHaveLength(1);
	});

	it('is written from what was said, once enough was said, and is recorded as a call', async () => {
		verifies('R98');
		const answers = [saying('hi'), saying('sure'), saying('- tests run with pnpm check')];
		const { session, clock, book, asked } = remembering(answers, 20);
		await session.prompt('hello');
		await clock.advance(1000);
		expect(asked()).toHaveLength(0);
		await session.prompt('we run the tests with pnpm check, always');
		await clock.advance(1000);
		const [request] = asked();
		const text = request === undefined ? '' : textContent(request.messages[0] as never);
		expect(text).toContain('[user] hello');
		expect(text).toContain('[assistant] sure');
		expect(book).toEqual({ text: '- tests run with pnpm check', reads: 1, writes: 1 });
	});

	it('goes on from the notes so far, and asks again only when as much was said once more', async () => {
		const answers = [saying('hi'), saying('- a\n- b'), saying('ok'), saying('- a\n- b\n- c')];
		const { session, clock, book, asked } = remembering(answers, 1, '- a');
		await session.prompt('b');
		await clock.advance(1000);
		await session.prompt('c');
		await clock.advance(1000);
		const texts = asked().map(({ messages }) => textContent(messages[0] as never));
		expect(texts[0]).toContain('<notes-so-far>\n- a\n</notes-so-far>');
		expect(texts[1]).toContain('<notes-so-far>\n- a\n- b\n</notes-so-far>');
		expect(texts[1]).not.toContain('[user] b');
		expect(book.text).toBe('- a\n- b\n- c');
	});

	it('never delays the end of a run, nor idle: a model that hangs is asked behind both', async () => {
		verifies('R105');
		const { session, clock, heard, asked } = remembering([saying('hi'), ['silence']]);
		const outcome = await session.prompt('hello');
		expect(outcome).toMatchObject({ summary: { endReason: 'stop' } });
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
		expect(asked()).toHaveLength(1);
	});

	it('never runs into the next prompt: a model that hangs, even one that is deaf, is given up when it begins', async () => {
		for (const hanging of ['silence', { deafSilence: true }] as const) {
			const { session, clock, book, asked, model } = remembering([
				saying('hi'),
				[hanging],
				saying('ok'),
				saying('- both'),
			]);
			await session.prompt('first');
			await clock.advance(0);
			expect(asked()).toHaveLength(1);
			expect(await session.prompt('second')).toMatchObject({ summary: { endReason: 'stop' } });
			expect(model.requests.map(isAboutMemory)).toEqual([false, true, false]);
			await clock.advance(1000);
			const text = textContent(asked()[1]?.messages[0] as never);
			expect(text).toContain('[user] first');
			expect(text).toContain('[user] second');
			expect(book).toMatchObject({ text: '- both', writes: 1 });
		}
	});

	it('holds nothing of an answer that was discarded', async () => {
		const broken: ScriptedAnswer = [
			[{ type: 'text_delta', index: 0, delta: 'half an answer' }],
			new ModelError('OVERLOADED', 'too busy'),
		];
		const { session, clock, asked } = remembering([broken, saying('hi'), saying('- notes')]);
		const prompted = session.prompt('hello');
		await clock.advance(60_000);
		await prompted;
		await clock.advance(1000);
		expect(textContent(asked()[0]?.messages[0] as never)).not.toContain('half an answer');
	});

	it('holds no secrets, whatever the model notes', async () => {
		const { session, clock, book } = remembering([
			saying('hi'),
			saying('- the deploy uses API_KEY=abcdef123456 daily'),
		]);
		await session.prompt('hello');
		await clock.advance(1000);
		expect(book.text).toBe('- the deploy uses API_KEY=[redacted] daily');
	});

	it('fails beside the session: what was before stays, and it is reported', async () => {
		const answers = [saying('hi'), [new ModelError('OVERLOADED', 'too busy')], saying('ok'), saying('- new')];
		const { session, clock, book, heard, diagnostics, asked } = remembering(answers, 1, '- old');
		await session.prompt('hello');
		await clock.advance(1000);
		expect(book).toMatchObject({ text: '- old', writes: 0 });
		const next = 'which is tried again when the session is idle again';
		expect(diagnostics).toEqual([`the memory of /work was not brought up to date, ${next}: too busy`]);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
		await session.prompt('again');
		await clock.advance(1000);
		expect(book.text).toBe('- new');
		const text = textContent(asked()[1]?.messages[0] as never);
		expect(text).toContain('[user] hello');
		expect(text).toContain('[user] again');
	});

	it('that fails again and again is tried when enough more was said, and then has all of it', async () => {
		const broken: ScriptedAnswer = [new ModelError('AUTH', 'no key')];
		const talk = 'word '.repeat(40);
		const answers = [1, 2, 3].flatMap(() => [saying(talk), broken]);
		const more = [saying('ok'), saying(talk), saying('- all')];
		const { session, clock, book, asked, diagnostics } = remembering([...answers, ...more], 40);
		for (const text of ['one', 'two', 'three', 'four']) {
			await session.prompt(text);
			await clock.advance(1000);
		}
		expect(asked()).toHaveLength(3);
		expect(diagnostics.at(-1)).toContain('tried again when 40 more tokens were said');
		await session.prompt('five');
		await clock.advance(1000);
		const text = textContent(asked()[3]?.messages[0] as never);
		for (const said of ['one', 'two', 'three', 'four', 'five']) expect(text).toContain(`[user] ${said}`);
		expect(book.text).toBe('- all');
	});

	it('takes an answer that was cut off for none', async () => {
		const cut: ScriptedAnswer = [
			[{ type: 'text_delta', index: 0, delta: '- half' }],
			[{ type: 'done', stopReason: 'length' }],
		];
		const { session, clock, book, asked } = remembering([saying('hi'), cut, saying('ok'), saying('- whole')]);
		await session.prompt('hello');
		await clock.advance(1000);
		expect(book.writes).toBe(0);
		await session.prompt('again');
		await clock.advance(1000);
		expect(textContent(asked()[1]?.messages[0] as never)).toContain('[user] hello');
		expect(book.text).toBe('- whole');
	});

	it('keeps what it noted of the first part when a run ends the second', async () => {
		const answers = [
			saying('hi'),
			saying('sure'),
			saying('- first'),
			['silence' as const],
			saying('ok'),
			saying('- both'),
			saying('- all'),
		];
		const model: ScriptedModel = { ...scriptedModel(answers), contextWindow: 2400 };
		const models = { list: () => [model], find: () => model, defaultModel: () => model };
		const { book, store } = notebook();
		const ports = { models, memory: { store, everyTokens: 1500 } };
		const { session, clock } = liveSession([], ports, { compaction: { enabled: false } });
		for (const letter of ['a', 'b']) {
			await session.prompt(letter.repeat(5000));
			await clock.advance(0);
		}
		expect(book).toMatchObject({ text: '- first', writes: 1 });
		await session.prompt('c'.repeat(5000));
		await clock.advance(1000);
		const asked = model.requests.filter(isAboutMemory).map(({ messages }) => textContent(messages[0] as never));
		expect(asked.map((text) => [...'abc'].filter((letter) => text.includes(`[user] ${letter}`)))).toEqual([
			['a'],
			['b'],
			['b'],
			['c'],
		]);
		expect(book.text).toBe('- all');
	});

	it('is given up when the session is closed', async () => {
		const { session, clock, book, asked } = remembering([saying('hi'), ['silence']]);
		await session.prompt('hello');
		await clock.advance(0);
		await session.close();
		expect(clock.waiting).toBe(0);
		await clock.advance(1_000_000);
		expect([asked().length, book.writes]).toEqual([1, 0]);
	});

	it('counts what it used in the totals of a session that is kept', async () => {
		const usage = { type: 'usage', usage: { inputTokens: 7, outputTokens: 3 } } as const;
		const answers: ScriptedAnswer[] = [saying('hi'), [[usage], ...saying('- a')]];
		const { store } = notebook();
		const ports = { ...scriptedPorts(answers), memory: { store, everyTokens: 1 } };
		const session = await Session.create(memoryStore(), { id: 's1', cwd: '/work' }, ports);
		await session.prompt('hello');
		const written = async () =>
			(await session.entries()).entries.find(({ type, data }) => type === 'llm_call' && data.purpose === 'memory');
		while ((await written()) === undefined) await new Promise((resolve) => setImmediate(resolve));
		expect((await written())?.data).toMatchObject({ purpose: 'memory', stopReason: 'stop', usage: usage.usage });
		expect(session.state().totalUsage).toMatchObject({ inputTokens: 7, outputTokens: 3 });
	});

	it('seeds the first summary of a conversation, and no later one', async () => {
		const long = 'word '.repeat(2000);
		const answers = ['one', 'two', 'first summary', 'three', 'second summary'].map((text) => saying(text));
		const { store } = notebook('- the build is slow');
		const live = liveSession(
			answers,
			{ memory: { store, everyTokens: 1_000_000 } },
			{ compaction: { enabled: false, keepRecentTokens: 10 } },
		);
		const { session, clock, model } = live;
		await session.prompt(long);
		await session.prompt(long);
		await clock.advance(0);
		await session.compact();
		await session.prompt(long);
		await clock.advance(0);
		await session.compact();
		const summaries = model.requests.filter(({ systemPrompt }) => systemPrompt.startsWith('You summarise'));
		const seeded = summaries.map(({ messages }) => textContent(messages[0] as never).includes('- the build is slow'));
		expect(seeded).toEqual([true, false]);
	});
});

it('memories are files that only their user reads, one a project, and name it', async () => {
	const folder = join(mkdtempSync(join(tmpdir(), 'myelin-memory-')), 'memory');
	const files = memoryFiles(folder);
	expect(await files.read('/a')).toBe('');
	expect(await files.replace('/a', '', '- of a\n')).toBe(true);
	expect(await files.replace('/b', '', '# not a heading of ours\n- of b')).toBe(true);
	expect(await files.replace('/a', '', '- of a, too late')).toBe(false);
	expect(await files.replace('/a', '- of a', '- of a, later')).toBe(true);
	expect(await files.read('/a')).toBe('- of a, later');
	expect(await files.read('/b')).toBe('# not a heading of ours\n- of b');
	const names = readdirSync(folder);
	expect(names).toHaveLength(2);
	expect(names.every((name) => /^[0-9a-f]{16}\.md$/.test(name))).toBe(true);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(names.map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o600, 0o600]);
	expect(names.map((name) => readFileSync(join(folder, name), 'utf8')).sort()[0]).toBe('# /a\n\n- of a, later\n');
});

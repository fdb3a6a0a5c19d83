import { type ModelRef, type Tool, textContent } from '@myelin/core';
import {
	calling,
	checkGrammar,
	countingIds,
	fakeClock,
	type ScriptedAnswer,
	saying,
	scriptedModel,
} from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { allConcerns } from './concerns/all.ts';
import type { Envelope } from './events.ts';
import { noHooks } from './hooks.ts';
import { Session } from './session.ts';
import type { OpenOptions, SessionPorts } from './session-options.ts';
import type { SessionStore, StoreRecord } from './store.ts';
import { memoryStore } from './stores/memory.ts';

const identify = countingIds();

function portsOf(answers: readonly ScriptedAnswer[], more: Partial<SessionPorts> & { execute?: Tool['execute'] } = {}) {
	const { execute = () => 'echoed', ...others } = more;
	const models = [scriptedModel(answers), scriptedModel([], 'other')] as const;
	const echo: Tool = {
		name: 'echo',
		description: 'Says what it is told.',
		jsonSchema: { type: 'object' },
		parse: (args) => ({ ok: true, args }),
		execute,
	};
	const ports: SessionPorts = {
		hooks: noHooks,
		models: {
			list: () => models,
			find: (ref: ModelRef) => models.find(({ id }) => id === ref.id),
			defaultModel: () => models[0],
		},
		tools: { tools: () => [echo] },
		identify,
		...others,
	};
	return { ports, model: models[0] };
}

function record(session: Session): Envelope[] {
	const heard: Envelope[] = [];
	session.subscribe((envelope) => void heard.push(envelope));
	return heard;
}

const typesOf = (heard: readonly Envelope[]) => heard.map(({ event }) => event.type);

async function created(
	store: SessionStore,
	answers: readonly ScriptedAnswer[],
	more: Parameters<typeof portsOf>[1] = {},
) {
	const { ports, model } = portsOf(answers, more);
	const session = await Session.create(store, { id: 's1', cwd: '/work' }, ports);
	return { session, model, heard: record(session) };
}

async function opened(store: SessionStore, answers: readonly ScriptedAnswer[] = [], options: OpenOptions = {}) {
	const { ports, model } = portsOf(answers);
	const session = await Session.open(store, 's1', ports, options);
	return { session, model, heard: record(session) };
}

const textsOf = (session: Session) => session.messages().map((message) => `${message.role}: ${textContent(message)}`);

async function entryTypes(session: Session): Promise<string[]> {
	return (await session.entries({ limit: 1000 })).entries.map(({ type }) => type);
}

/** A store whose appends can be made to fail, at once or late. */
function failingStore(
	store: SessionStore,
	fails: (records: readonly StoreRecord[]) => boolean,
	late = false,
): SessionStore {
	const wrap = (lease: Awaited<ReturnType<SessionStore['acquire']>>) => ({
		...lease,
		append(records: readonly StoreRecord[]) {
			const act = () => {
				if (fails(records)) throw new Error('the disk is full');
				return lease.append(records);
			};
			return late ? Promise.resolve().then(act) : act();
		},
	});
	return {
		...store,
		create: async (header) => wrap(await store.create(header)),
		acquire: async (sessionId) => wrap(await store.acquire(sessionId)),
	};
}

function writes(type: string, text = ''): (records: readonly StoreRecord[]) => boolean {
	return (records) =>
		records.some(
			(record) =>
				record.kind === 'entry' && record.entry.type === type && JSON.stringify(record.entry.data).includes(text),
		);
}

describe('a session with a store', () => {
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

describe.each([
	['at once', false],
	['later', true],
])('a store that fails %s', (_, late) => {
	it.each([
		{ what: 'the prompt', fails: writes('message', 'go'), tools: 0, lost: ['user'], history: [] },
		{ what: 'the answer', fails: writes('message', 'c1'), tools: 0, lost: ['assistant'], history: ['user: go'] },
		{
			what: 'what a tool said',
			fails: writes('tool_execution'),
			tools: 1,
			lost: ['tool'],
			history: ['user: go', 'assistant: ', expect.stringContaining('is unknown')],
		},
		{
			what: 'the end of the run',
			fails: writes('run'),
			tools: 1,
			lost: [],
			history: ['user: go', 'assistant: ', 'tool: echoed', 'assistant: done'],
		},
	])(
		'fails the run with $what, before its tools execute, and the next prompt goes on from what the store holds',
		async ({ fails, tools, lost, history }) => {
			const disk = { full: true };
			const store = failingStore(memoryStore(), (records) => disk.full && fails(records), late);
			let executed = 0;
			const execute = () => {
				executed++;
				return 'echoed';
			};
			const answers = [calling({ id: 'c1', name: 'echo' }), saying('done'), saying('later'), saying('later')];
			const { session, heard } = await created(store, answers, { execute });
			await expect(session.prompt('go', { promptId: 'p1' })).rejects.toMatchObject({
				code: 'STORE_WRITE_FAILED',
				message: 'session s1 could not be written: the disk is full',
			});
			const run = heard.map(({ event }) => event).filter(({ type }) => type !== 'session_error');
			expect(checkGrammar(run as Parameters<typeof checkGrammar>[0])).toEqual([]);
			expect(typesOf(heard).filter((type) => type === 'session_error')).toEqual(['session_error']);
			expect(heard.find(({ event }) => event.type === 'agent_end')?.event).toMatchObject(
				fails(runEntry)
					? {}
					: { summary: { endReason: 'error', error: { code: 'STORE_WRITE_FAILED' }, toolErrors: 0 } },
			);
			expect(executed).toBe(tools);
			const discarded = heard.flatMap(({ event }) =>
				event.type === 'message_end' && event.discarded ? event.message.role : [],
			);
			expect(discarded).toEqual(lost);

			disk.full = false;
			await session.prompt('and now', { promptId: 'p2' });
			expect(textsOf(session).slice(0, history.length + 1)).toEqual([...history, 'user: and now']);
			await session.close();
			const again = await opened(store);
			expect(textsOf(again.session)).toEqual(textsOf(session));
		},
	);

	it('keeps a waiting message that could not be written', async () => {
		const disk = { full: true };
		const fails = writes('message', 'meanwhile');
		const store = failingStore(memoryStore(), (records) => disk.full && fails(records), late);
		const { session } = await created(store, [calling({ id: 'c', name: 'echo' }), saying('x'), saying('y')]);
		session.subscribe(({ event }) => {
			if (event.type === 'tool_execution_start') void session.steer('meanwhile');
		});
		await expect(session.prompt('go')).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
		disk.full = false;
		await session.prompt('again');
		expect(textsOf(session).slice(-3, -1)).toEqual(['user: again', 'user: meanwhile']);
	});

	it('says that a prompt is lost whose end could not be written', async () => {
		const disk = { full: true };
		const store = failingStore(memoryStore(), (records) => disk.full && writes('run')(records), late);
		const { session } = await created(store, [saying('x'), saying('y')]);
		await expect(session.prompt('go', { promptId: 'p1' })).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
		disk.full = false;
		await session.prompt('other', { promptId: 'p2' });
		await expect(session.prompt('go', { promptId: 'p1' })).rejects.toMatchObject({ code: 'RUN_LOST' });
	});

	it('refuses a change of its own that could not be written, and says nothing of it', async () => {
		const disk = { full: true };
		const store = failingStore(memoryStore(), () => disk.full, late);
		const { session, heard } = await created(store, [saying('x')]);
		await expect(session.rename('x')).rejects.toMatchObject({ code: 'STORE_WRITE_FAILED' });
		expect([session.state().name, typesOf(heard)]).toEqual([undefined, []]);
		disk.full = false;
		await session.prompt('go');
		await session.rename('y');
		expect(session.state().name).toBe('y');
	});
});

const runEntry: readonly StoreRecord[] = [
	{
		kind: 'entry',
		entry: {
			type: 'run',
			id: '',
			parentId: null,
			seq: 0,
			at: 0,
			data: { runId: '', promptIds: [], summary: {} as never },
		},
	},
];

it('a store that does not answer is given up at the abort deadline, and the session says so', async () => {
	const clock = fakeClock();
	const store = memoryStore();
	let hangs = false;
	const wrapped: SessionStore = {
		...store,
		async create(header) {
			const lease = await store.create(header);
			return { ...lease, append: (records) => (hangs ? new Promise(() => {}) : lease.append(records)) };
		},
	};
	const { session, heard } = await created(wrapped, [saying('x'), saying('y')], { clock });
	const unsubscribe = session.subscribe(({ event }) => {
		if (event.type === 'message_update') hangs = true;
	});
	const prompt = session.prompt('go').catch((error) => error);
	while (!hangs) await new Promise((resolve) => setImmediate(resolve));
	const aborted = session.abort('enough', 50);
	clock.advance(50);
	expect(await aborted).toMatchObject({ stopped: true });
	expect(await prompt).toMatchObject({ code: 'STORE_WRITE_FAILED' });
	expect(typesOf(heard)).toContain('session_error');
	expect(heard.findLast(({ event }) => event.type === 'agent_end')).toBeDefined();
	hangs = false;
	unsubscribe();
	expect(await session.prompt('now')).toMatchObject({ summary: { endReason: 'stop' } });
});

it('a store that fails at any one write leaves a balanced stream, and a history that is what the store holds', async () => {
	verifies('R21');
	for (const late of [false, true]) {
		let failedRuns = 0;
		for (let failing = 1; ; failing++) {
			let appends = 0;
			const store = failingStore(memoryStore(), () => ++appends === failing, late);
			const two = calling({ id: 'c1', name: 'echo' }, { id: 'c2', name: 'echo' });
			const { session, heard } = await created(store, [two, saying('done'), saying('more'), saying('more')]);
			session.subscribe(({ event }) => {
				if (event.type === 'tool_execution_start' && event.toolCallId === 'c1') void session.followUp('and then?');
			});
			const failed = await session.prompt('go', { promptId: 'p1' }).then(
				() => undefined,
				(error) => error.code,
			);
			const kernel = heard
				.map(({ event }) => event)
				.filter(({ type }) => !['session_error', 'queue_update'].includes(type));
			expect(checkGrammar(kernel as Parameters<typeof checkGrammar>[0])).toEqual([]);
			if (failed === undefined) break;
			expect(failed).toBe('STORE_WRITE_FAILED');
			failedRuns++;
			await session.prompt('again', { promptId: 'p2' });
			expect(textsOf(session).filter((text) => text === 'user: and then?').length).toBeLessThanOrEqual(1);
			const said = textsOf(session);
			await session.close();
			expect(textsOf((await opened(store)).session)).toEqual(said);
		}
		// The number block, the prompt, the answer, two tools and their messages, the answer, the follow-up, its answer, the run.
		expect(failedRuns).toBe(11);
	}
});

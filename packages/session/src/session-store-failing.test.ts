import { calling, checkGrammar, fakeClock, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { SessionStore, StoreRecord } from './store.ts';
import { memoryStore } from './stores/memory.ts';
import { created, failingStore, opened, textsOf, typesOf, writes } from './testing/stored-session.ts';

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
			expect(heard.map(({ seq }) => seq)).toEqual(heard.map((_, place) => place + 1));
			expect(heard.map(({ prev }) => prev)).toEqual(heard.map((_, place) => place));
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

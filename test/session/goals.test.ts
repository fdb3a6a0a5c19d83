import { defaultRetry, ModelError, type ModelRequest, textContent } from '@myelin/core';
import { calling, countingIds, fakeClock, type ScriptedAnswer, saying } from '@myelin/core/testing';
import {
	type AfterRun,
	allConcerns,
	type ConcernSource,
	type Envelope,
	type Goal,
	type ModelCatalog,
	memoryStore,
	Session,
	type SessionStore,
	type StoreRecord,
} from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { courseOf, liveSession, scriptedPorts } from './scripted-session.ts';

const done: ScriptedAnswer = calling({ id: 'u', name: 'update_goal', args: { status: 'complete' } });
const stuck: ScriptedAnswer = calling({ id: 'u', name: 'update_goal', args: { status: 'blocked', reason: 'no key' } });
const working = (text: string): readonly ScriptedAnswer[] => [
	calling({ id: `c_${text}`, name: 'echo', args: { text } }),
	saying(`did ${text}`),
];

/** The last thing that a person or the goal said, in each request. */
function asked(requests: readonly ModelRequest[]): readonly string[] {
	return requests.flatMap(({ messages }) => {
		const last = messages.findLast(({ role }) => role === 'user' || role === 'assistant');
		return last?.role === 'user' ? textContent(last).split('\n').slice(0, 1) : [];
	});
}

function goalsIn(heard: readonly Envelope[]): readonly (string | undefined)[] {
	return heard.flatMap(({ event }) => (event.type === 'goal_updated' ? [event.goal?.status] : []));
}

function runsIn(heard: readonly Envelope[]) {
	return heard.filter(({ event }) => event.type === 'agent_start').map(({ promptIds }) => promptIds);
}

describe('a goal', () => {
	it('starts runs of its own, without prompts and each with its own id, until the model says that it is reached', async () => {
		verifies('R92');
		const answers = [...working('one'), ...working('two'), done, saying('reached')];
		const { session, clock, heard, model } = liveSession(answers);
		expect(await session.setGoal({ action: 'create', text: 'tidy up' })).toMatchObject({ status: 'active' });
		await clock.advance(0);
		expect(asked(model.requests)).toEqual(['tidy up', 'tidy up', 'tidy up']);
		const starts = heard.filter(({ event }) => event.type === 'agent_start');
		expect(new Set(starts.map(({ runId }) => runId)).size).toBe(3);
		expect(runsIn(heard)).toEqual([[], [], []]);
		expect(courseOf(heard)).toEqual([...Array(3).fill(['agent_start', 'agent_end']).flat(), 'session_idle']);
		expect(goalsIn(heard)).toEqual(['active', 'active', 'active', 'complete', 'complete']);
		expect(session.state().goal).toMatchObject({ status: 'complete', used: { runs: 3 } });
	});

	it('offers update_goal while it is active, and at no other time', async () => {
		const { session, clock, model } = liveSession([saying('hi'), stuck, saying('I need a key'), saying('ok')]);
		const offered = () => model.requests.at(-1)?.tools.map(({ name }) => name);
		await session.prompt('hello');
		expect(offered()).toEqual(['echo']);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(model.requests[1]?.tools.map(({ name }) => name)).toEqual(['echo', 'update_goal']);
		expect(offered()).toEqual(['echo']);
		expect(session.state().goal).toMatchObject({ status: 'blocked', reason: 'no key' });
		await session.prompt('and?');
		expect(offered()).toEqual(['echo']);
	});

	it('waits for the end of a person’s run, which is not counted as its own', async () => {
		const { session, clock, heard, model } = liveSession([saying('hi'), done, saying('reached')]);
		session.subscribe(({ event }) => {
			if (event.type === 'message_start' && event.message.role === 'assistant' && model.requests.length === 1)
				void session.setGoal({ action: 'create', text: 'tidy up' });
		});
		await session.prompt('hello', { promptId: 'p1' });
		await clock.advance(0);
		expect(runsIn(heard)).toEqual([['p1'], []]);
		expect(session.state().goal).toMatchObject({ status: 'complete', used: { runs: 1 } });
	});

	it('comes behind a prompt that is made as soon as a run has ended', async () => {
		const { session, clock, heard } = liveSession([saying('hi'), saying('sure'), done, saying('reached')]);
		session.subscribe(({ event, promptIds }) => {
			if (event.type === 'agent_start' && promptIds?.[0] === 'p1')
				void session.setGoal({ action: 'create', text: 'tidy up' });
		});
		await session.prompt('hello', { promptId: 'p1' });
		await session.prompt('and?', { promptId: 'p2' });
		await clock.advance(0);
		expect(runsIn(heard)).toEqual([['p1'], ['p2'], []]);
		expect(session.state().goal?.status).toBe('complete');
	});

	it('takes what waits in the queue into its run, and lets it go first where a limit ended one', async () => {
		const answers = [calling({ id: 'c', name: 'echo', args: {} }), saying('sure'), done, saying('reached')];
		const { session, clock, heard, model } = liveSession(answers, {}, { maxTurns: 1 });
		let prompted: Promise<unknown> | undefined;
		session.subscribe(({ event }) => {
			if (event.type === 'tool_execution_start' && prompted === undefined)
				prompted = session.prompt('and?', { promptId: 'p1', whenBusy: 'follow_up' });
		});
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(asked(model.requests)).toEqual(['tidy up', 'and?', 'tidy up']);
		expect(await prompted).toMatchObject({ queued: expect.any(String) });
		const starts = heard.filter(({ event }) => event.type === 'message_start' && event.message.role === 'user');
		expect(starts.map(({ promptIds }) => promptIds)).toEqual([undefined, ['p1'], undefined]);
		expect(session.state()).toMatchObject({ followUp: [], goal: { used: { runs: 2 } } });
		expect(await session.prompt('and?', { promptId: 'p1' })).toMatchObject({ summary: { endReason: 'stop' } });
	});

	it('is paused by an abort, and goes on when it is resumed', async () => {
		const answers: ScriptedAnswer[] = [['silence'], done, saying('reached')];
		const { session, clock, heard } = liveSession(answers);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		await session.abort('enough');
		await clock.advance(1_000_000);
		expect(session.state().goal).toMatchObject({ status: 'paused', reason: 'its run was aborted' });
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
		await session.setGoal({ action: 'resume' });
		await clock.advance(0);
		expect(session.state().goal?.status).toBe('complete');
	});

	it('is paused by an abort that comes between two of its runs', async () => {
		const { session, clock, heard } = liveSession([...working('one'), ...working('two')]);
		session.subscribe(({ event }) => {
			if (event.type === 'goal_updated' && event.goal?.used.runs === 1) void session.abort();
		});
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(session.state().goal?.status).toBe('paused');
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('is paused by an abort of what the session does behind its run', async () => {
		const tidying: AfterRun = {
			next: () => ({
				kind: 'work',
				what: 'tidies up',
				work: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
			}),
		};
		const { session, clock, heard } = liveSession([...working('one'), ...working('two')], { afterRun: [tidying] });
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		await session.abort();
		expect(session.state().goal).toMatchObject({ status: 'paused', reason: 'its session was told to stop' });
		await clock.advance(1000);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('is blocked when its next run cannot begin, instead of standing still', async () => {
		for (const begun of [0, 1]) {
			let changes = 0;
			const { models } = scriptedPorts([...working('one'), ...working('two')]);
			const going: ModelCatalog = { ...models, find: (ref) => (changes > begun ? undefined : models.find(ref)) };
			const { session, clock, heard } = liveSession([], { models: going });
			session.subscribe(({ event }) => {
				if (event.type === 'goal_updated') changes++;
			});
			await session.setGoal({ action: 'create', text: 'tidy up' });
			await clock.advance(0);
			const reason = expect.stringContaining('test/scripted');
			expect(session.state().goal).toMatchObject({ status: 'blocked', reason, used: { runs: begun } });
			expect(courseOf(heard).at(-1)).toBe('session_idle');
		}
	});

	it('starts no second run where nobody counts the first', async () => {
		const counts = (source: ConcernSource) =>
			'on' in source && source.on.includes('agent_start') && source.on.includes('error');
		const concerns = allConcerns.filter((source) => !counts(source));
		expect(concerns).toHaveLength(allConcerns.length - 1);
		const { session, clock, heard } = liveSession([...working('one'), ...working('two')], { concerns });
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('leaves a live run alone when it is paused, cleared or replaced, and what that run uses is no longer its own', async () => {
		for (const action of [{ action: 'pause' }, { action: 'clear' }, { action: 'create', text: 'other' }] as const) {
			const answers = [...working('one'), done, saying('reached')];
			const { session, clock, heard } = liveSession(answers);
			session.subscribe(({ event }) => {
				if (event.type === 'tool_execution_start' && event.toolName === 'echo') void session.setGoal(action);
			});
			await session.setGoal({ action: 'create', text: 'tidy up' });
			await clock.advance(0);
			expect(courseOf(heard).filter((type) => type === 'agent_end')).toHaveLength(action.action === 'create' ? 2 : 1);
			const expected = { pause: { used: { runs: 1 } }, clear: null, create: { text: 'other', used: { runs: 1 } } };
			if (expected[action.action] === null) expect(session.state().goal).toBeNull();
			else expect(session.state().goal).toMatchObject(expected[action.action] as object);
		}
	});

	it('ends with its budget', async () => {
		const { session, clock } = liveSession([...working('one'), ...working('two'), ...working('three')]);
		await session.setGoal({ action: 'create', text: 'tidy up', budget: { runs: 2 } });
		await clock.advance(0);
		expect(session.state().goal).toMatchObject({
			status: 'budget_limited',
			used: { runs: 2 },
			reason: 'its budget of 2 runs is used up',
		});
		await expect(session.setGoal({ action: 'resume' })).rejects.toMatchObject({ code: 'GOAL_CONFLICT' });
	});

	it('ends within a run that reaches its budget, and lets a person’s run go on as long as it takes', async () => {
		const usage = { type: 'usage', usage: { inputTokens: 40, outputTokens: 10, costUsd: 0.1 } } as const;
		const costly = (id: string): ScriptedAnswer => [[usage], ...calling({ id, name: 'echo', args: { text: id } })];
		const bounds = [{ tokens: 100 }, { costUsd: 0.2 }];
		for (const budget of bounds) {
			const answers = [costly('a'), costly('b'), costly('c'), costly('d'), costly('e'), saying('done')];
			const { session, clock, heard, model } = liveSession(answers);
			await session.setGoal({ action: 'create', text: 'tidy up', budget });
			await clock.advance(0);
			expect(model.requests).toHaveLength(2);
			expect(heard.find(({ event }) => event.type === 'agent_end')?.event).toMatchObject({
				summary: { endReason: 'budget' },
			});
			expect(session.state().goal).toMatchObject({ status: 'budget_limited', used: { tokens: 100, runs: 1 } });
			expect(await session.prompt('go on')).toMatchObject({ summary: { endReason: 'stop', turnCount: 4 } });
		}
	});

	it('counts what all tries of a run used, as one run', async () => {
		const usage = { type: 'usage', usage: { inputTokens: 40, outputTokens: 10 } } as const;
		const failing: ScriptedAnswer = [
			[usage, { type: 'text_delta', index: 0, delta: 'I' }],
			new ModelError('OVERLOADED', 'too busy'),
		];
		const answers: ScriptedAnswer[] = [failing, [[usage], ...done], saying('reached')];
		const { session, clock, heard } = liveSession(answers, {}, { retry: { ...defaultRetry, maxAttempts: 0 } });
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(1_000_000);
		expect(heard.flatMap(({ event }) => (event.type === 'agent_end' ? [event.willRetry] : []))).toEqual([true, false]);
		expect(session.state().goal).toMatchObject({ status: 'complete', used: { tokens: 100, runs: 1 } });
	});

	it('is never asked for ever: runs that only talk, or say the same again and again, block it', async () => {
		const talk = liveSession(['a', 'b', 'c', 'd'].map((text) => saying(text)));
		await talk.session.setGoal({ action: 'create', text: 'tidy up' });
		await talk.clock.advance(0);
		expect(talk.session.state().goal).toMatchObject({ status: 'blocked', used: { runs: 3 } });
		const same = liveSession(
			Array.from({ length: 4 }, (_, run) => [
				calling({ id: `c${run}`, name: 'echo', args: { text: String(run) } }),
				saying('done it'),
			]).flat(),
		);
		await same.session.setGoal({ action: 'create', text: 'tidy up' });
		await same.clock.advance(0);
		expect(same.session.state().goal).toMatchObject({ status: 'blocked', used: { runs: 3 } });
		expect(courseOf(same.heard).at(-1)).toBe('session_idle');
	});

	it('is usage-limited by a quota, and the error still reaches whoever listens, before the goal does', async () => {
		verifies('R99');
		const { session, clock, heard } = liveSession([[new ModelError('QUOTA', 'no credit left')]]);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		const types = heard.map(({ event }) => event.type);
		expect(types.filter((type) => ['error', 'goal_updated', 'agent_end'].includes(type))).toEqual([
			'goal_updated',
			'error',
			'goal_updated',
			'agent_end',
			'goal_updated',
		]);
		expect(session.state().goal).toMatchObject({
			status: 'usage_limited',
			reason: 'no credit left',
			used: { runs: 1 },
		});
	});

	it('is blocked by an error that would come again, and does not try it again', async () => {
		const { session, clock, heard } = liveSession([[new ModelError('AUTH', 'bad key')]]);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(session.state().goal).toMatchObject({ status: 'blocked', reason: 'bad key' });
		expect(courseOf(heard)).toEqual(['agent_start', 'error', 'agent_end', 'session_idle']);
	});

	it('is never asked through the stop gate', async () => {
		const { session, clock, model } = liveSession([...working('one'), done, saying('reached')]);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		const roles = session.messages().map(({ role }) => role);
		expect(roles).toEqual(['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool', 'assistant']);
		expect(model.requests).toHaveLength(4);
	});

	it('refuses what makes no sense for it', async () => {
		const { session } = liveSession([]);
		await expect(session.setGoal({ action: 'pause' })).rejects.toMatchObject({
			code: 'GOAL_NOT_FOUND',
			message: 'session s1 cannot pause its goal: there is no goal to pause; create one first',
		});
	});
});

/** A store with what another one holds of the session, as if its process had been killed. */
async function leftBehind(store: SessionStore): Promise<SessionStore> {
	const copy = memoryStore();
	const reader = await store.open('s1');
	const lease = await copy.create(reader.header);
	for await (const batch of reader.read()) await lease.append(batch as readonly StoreRecord[]);
	await lease.release();
	return copy;
}

describe('a goal that is kept', () => {
	async function kept(answers: readonly ScriptedAnswer[], store = memoryStore(), open?: string) {
		const clock = fakeClock();
		const ports = { ...scriptedPorts(answers), clock, ...(open === undefined ? { identify: countingIds() } : {}) };
		const session =
			open === undefined
				? await Session.create(store, { id: 's1', cwd: '/work' }, ports)
				: await Session.open(store, open, ports);
		return { session, clock, store };
	}

	it('comes back paused, with what it used, and starts nothing because somebody looks', async () => {
		const first = await kept([...working('one'), ['silence']]);
		await first.session.setGoal({ action: 'create', text: 'tidy up', budget: { runs: 5 } });
		await first.clock.advance(0);
		const stored = (await first.session.entries()).entries.findLast(({ type }) => type === 'goal');
		expect(stored?.data).toMatchObject({ goal: { status: 'active', used: { runs: 1 } } });
		const second = await kept([done, saying('reached')], await leftBehind(first.store), 's1');
		await second.clock.advance(1_000_000);
		const goal: Goal | null = second.session.state().goal;
		expect(goal).toMatchObject({ text: 'tidy up', status: 'paused', budget: { runs: 5 }, used: { runs: 1 } });
		expect(second.session.state().isRunning).toBe(false);
		await second.session.setGoal({ action: 'resume' });
		await second.clock.advance(0);
		expect(second.session.state().goal).toMatchObject({ status: 'complete', used: { runs: 2 } });
	});

	it('is counted before the end of its run is told', async () => {
		const { session, clock } = await kept([done, saying('reached')]);
		const atEnd: unknown[] = [];
		session.subscribe(({ event }) => {
			if (event.type === 'agent_end') atEnd.push(session.state().goal?.used.runs);
		});
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		expect(atEnd).toEqual([1]);
		const types = (await session.entries()).entries.map(({ type }) => type);
		expect(types.slice(-2)).toEqual(['run', 'goal']);
	});

	it('is not a fork’s, and none of the branch that is gone back on', async () => {
		const { session, clock, store } = await kept([done, saying('reached')]);
		await session.setGoal({ action: 'create', text: 'tidy up' });
		await clock.advance(0);
		await session.fork(store, { sessionId: 's2', createdAt: 0 });
		await session.navigate(null);
		expect(session.state().goal?.status).toBe('complete');
		await session.close();
		const fork = await kept([], store, 's2');
		expect(fork.session.state().goal).toBeNull();
		expect(fork.session.messages()).toHaveLength(4);
	});

	it('is paused by closing its session', async () => {
		const first = await kept([['silence']]);
		await first.session.setGoal({ action: 'create', text: 'tidy up' });
		await first.clock.advance(0);
		await first.session.close();
		const second = await kept([], first.store, 's1');
		expect(second.session.state().goal).toMatchObject({ status: 'paused', reason: 'its run was aborted' });
	});
});

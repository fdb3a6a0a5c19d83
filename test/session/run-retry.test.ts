import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError, type RetryPolicy } from '@myelin/core';
import { checkGrammar, saying } from '@myelin/core/testing';
import { type Envelope, jsonlStore, memoryStore, Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { courseOf, liveSession, scriptedPorts } from './scripted-session.ts';

const busy = () => [new ModelError('OVERLOADED', 'too busy')];
const broken = () => [...saying('Hal').slice(0, 1), new ModelError('STREAM_BROKEN', 'cut')];

/** Two tries of a call, 100 ms between them, and 200 ms before the run is gone on with. */
const retry: RetryPolicy = { maxAttempts: 2, baseDelayMs: 100, maxDelayMs: 1000 };
const always = { random: () => 1 };

const of = (heard: readonly Envelope[], ...types: string[]) =>
	heard.map(({ event }) => event).filter(({ type }) => types.includes(type));

/** The session and its prompt, run until the first end of the run was told. */
async function failedOnce(answers: Parameters<typeof liveSession>[0], more: { runRetries?: number } = {}) {
	const live = liveSession(answers, always, { retry, ...more });
	const outcome = live.session.prompt('go', { promptId: 'p1' });
	outcome.catch(() => undefined);
	await live.clock.advance(100);
	return { ...live, outcome };
}

describe('a model call that is tried again', () => {
	it('is told with its scope, and as a success with the answer that is kept', async () => {
		verifies('R100');
		verifies('R93');
		const { session, clock, heard } = liveSession([busy(), saying('hello')], always, { retry });
		const outcome = session.prompt('go');
		await clock.advance(100);
		expect(await outcome).toMatchObject({ summary: { endReason: 'stop' } });
		const error = { code: 'OVERLOADED', message: 'too busy', retryable: true };
		const start = { attempt: 1, maxAttempts: 2, delayMs: 100, error };
		expect(of(heard, 'retry', 'auto_retry_start', 'auto_retry_end')).toEqual([
			{ type: 'retry', ...start },
			{ type: 'auto_retry_start', scope: 'call', ...start },
			{ type: 'auto_retry_end', scope: 'call', attempt: 1, success: true },
		]);
		const types = heard.map(({ event }) => event.type);
		expect(types[types.indexOf('auto_retry_end') - 1]).toBe('message_end');
	});

	it.each([
		{
			what: 'an answer that came to nothing but ended well',
			answer: [[{ type: 'done', stopReason: 'stop' } as const]],
			success: true,
		},
		{ what: 'the last try that fails', answer: [new ModelError('AUTH', 'no')], success: false },
		{ what: 'an answer that breaks off for good', answer: broken(), success: false },
	])('ends with $what: success is $success, said once and before the end of the run', async ({ answer, success }) => {
		verifies('R100');
		const { session, clock, heard } = liveSession([busy(), answer], always, { retry, runRetries: 0 });
		const outcome = session.prompt('go');
		await clock.advance(100);
		await outcome;
		expect(of(heard, 'auto_retry_end')).toMatchObject([{ scope: 'call', attempt: 1, success }]);
		const course = courseOf(heard);
		expect(course[course.indexOf('agent_end') - 1]).toBe('auto_retry_end');
	});

	it('is no success when the person aborts while it waits, and then it has no error', async () => {
		verifies('R100');
		const { session, clock, heard } = liveSession([busy(), saying('never')], always, { retry });
		const outcome = session.prompt('go');
		await clock.advance(50);
		await session.abort();
		expect(await outcome).toMatchObject({ summary: { endReason: 'aborted' } });
		expect(of(heard, 'auto_retry_end')).toEqual([
			{ type: 'auto_retry_end', scope: 'call', attempt: 1, success: false },
		]);
	});
});

describe('a model call that is tried again and answered, but', () => {
	it('aborted in the middle of the answer, was no success, though what came of it is kept', async () => {
		verifies('R100');
		const half = [...saying('half').slice(0, 1), 'silence'] as const;
		const { session, clock, heard } = liveSession([busy(), half], always, { retry });
		const outcome = session.prompt('go');
		await clock.advance(100);
		await session.abort();
		expect(await outcome).toMatchObject({ summary: { endReason: 'aborted' } });
		expect(session.messages()).toHaveLength(2);
		expect(of(heard, 'auto_retry_end')).toEqual([
			{ type: 'auto_retry_end', scope: 'call', attempt: 1, success: false },
		]);
	});

	it('whose answer could not be written, was no success', async () => {
		verifies('R100');
		const inner = memoryStore();
		const store = {
			...inner,
			async create(header: Parameters<typeof inner.create>[0]) {
				const lease = await inner.create(header);
				return {
					...lease,
					append(records: Parameters<typeof lease.append>[0]) {
						if (JSON.stringify(records).includes('"role":"assistant"')) throw new Error('disk full');
						return lease.append(records);
					},
				};
			},
		};
		const { clock } = liveSession([]);
		const ports = { ...scriptedPorts([busy(), saying('hello')]), ...always, clock };
		const session = await Session.create(store, { id: 's1', cwd: '/work', retry }, ports);
		const heard: Envelope[] = [];
		session.subscribe((envelope) => void heard.push(envelope));
		const outcome = session.prompt('go').catch((thrown: unknown) => thrown);
		await clock.advance(100);
		expect(await outcome).toMatchObject({ code: 'STORE_WRITE_FAILED' });
		expect(of(heard, 'auto_retry_end')).toMatchObject([{ success: false, error: { code: 'STORE_WRITE_FAILED' } }]);
	});
});

describe('a run whose calls failed to the last try', () => {
	it('is gone on with once, as the same run, and its prompt is answered at the end that is the last', async () => {
		verifies('R108');
		verifies('R110');
		const { session, clock, heard, model, outcome } = await failedOnce([busy(), busy(), saying('hello')]);
		expect(session.state()).toMatchObject({ isRunning: true, runId: 'run_1', promptIds: ['p1'] });
		await expect(session.prompt('me too')).rejects.toMatchObject({ code: 'SESSION_BUSY' });
		let isAnswered = false;
		void outcome.then(() => {
			isAnswered = true;
		});
		await clock.advance(199);
		expect([isAnswered, model.requests.length]).toEqual([false, 2]);
		await clock.advance(1);
		expect(await outcome).toMatchObject({ promptId: 'p1', runId: 'run_1', summary: { endReason: 'stop' } });
		await clock.advance(0);
		expect(courseOf(heard)).toEqual([
			'agent_start',
			'retry',
			'auto_retry_start',
			'error',
			'auto_retry_end',
			'agent_end',
			'auto_retry_start',
			'agent_start',
			'auto_retry_end',
			'agent_end',
			'session_idle',
		]);
		const ends = heard.filter(({ event }) => event.type === 'agent_end' || event.type === 'agent_start');
		expect(
			ends.map(({ event, runId, promptIds }) => [
				event.type,
				'willRetry' in event && event.willRetry,
				runId,
				promptIds,
			]),
		).toEqual([
			['agent_start', false, 'run_1', ['p1']],
			['agent_end', true, 'run_1', ['p1']],
			['agent_start', false, 'run_1', ['p1']],
			['agent_end', false, 'run_1', ['p1']],
		]);
		const error = { code: 'OVERLOADED', message: 'too busy', retryable: true };
		expect(of(heard, 'auto_retry_start', 'auto_retry_end').slice(2)).toEqual([
			{ type: 'auto_retry_start', scope: 'run', attempt: 1, maxAttempts: 1, delayMs: 200, error },
			{ type: 'auto_retry_end', scope: 'run', attempt: 1, success: true },
		]);
		const events = heard.map(({ event }) => event) as Parameters<typeof checkGrammar>[0];
		const second = events.findLastIndex(({ type }) => type === 'agent_start');
		expect([events.slice(0, second - 1), events.slice(second, -1)].map(checkGrammar)).toEqual([[], []]);
		expect(model.requests[2]?.messages).toEqual(model.requests[0]?.messages);
	});

	it('ends as failed when that fails too: each try says so, and nothing more is tried than was allowed', async () => {
		verifies('R108');
		const { clock, heard, outcome } = await failedOnce([busy(), busy(), busy(), busy(), busy(), busy()], {
			runRetries: 2,
		});
		await clock.advance(100_000);
		expect(await outcome).toMatchObject({ summary: { endReason: 'error', error: { code: 'OVERLOADED' } } });
		const runs = of(heard, 'auto_retry_start', 'auto_retry_end').filter(
			(event) => 'scope' in event && event.scope === 'run',
		);
		expect(runs).toMatchObject([
			{ type: 'auto_retry_start', attempt: 1, delayMs: 200 },
			{ type: 'auto_retry_end', attempt: 1, success: false, error: { code: 'OVERLOADED' } },
			{ type: 'auto_retry_start', attempt: 2, delayMs: 400 },
			{ type: 'auto_retry_end', attempt: 2, success: false, error: { code: 'OVERLOADED' } },
		]);
		expect(of(heard, 'agent_end').map((event) => 'willRetry' in event && event.willRetry)).toEqual([true, true, false]);
	});

	it.each([
		{ what: 'what will not succeed later', answers: [[new ModelError('AUTH', 'no')]], options: {} },
		{ what: 'anything, where the session was told not to', answers: [busy(), busy()], options: { runRetries: 0 } },
	])('is not gone on with after $what', async ({ answers, options }) => {
		verifies('R110');
		const { session, clock, heard } = liveSession(answers, always, { retry, ...options });
		const outcome = session.prompt('go');
		await clock.advance(100);
		expect(await outcome).toMatchObject({ summary: { endReason: 'error' } });
		expect(of(heard, 'agent_end')).toMatchObject([{ willRetry: false }]);
	});

	it('ends as aborted when the person aborts while it waits: the model is not asked again, and the try was no success', async () => {
		verifies('R110');
		const { session, clock, heard, model, outcome } = await failedOnce([busy(), busy(), saying('never')]);
		await clock.advance(50);
		expect(await session.abort('enough')).toMatchObject({ stopped: true });
		expect(clock.waiting).toBe(0);
		expect(await outcome).toMatchObject({ runId: 'run_1', summary: { endReason: 'aborted' } });
		await clock.advance(10_000);
		expect(model.requests).toHaveLength(2);
		expect(of(heard, 'auto_retry_end').at(-1)).toEqual({
			type: 'auto_retry_end',
			scope: 'run',
			attempt: 1,
			success: false,
		});
		expect(courseOf(heard).slice(-4)).toEqual(['agent_start', 'auto_retry_end', 'agent_end', 'session_idle']);
		expect(session.state()).toMatchObject({ isRunning: false });
	});

	it('ends as aborted when its session is closed while it waits', async () => {
		const { session, outcome, model } = await failedOnce([busy(), busy(), saying('never')]);
		await session.close();
		expect(await outcome).toMatchObject({ summary: { endReason: 'aborted' } });
		expect(model.requests).toHaveLength(2);
	});

	it('is cancelled with its prompt while it waits', async () => {
		const { session, outcome } = await failedOnce([busy(), busy(), saying('never')]);
		expect(session.cancelPrompt('p1')).toBe('aborting');
		expect(await outcome).toMatchObject({ summary: { endReason: 'aborted' } });
	});

	it('still comes to its end when a subscriber throws at the end that was to be followed, and then rejects with what was thrown', async () => {
		verifies('R80');
		const { session, clock, heard } = liveSession([busy(), busy(), saying('never')], always, { retry });
		session.subscribe(({ event }) => {
			if (event.type === 'agent_end' && event.willRetry) throw new Error('front end bug');
		});
		const outcome = session.prompt('go');
		outcome.catch(() => undefined);
		await clock.advance(100);
		await expect(outcome).rejects.toMatchObject({ code: 'LISTENER_FAILED', cause: { message: 'front end bug' } });
		await clock.advance(0);
		expect(of(heard, 'agent_end')).toMatchObject([{ willRetry: true }, { willRetry: false }]);
		expect(courseOf(heard).at(-1)).toBe('session_idle');
	});

	it('takes what was said meanwhile', async () => {
		const { session, clock, outcome, model } = await failedOnce([busy(), busy(), saying('hello')]);
		session.steer('and be brief');
		await clock.advance(200);
		await outcome;
		expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual(['user', 'user']);
		expect(session.state()).toMatchObject({ steering: [] });
	});

	it('answers a prompt that joined it with the end that is the last', async () => {
		const { session, clock, outcome } = await failedOnce([busy(), busy(), saying('hello')]);
		const again = session.prompt('go', { promptId: 'p1' });
		await clock.advance(200);
		expect(await again).toEqual(await outcome);
	});
});

describe('a process that is killed while a run waits to be gone on with', () => {
	it('has lost the run: its prompt is told so and never run twice, and another one goes on', async () => {
		verifies('R110');
		const folder = mkdtempSync(join(tmpdir(), 'myelin-'));
		const { clock } = liveSession([]);
		const ports = { ...scriptedPorts([busy(), busy()]), ...always, clock };
		const first = await Session.create(jsonlStore(folder), { id: 's1', cwd: '/work', retry }, ports);
		const outcome = first.prompt('go', { promptId: 'p1' });
		await clock.advance(100);
		const left = mkdtempSync(join(tmpdir(), 'myelin-'));
		cpSync(folder, left, { recursive: true, filter: (path) => !path.includes('lock') });
		const next = await Session.open(jsonlStore(left), 's1', scriptedPorts([saying('hello')]));
		await expect(next.prompt('go', { promptId: 'p1' })).rejects.toMatchObject({ code: 'RUN_LOST' });
		expect(await next.prompt('go', { promptId: 'p2' })).toMatchObject({ summary: { endReason: 'stop' } });
		await next.close();
		await first.close();
		expect(await outcome).toMatchObject({ summary: { endReason: 'aborted' } });
	});
});

import { ModelError } from '@myelin/core';
import { saying, scriptedModel } from '@myelin/core/testing';
import type { AfterRun, EndedRun, NextStep } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { courseOf, liveSession, scriptedPorts } from './scripted-session.ts';

/** Wants these steps after the first run, one after another, and nothing after any other. */
function wanting(...steps: readonly NextStep[]): AfterRun & { readonly asked: EndedRun[] } {
	const asked: EndedRun[] = [];
	return {
		asked,
		next(ended) {
			asked.push(ended);
			return asked.length <= steps.length ? steps[asked.length - 1] : undefined;
		},
	};
}

const goOn = { kind: 'run', messages: [message('go on')] } as const;

function message(text: string) {
	return { id: `said_${text}`, role: 'user', timestamp: 0, content: [{ type: 'text', text }] } as const;
}

/** Work that lasts until the test ends it or it is told to stop. */
function longWork() {
	const { promise, resolve } = withResolvers();
	const seen: { signal?: AbortSignal } = {};
	const work = async (signal: AbortSignal) => {
		seen.signal = signal;
		signal.addEventListener('abort', () => resolve());
		await promise;
	};
	return { step: { kind: 'work', what: 'tidies up', work } as const, end: resolve, seen };
}

function withResolvers() {
	let resolve = () => {};
	const promise = new Promise<void>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}

describe('what follows a run', () => {
	it('is idle, said once, when nobody wants anything', async () => {
		const decider = wanting();
		const { session, clock, heard } = liveSession([saying('hi')], { afterRun: [decider] });
		await session.prompt('hello', { promptId: 'p1' });
		await clock.advance(1000);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
		expect(decider.asked).toMatchObject([{ runId: 'run_1', promptIds: ['p1'], summary: { endReason: 'stop' } }]);
	});

	it('is a run of its own without prompts, and idle comes after the last', async () => {
		const { session, clock, heard } = liveSession([saying('hi'), saying('more')], { afterRun: [wanting(goOn)] });
		const outcome = await session.prompt('hello', { promptId: 'p1' });
		await clock.advance(0);
		expect(outcome).toMatchObject({ runId: 'run_1' });
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'agent_start', 'agent_end', 'session_idle']);
		const starts = heard.filter(({ event }) => event.type === 'agent_start');
		expect(starts.map(({ runId, promptIds }) => [runId, promptIds])).toEqual([
			['run_1', ['p1']],
			[expect.not.stringMatching('run_1'), []],
		]);
	});

	it('never comes before what a person asks for as soon as a run has ended', async () => {
		const { session, clock, heard } = liveSession([saying('hi'), saying('there'), saying('more')], {
			afterRun: [wanting(goOn)],
		});
		await session.prompt('hello', { promptId: 'p1' });
		const next = await session.prompt('and?', { promptId: 'p2' });
		await clock.advance(0);
		expect(next).toMatchObject({ summary: { endReason: 'stop' } });
		expect(heard.filter(({ event }) => event.type === 'agent_start').map(({ promptIds }) => promptIds)).toEqual([
			['p1'],
			['p2'],
			[],
		]);
	});

	it('holds a prompt that comes while the session works by itself, and runs it before anything else of its own', async () => {
		const { step, end } = longWork();
		const { session, clock, heard, model } = liveSession([saying('hi'), saying('there'), saying('more')], {
			afterRun: [wanting(step), wanting(goOn)],
		});
		await session.prompt('hello', { promptId: 'p1' });
		await clock.advance(0);
		const held = session.prompt('and?', { promptId: 'p2' });
		await clock.advance(10_000);
		expect(model.requests).toHaveLength(1);
		const calledOff = new AbortController();
		const navigation = session.navigate(null, { signal: calledOff.signal });
		calledOff.abort();
		await expect(navigation).rejects.toMatchObject({ code: 'CANCELLED' });
		end();
		expect(await held).toMatchObject({ promptId: 'p2', summary: { endReason: 'stop' } });
		await clock.advance(0);
		expect(heard.filter(({ event }) => event.type === 'agent_start').map(({ promptIds }) => promptIds)).toEqual([
			['p1'],
			['p2'],
			[],
		]);
	});

	it('never delays the end of the run nor its answer, also where it asks a model that hangs', async () => {
		const hanging = scriptedModel([['silence']]);
		const request = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;
		const ask = async (signal: AbortSignal) => {
			for await (const _ of hanging.stream(request, signal)) throw new Error('it said something');
		};
		const step = {
			kind: 'work',
			what: 'takes notes',
			work: (signal: AbortSignal) => ask(signal).catch(() => undefined),
		} as const;
		const { session, clock, heard } = liveSession([saying('hi')], { afterRun: [wanting(step)] });
		expect(await session.prompt('hello')).toMatchObject({ summary: { endReason: 'stop' } });
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end']);
		await clock.advance(1_000_000);
		expect([hanging.requests.length, courseOf(heard).length]).toEqual([1, 2]);
		await session.close();
	});

	it('ends with an abort: what works is told to stop, what would have followed does not come, and idle is said', async () => {
		const { step, seen } = longWork();
		const { session, clock, heard } = liveSession([saying('hi'), saying('more')], {
			afterRun: [wanting(step), wanting(goOn)],
		});
		await session.prompt('hello');
		await clock.advance(0);
		expect(await session.abort('enough')).toMatchObject({ stopped: true });
		await clock.advance(0);
		expect(seen.signal?.reason).toBe('enough');
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('does not come when the abort arrives between the end of the run and the step', async () => {
		const { session, clock, heard } = liveSession([saying('hi'), saying('more')], { afterRun: [wanting(goOn)] });
		await session.prompt('hello');
		await session.abort('enough');
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('asks nobody again who has worked, so that work which changes nothing is not done for ever', async () => {
		const never = { next: () => ({ kind: 'work', what: 'tries in vain', work: async () => undefined }) as const };
		const { session, clock, heard } = liveSession([saying('hi')], { afterRun: [never] });
		await session.prompt('hello');
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});

	it('that fails is told, and the session is idle all the same', async () => {
		const broken = { kind: 'work', what: 'breaks', work: () => Promise.reject(new Error('no ink')) } as const;
		const { session, clock, heard } = liveSession([saying('hi')], { afterRun: [wanting(broken)] });
		await session.prompt('hello');
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_error', 'session_idle']);
	});

	it('that cannot begin, because the model has gone, is told, and the session is idle all the same', async () => {
		const { models } = scriptedPorts([saying('hi')]);
		let isThere = true;
		const find = () => (isThere ? models.defaultModel() : undefined);
		const { session, clock, heard } = liveSession([], { models: { ...models, find }, afterRun: [wanting(goOn)] });
		await session.prompt('hello');
		isThere = false;
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_error', 'session_idle']);
		expect(heard.at(-2)?.event).toMatchObject({ error: { code: 'MODEL_NOT_FOUND' } });
	});

	it('may be a prompt that is said as soon as the end is heard of: it waits until the end has been told to everybody', async () => {
		const { session, clock, heard } = liveSession([saying('hi'), saying('there')]);
		const next: Promise<unknown>[] = [];
		session.subscribe(({ event }) => {
			if (event.type === 'agent_end' && next.length === 0) next.push(session.prompt('and?', { promptId: 'p2' }));
		});
		session.subscribe(() => new Promise((resolve) => setImmediate(resolve)));
		await session.prompt('hello', { promptId: 'p1' });
		expect(await next[0]).toMatchObject({ promptId: 'p2', summary: { endReason: 'stop' } });
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'agent_start', 'agent_end', 'session_idle']);
	});

	it('is asked about a run that failed, too', async () => {
		const decider = wanting();
		const { session, clock } = liveSession([[new ModelError('QUOTA', 'spent')]], { afterRun: [decider] });
		await session.prompt('hello');
		await clock.advance(0);
		expect(decider.asked).toMatchObject([{ summary: { endReason: 'error', error: { code: 'QUOTA' } } }]);
	});

	it('is idle as soon as what the session did by itself is over', async () => {
		const { step, end } = longWork();
		const { session, clock, heard } = liveSession([saying('hi')], { afterRun: [wanting(step)] });
		await session.prompt('hello');
		await clock.advance(0);
		end();
		await clock.advance(0);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
	});
});

import { type ModelRef, type Tool, textContent } from '@myelin/core';
import {
	calling,
	countingIds,
	type FakeClock,
	fakeClock,
	type ScriptedAnswer,
	saying,
	scriptedModel,
} from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { Envelope } from './events.ts';
import { noHooks, type SessionHooks } from './hooks.ts';
import { Session } from './session.ts';

const echo: Tool = {
	name: 'echo',
	description: 'Says what it is told.',
	jsonSchema: { type: 'object' },
	parse: (args) => ({ ok: true, args }),
	execute: () => 'echoed',
};

function sessionWith(
	answers: readonly ScriptedAnswer[],
	hooks: Partial<SessionHooks> = {},
	clock?: FakeClock,
	replayBytes?: number,
) {
	const model = scriptedModel(answers);
	const models = {
		list: () => [model],
		find: (ref: ModelRef) => (ref.id === model.id ? model : undefined),
		defaultModel: () => model,
	};
	const diagnostics: string[] = [];
	const session = new Session(
		{ id: 's1', cwd: '/tmp', ...(replayBytes === undefined ? {} : { replayBytes }) },
		{
			hooks: { ...noHooks, ...hooks },
			models,
			tools: { tools: () => [echo] },
			identify: countingIds(),
			...(clock === undefined ? {} : { clock }),
			onDiagnostic: (text) => diagnostics.push(text),
		},
	);
	const heard: Envelope[] = [];
	session.subscribe((envelope) => {
		heard.push(envelope);
	});
	const idle = new Promise<void>((resolve) => {
		session.subscribe(({ event }) => {
			if (event.type === 'session_idle') resolve();
		});
	});
	return { session, model, heard, idle, diagnostics };
}

describe('the end of a session', () => {
	it('is the last that is said, behind what its observers say at its end, and it says why', async () => {
		const lifecycle: SessionHooks['lifecycle'] = (point, { report }) =>
			report({ type: 'notice', level: 'info', message: point });
		const { session, heard } = sessionWith([saying('hi')], { lifecycle });
		await session.prompt('hello');
		await session.close(undefined, 'deleted');
		const last = heard.slice(-2);
		expect(last.map(({ event }) => event)).toEqual([
			{ type: 'notice', level: 'info', message: 'session_shutdown' },
			{ type: 'session_end', reason: 'deleted' },
		]);
		await session.say({ type: 'notice', level: 'info', message: 'too late' });
		await session.close();
		expect(heard.at(-1)).toBe(last[1]);
	});

	it('was closed, unless it is said otherwise', async () => {
		const { session, heard } = sessionWith([]);
		await session.close();
		expect(heard.map(({ event }) => event)).toEqual([{ type: 'session_end', reason: 'closed' }]);
	});

	it('waits for a subscriber as long as its grace, and no longer', async () => {
		const clock = fakeClock();
		const { session, heard } = sessionWith([], {}, clock);
		session.subscribe(() => new Promise(() => {}));
		let isClosed = false;
		const closed = session.close(500).then(() => {
			isClosed = true;
		});
		await clock.advance(499);
		expect([heard.length, isClosed]).toEqual([1, false]);
		await clock.advance(1);
		await closed;
	});

	it('reaches who missed what came before it, behind the gap', async () => {
		const { session } = sessionWith([], {}, undefined, 1);
		for (const message of ['a', 'b', 'c']) await session.say({ type: 'notice', level: 'info', message });
		await session.close();
		const late: Envelope[] = [];
		session.subscribe((envelope) => void late.push(envelope), { afterSeq: 0 });
		await new Promise((resolve) => setImmediate(resolve));
		expect(late).toMatchObject([
			{ seq: 3, prev: 0, event: { type: 'gap', from: 1, to: 3, state: { seq: 3 } } },
			{ seq: 4, prev: 3, event: { type: 'session_end' } },
		]);
	});
});

describe('a session', () => {
	it('numbers every event without a hole, names the run at its ends, and says idle last', async () => {
		verifies('R91');
		verifies('R134');
		const { session, heard, idle } = sessionWith([saying('hi there')]);
		const outcome = await session.prompt('hello', { promptId: 'p1' });
		await idle;
		expect(outcome).toMatchObject({ promptId: 'p1', summary: { endReason: 'stop' } });
		expect(heard.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
		expect(heard.map(({ prev }) => prev)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
		expect(heard.at(-1)?.event.type).toBe('session_idle');
		const named = heard.filter(({ runId }) => runId !== undefined);
		expect(named.map(({ event, promptIds }) => [event.type, promptIds])).toEqual([
			['agent_start', ['p1']],
			['agent_end', ['p1']],
		]);
		expect(named[1]?.event).toMatchObject({ willRetry: false });
	});

	it('asks its hooks before a tool runs, and says the decision between start and end', async () => {
		verifies('R84');
		verifies('R85');
		const hooks: Partial<SessionHooks> = {
			toolCall: () => ({
				decisions: [{ by: 'guard', hookId: 'h', answer: 'block', reason: 'not today', cause: 'policy', durationMs: 0 }],
				blocked: { reason: 'not today' },
			}),
		};
		const { session, heard, model } = sessionWith([calling({ id: 'a', name: 'echo' }), saying('ok')], hooks);
		await session.prompt('hello');
		const types = heard.map(({ event }) => event.type);
		expect(types.slice(types.indexOf('tool_execution_start'), types.indexOf('tool_execution_end') + 1)).toEqual([
			'tool_execution_start',
			'tool_decision',
			'tool_execution_end',
		]);
		const told = model.requests[1]?.messages.at(-1);
		expect(told && textContent(told)).toBe('not today');
	});

	it('refuses a prompt while a run is live, or queues it and answers it with the run that took it', async () => {
		const { session, heard } = sessionWith([calling({ id: 'a', name: 'echo' }), saying('one'), saying('two')]);
		const second: Promise<unknown>[] = [];
		session.subscribe(({ event }) => {
			if (event.type !== 'tool_execution_start') return;
			second.push(session.prompt('no', { promptId: 'p2' }).catch((thrown: unknown) => thrown));
			second.push(session.prompt('later', { promptId: 'p3', whenBusy: 'follow_up' }));
		});
		const first = await session.prompt('go', { promptId: 'p1' });
		const [refused, queued] = await Promise.all(second);
		expect(refused).toMatchObject({ code: 'SESSION_BUSY' });
		expect(queued).toMatchObject({ promptId: 'p3', summary: { turnCount: 3 } });
		expect(first).toMatchObject({ promptId: 'p1', summary: { turnCount: 3 } });
		expect(
			heard
				.filter(({ event }) => event.type === 'queue_update')
				.map(({ event }) => (event.type === 'queue_update' ? event.followUp.length : -1)),
		).toEqual([1, 0]);
		expect(heard.find(({ event }) => event.type === 'agent_end')?.promptIds).toEqual(['p1', 'p3']);
	});

	it('fails the run when a subscriber throws, after the others were served', async () => {
		const { session, heard } = sessionWith([saying('hi there')]);
		session.subscribe(({ event }) => {
			if (event.type === 'message_update') throw new Error('front end bug');
		});
		await expect(session.prompt('go')).rejects.toMatchObject({
			code: 'LISTENER_FAILED',
			cause: { message: 'front end bug' },
		});
		expect(heard.map(({ event }) => event.type).filter((type) => type === 'error' || type === 'agent_end')).toEqual([
			'error',
			'agent_end',
		]);
	});

	it('tells a failure of a subscriber as session_error when no run is live', async () => {
		const { session, heard, diagnostics } = sessionWith([]);
		session.subscribe(() => {
			throw new Error('always');
		});
		await session.say({ type: 'notice', level: 'info', message: 'x' });
		await new Promise((resolve) => setImmediate(resolve));
		expect(heard.map(({ event }) => event.type)).toEqual(['notice', 'session_error']);
		expect(diagnostics).toHaveLength(1);
	});

	it('gives up a subscriber that hangs at the abort deadline: the others have all events before the prompt is answered, and it reads on later', async () => {
		verifies('R40');
		const clock = fakeClock();
		const { session, heard } = sessionWith([saying('one two three'), saying('next')], {}, clock);
		let release = () => {};
		const gate = new Promise<void>((resolve) => {
			release = resolve;
		});
		const hung: Envelope[] = [];
		session.subscribe((envelope) => {
			hung.push(envelope);
			return envelope.event.type === 'message_update' && hung.length < 8 ? gate : undefined;
		});
		const prompt = session.prompt('go');
		while (hung.at(-1)?.event.type !== 'message_update') await new Promise((resolve) => setImmediate(resolve));
		const lastBeforeAnswer = prompt.then(() => heard.at(-1)?.event.type);
		const aborted = session.abort('enough', 50);
		await clock.advance(49);
		expect(heard.at(-1)?.event.type).toBe('message_update');
		await clock.advance(1);
		expect(await prompt).toMatchObject({ summary: { endReason: 'aborted' } });
		expect(await lastBeforeAnswer).toBe('agent_end');
		expect((await aborted).stopped).toBe(true);
		await session.prompt('again');
		const before = hung.length;
		release();
		await new Promise((resolve) => setImmediate(resolve));
		expect(before).toBeLessThan(heard.length);
		expect(hung.at(-1)?.seq).toBe(heard.at(-1)?.seq);
		expect(hung.every(({ prev }, place) => prev === (hung[place - 1]?.seq ?? 0))).toBe(true);
	});
});

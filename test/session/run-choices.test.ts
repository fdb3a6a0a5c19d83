import { type Model, ModelError, type ModelRef, type Tool } from '@myelin/core';
import { calling, type ScriptedAnswer, saying, scriptedModel } from '@myelin/core/testing';
import { type Envelope, type ModelCatalog, memoryStore, noHooks, Session, type ToolSource } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { courseOf, echo, liveSession, scriptedPorts } from './scripted-session.ts';

const one: ModelRef = { provider: 'test', id: 'one' };
const two: ModelRef = { provider: 'test', id: 'two' };

/** Two models with a script each, of which the first is the default. */
function twoModels(first: readonly ScriptedAnswer[], second: readonly ScriptedAnswer[]) {
	const list = [scriptedModel(first, 'one'), scriptedModel(second, 'two')] as const;
	const models: ModelCatalog = {
		list: () => list,
		find: ({ id }) => list.find((model) => model.id === id),
		defaultModel: () => list[0],
	};
	return { models, first: list[0], second: list[1] };
}

/** Tools that may change, and who wants to know. */
function changingTools(...names: readonly string[]) {
	let tools = names.map(named);
	const listeners = new Set<() => void>();
	const source: ToolSource = {
		tools: () => tools,
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
	const change = (...next: readonly string[]) => {
		tools = next.map(named);
		for (const listener of listeners) listener();
	};
	return { source, change, listeners };
}

function named(name: string): Tool {
	return { ...echo, name };
}

const changesOf = (heard: readonly Envelope[]) =>
	heard.flatMap(({ event }) => (event.type === 'tools_changed' ? [[event.from, event.to]] : []));

const offered = (requests: ReturnType<typeof scriptedModel>['requests']) =>
	requests.map(({ tools }) => tools.map(({ name }) => name));

describe('what a prompt chooses for its run alone', () => {
	it('holds for that run, and the next one has what the session has; nobody is told of a change', async () => {
		verifies('R104');
		const { models, first, second } = twoModels([saying('plain')], [saying('special')]);
		const tools = changingTools('read', 'bash');
		const { session, heard } = liveSession([], { models, tools: tools.source });
		await session.prompt('think', { model: two, thinkingLevel: 'high', tools: ['read'] });
		expect(session.state()).toMatchObject({ model: one, thinkingLevel: 'off' });
		expect(session.tools().map(({ name }) => name)).toEqual(['read', 'bash']);
		await session.prompt('and now?');
		expect(second.requests.map(({ thinkingLevel }) => thinkingLevel)).toEqual(['high']);
		expect(first.requests.map(({ thinkingLevel }) => thinkingLevel)).toEqual(['off']);
		expect([offered(second.requests), offered(first.requests)]).toEqual([[['read']], [['read', 'bash']]]);
		const changes = ['model_changed', 'thinking_level_changed', 'tools_changed'];
		expect(heard.filter(({ event }) => changes.includes(event.type))).toEqual([]);
	});

	it('is over also after a run that failed or was aborted', async () => {
		verifies('R104');
		const { models, first } = twoModels(
			[saying('plain'), saying('plain')],
			[[new ModelError('AUTH', 'no')], ['silence']],
		);
		const { session, clock } = liveSession([], { models });
		await session.prompt('fail', { model: two });
		await session.prompt('go on');
		const aborted = session.prompt('hang', { model: two });
		await clock.advance(0);
		await session.abort();
		await aborted;
		await session.prompt('go on');
		expect(first.requests).toHaveLength(2);
	});

	it('stays while the session goes on with a run that failed, for it is the same run', async () => {
		verifies('R104');
		const { models, second } = twoModels([], [[new ModelError('OVERLOADED', 'busy')], saying('special')]);
		const retry = { maxAttempts: 1, baseDelayMs: 10, maxDelayMs: 10 };
		const { session, clock } = liveSession([], { models }, { retry });
		const outcome = session.prompt('think', { model: two, thinkingLevel: 'high' });
		await clock.advance(10);
		expect(await outcome).toMatchObject({ summary: { endReason: 'stop' } });
		expect(second.requests.map(({ thinkingLevel }) => thinkingLevel)).toEqual(['high', 'high']);
	});

	it('gives way to what a person chooses meanwhile, and keeps the rest', async () => {
		const { models, second } = twoModels([], [calling({ id: 'c1', name: 'echo' }), saying('done')]);
		const { session } = liveSession([], { models });
		session.subscribe(async ({ event }) => {
			if (event.type === 'tool_execution_start') await session.setThinkingLevel('low');
		});
		await session.prompt('think', { model: two, thinkingLevel: 'high' });
		expect(second.requests.map(({ thinkingLevel }) => thinkingLevel)).toEqual(['high', 'low']);
		expect(session.state()).toMatchObject({ model: one, thinkingLevel: 'low' });
	});

	it('never joins a live run, whatever whenBusy says, and names what is not there', async () => {
		const { session, clock } = liveSession([['silence']]);
		const live = session.prompt('go');
		await clock.advance(0);
		await expect(session.prompt('me', { whenBusy: 'follow_up', thinkingLevel: 'high' })).rejects.toMatchObject({
			code: 'SESSION_BUSY',
			message: expect.stringContaining('choices for one run alone'),
		});
		await expect(session.prompt('me', { tools: ['echo', 'fly'] })).rejects.toMatchObject({
			code: 'TOOL_NOT_FOUND',
			message: 'session s1 has no tool fly; it has: echo',
		});
		await session.abort();
		await live;
	});
});

describe('the tools of a session', () => {
	it('are those that were chosen, told with old and new, also after a restart; null takes the choice back', async () => {
		verifies('R93');
		const tools = changingTools('read', 'bash', 'write');
		const store = memoryStore();
		const session = await Session.create(
			store,
			{ id: 's1', cwd: '/work' },
			{ ...scriptedPorts([saying('a')]), tools: tools.source },
		);
		const heard: Envelope[] = [];
		session.subscribe((envelope) => void heard.push(envelope));
		await session.setTools(['write', 'read']);
		await session.setTools(['read', 'write']);
		expect(changesOf(heard)).toEqual([
			[
				['read', 'bash', 'write'],
				['read', 'write'],
			],
		]);
		await expect(session.setTools(['fly'])).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
		await session.close();

		const ports = scriptedPorts([saying('b')]);
		const again = await Session.open(store, 's1', { ...ports, tools: tools.source });
		await again.prompt('go');
		expect(offered((ports.models.defaultModel() as ReturnType<typeof scriptedModel>).requests)).toEqual([
			['read', 'write'],
		]);
		again.subscribe((envelope) => void heard.push(envelope));
		await again.setTools(null);
		expect(changesOf(heard).at(-1)).toEqual([
			['read', 'write'],
			['read', 'bash', 'write'],
		]);
		await again.close();
	});

	it('are told when there are others, once for all that comes in one go, and not when nothing of the session changes', async () => {
		const tools = changingTools('read', 'bash');
		const { session, clock, heard } = liveSession([], { tools: tools.source });
		await session.setTools(['read']);
		tools.change('read', 'bash', 'write');
		await clock.advance(0);
		expect(changesOf(heard)).toEqual([[['read', 'bash'], ['read']]]);
		await session.setTools(null);
		tools.change('read');
		tools.change('read', 'grep');
		await clock.advance(0);
		expect(changesOf(heard).slice(1)).toEqual([
			[['read'], ['read', 'bash', 'write']],
			[
				['read', 'bash', 'write'],
				['read', 'grep'],
			],
		]);
		await session.close();
		expect(tools.listeners.size).toBe(0);
	});
});

describe('a model switch in the middle of a session', () => {
	it("that the provider refuses ends the run with the provider's words; the next prompt works, and so does switching back", async () => {
		const refusal = [
			new ModelError('INVALID_REQUEST', 'two: this model cannot read what one has thought', { status: 400 }),
		];
		const { models, first, second } = twoModels(
			[saying('I am one'), saying('one again')],
			[refusal, saying('now I can')],
		);
		const { session, clock, heard } = liveSession([], { models });
		await session.prompt('who are you?');
		await session.setModel(two);
		expect(await session.prompt('and you?')).toMatchObject({
			summary: {
				endReason: 'error',
				error: { code: 'INVALID_REQUEST', message: expect.stringContaining('two:'), status: 400 },
			},
		});
		expect(await session.prompt('try again')).toMatchObject({ summary: { endReason: 'stop' } });
		await session.setModel(one);
		expect(await session.prompt('back?')).toMatchObject({ summary: { endReason: 'stop' } });
		await clock.advance(0);
		expect([first.requests.length, second.requests.length]).toEqual([2, 2]);
		expect(courseOf(heard).filter((type) => type !== 'agent_start' && type !== 'session_idle')).toEqual([
			'agent_end',
			'error',
			'agent_end',
			'agent_end',
			'agent_end',
		]);
		expect(
			heard.flatMap(({ event }) => (event.type === 'model_changed' ? [[event.from.id, event.to.id]] : [])),
		).toEqual([
			['one', 'two'],
			['two', 'one'],
		]);
	});

	it('whose model went with its plugin refuses the prompt and names what there is; chosen anew, or loaded anew, it works', async () => {
		const old = scriptedModel([], 'one');
		const fresh = scriptedModel([saying('loaded anew')], 'one');
		let list: readonly Model[] = [old];
		const models: ModelCatalog = {
			list: () => list,
			find: ({ id }) => list.find((model) => model.id === id),
			defaultModel: () => list[0],
		};
		const { session } = liveSession([], { models });
		list = [scriptedModel([saying('I am two')], 'two')];
		await expect(session.prompt('there?')).rejects.toMatchObject({
			code: 'MODEL_NOT_FOUND',
			message: 'there is no model test/one; known are: test/two',
		});
		expect(await session.prompt('there?', { model: two })).toMatchObject({ summary: { endReason: 'stop' } });
		list = [fresh];
		expect(await session.prompt('there?')).toMatchObject({ summary: { endReason: 'stop' } });
		expect([old.requests.length, fresh.requests.length]).toEqual([0, 1]);
	});
});

describe('what bounds a run', () => {
	const used = (tokens: number): ScriptedAnswer => [
		[{ type: 'usage', usage: { inputTokens: tokens, outputTokens: 0, costUsd: tokens / 1000 } }],
		...calling({ id: `c${tokens}`, name: 'echo' }),
	];

	it.each([
		{ what: 'its turns', options: { maxTurns: 2 }, endReason: 'max_turns', turnCount: 2 },
		{ what: 'its tokens', options: { budget: { tokens: 30 } }, endReason: 'budget', turnCount: 2 },
		{ what: 'its cost', options: { budget: { costUsd: 0.01 } }, endReason: 'budget', turnCount: 1 },
	])('is $what, kept with the session', async ({ options, endReason, turnCount }) => {
		const store = memoryStore();
		const made = await Session.create(
			store,
			{ id: 's1', cwd: '/work', ...options },
			scriptedPorts([used(10), used(20), used(40)]),
		);
		expect(await made.prompt('go')).toMatchObject({ summary: { endReason, turnCount } });
		await made.close();
		const again = await Session.open(store, 's1', scriptedPorts([used(11), used(21), used(41)]));
		expect(await again.prompt('go')).toMatchObject({ summary: { endReason, turnCount } });
		await again.close();
	});

	it('is asked where it would stop by itself: it may be told to go on', async () => {
		let asked = 0;
		const stop = () => (asked++ === 0 ? ({ kind: 'inject', content: 'are you sure?' } as const) : undefined);
		const { session, model } = liveSession([saying('done'), saying('yes')], {}, { stop });
		expect(await session.prompt('go')).toMatchObject({ summary: { endReason: 'stop', turnCount: 2 } });
		expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', content: [{ text: 'are you sure?' }] });
	});
});

it('a session without hooks, tools and models that tell of changes works', async () => {
	const { session } = liveSession([saying('hi')], { hooks: noHooks });
	expect(await session.prompt('go')).toMatchObject({ summary: { endReason: 'stop' } });
	await session.close();
});

import { textContent } from '@myelin/core';
import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { type PluginApi, type Points, pointKinds } from '@myelin/plugins';
import { createPluginHost } from '@myelin/plugins/host';
import { deleteSession, memoryStore, Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { hostedSession, plugin } from './hosted-session.ts';

const bash = (command: string, id = 'c1') => calling({ id, name: 'bash', args: { command } });
const silent = () => undefined;

/** A session in a store, with plugins, a scripted model, and a shell that runs nothing. */
async function storedSession(setup: (myelin: PluginApi) => void) {
	const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
	await host.add(
		plugin('scripted-model', (myelin) => void myelin.registerModel(scriptedModel([saying('hi')]))),
		'test',
	);
	await host.add(plugin('sample', setup), 'test');
	const { hooks, models, tools } = host;
	const store = memoryStore();
	const session = await Session.create(store, { id: 's1', cwd: '/work' }, { hooks, models, tools });
	return { store, session, host };
}

describe('each point', () => {
	it('that is declared fires, in this order, and with these payloads', async () => {
		const fired: [keyof Points, unknown][] = [];
		const watch = (myelin: PluginApi) => {
			for (const point of Object.keys(pointKinds) as (keyof Points)[]) {
				myelin.on(point as 'context', (payload) => void fired.push([point, payload]));
			}
			myelin.registerTool({ name: 'look', description: '', parameters: { type: 'object' }, execute: () => 'seen' });
		};
		const model = scriptedModel([calling({ id: 'c1', name: 'look', args: { at: 1 } }), saying('done')]);
		const host = createPluginHost({ settings: {}, log: { debug: silent, info: silent, warn: silent, error: silent } });
		await host.add(
			plugin('model', (myelin) => void myelin.registerModel(model)),
			'test',
		);
		await host.add(plugin('sample', watch), 'test');
		const { hooks, models, tools } = host;
		const store = memoryStore();
		const session = await Session.create(
			store,
			{ id: 's1', cwd: '/work', systemPrompt: 'be brief' },
			{ hooks, models, tools },
		);
		await session.prompt('hello');
		await expect(session.compact()).rejects.toMatchObject({ code: 'COMPACTION_FAILED' });
		await session.fork(store, { sessionId: 's2', createdAt: 1 });
		await session.navigate(null);
		await session.askDelete();
		await session.close();
		await deleteSession(store, 's2', hooks);
		expect(fired.map(([point]) => point)).toEqual([
			...['session_start', 'input'],
			...['system_prompt', 'context', 'model_request'],
			...['tool_args', 'tool_call', 'tool_result'],
			...['system_prompt', 'context', 'model_request'],
			...['session_before_compact', 'compaction'],
			...['session_before_fork', 'session_before_navigate', 'session_before_delete', 'session_shutdown'],
			'session_before_delete',
		]);
		const payloads = Object.fromEntries(fired) as Record<keyof Points, unknown>;
		const call = { toolCallId: 'c1', toolName: 'look', args: { at: 1 } };
		expect(payloads).toMatchObject({
			session_start: {},
			input: { messages: [{ role: 'user', content: [{ text: 'hello' }] }], how: 'prompt' },
			system_prompt: { systemPrompt: 'be brief' },
			context: { systemPrompt: 'be brief', thinkingLevel: 'off', messages: [{ role: 'user' }, {}, {}] },
			model_request: { systemPrompt: 'be brief', tools: [{ name: 'look' }], messages: [{ role: 'user' }, {}, {}] },
			tool_args: call,
			tool_call: call,
			tool_result: { ...call, result: { content: [{ text: 'seen' }] } },
			session_before_compact: { reason: 'manual' },
			compaction: { reason: 'manual', messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'tool' }] },
			session_before_fork: { newSessionId: 's2', entryId: expect.any(String) },
			session_before_navigate: { entryId: null },
			session_before_delete: {},
			session_shutdown: {},
		});
		expect(Object.values(payloads).every(Object.isFrozen)).toBe(true);
	});
});

describe('a plugin that transforms', () => {
	it('the system prompt and the request: the model gets what they made of it, and the session keeps its own', async () => {
		const { session, model } = await hostedSession(
			[saying('one'), saying('two')],
			plugin('first', (myelin) => {
				myelin.on('system_prompt', ({ systemPrompt }) => `${systemPrompt}A`);
				myelin.on('model_request', ({ tools }) => ({
					tools: tools.slice(1).map(({ name }) => name),
					thinkingLevel: 'high',
				}));
			}),
			plugin('second', (myelin) => void myelin.on('system_prompt', ({ systemPrompt }) => `${systemPrompt}B`)),
		);
		await session.prompt('hi');
		await session.prompt('again');
		expect(
			model.requests.map(({ systemPrompt, thinkingLevel, tools }) => [systemPrompt, thinkingLevel, tools]),
		).toEqual([
			['AB', 'high', []],
			['AB', 'high', []],
		]);
		expect(session.state().thinkingLevel).toBe('off');
	});

	it('a result: the model and the stream get what is left of it', async () => {
		const { session, shown, all } = await hostedSession(
			[bash('env'), saying('done')],
			plugin(
				'redact',
				(myelin) =>
					void myelin.on('tool_result', ({ result }) => ({
						content: [{ type: 'text', text: textContent(result).replace('env', '***') }],
					})),
			),
		);
		await session.prompt('look');
		expect(shown(1).at(-1)).toBe('ran ***');
		expect(all('tool_execution_end').map(({ result }) => textContent(result))).toEqual(['ran ***']);
	});

	it.each([
		['system_prompt', 7, 'it answered 7, not a text'],
		['tool_result', { text: 'x' }, 'its answer has a member "text"; there are content, details, isError'],
		['tool_result', { content: 'x' }, 'content is "x", not a list of blocks'],
		['tool_result', { isError: 'no' }, 'isError is "no", not a boolean'],
		['tool_result', { details: ['x'] }, 'details is a list, not an object'],
		['tool_result', { details: new Date(0) }, 'details is "1970-01-01T00:00:00.000Z", not an object'],
		['tool_result', { terminate: true }, 'its answer has a member "terminate"; there are content, details, isError'],
		['tool_result', null, 'it answered null, not an object with content, details, isError'],
		['model_request', { tools: ['rm'] }, 'tools names "rm", and no tool of the request has this name'],
		['model_request', { thinkingLevel: 'much' }, 'thinkingLevel is "much", not off, low, medium or high'],
		['model_request', [], 'it answered a list, not an object with systemPrompt, thinkingLevel, tools'],
	])('at %s and answers %j is skipped and reported', async (point, answer, message) => {
		const { session, ran, all } = await hostedSession(
			[bash('ls'), saying('done')],
			plugin('odd', (myelin) => void myelin.on(point as 'context', () => answer as never)),
		);
		await expect(session.prompt('look')).resolves.toMatchObject({ summary: { endReason: 'stop', toolErrors: 0 } });
		expect(ran).toEqual(['ls']);
		expect(all('plugin_error')[0]).toMatchObject({ plugin: 'odd', hook: `${point}-1`, message });
	});

	it.each(['system_prompt', 'model_request'] as const)('at %s, required, ends the run when it fails', async (point) => {
		const { session } = await hostedSession(
			[saying('never')],
			plugin('strict', (myelin) => void myelin.on(point, () => Promise.reject(new Error('boom')), { required: true })),
		);
		await expect(session.prompt('hi')).resolves.toMatchObject({
			summary: { endReason: 'error', error: { code: 'HOOK_FAILED', message: expect.stringContaining('boom') } },
		});
	});

	it('a result, required, withholds it when it fails', async () => {
		const { session, shown } = await hostedSession(
			[bash('env'), saying('done')],
			plugin(
				'redact',
				(myelin) => void myelin.on('tool_result', () => Promise.reject(new Error('boom')), { required: true }),
			),
		);
		await session.prompt('look');
		expect(shown(1).at(-1)).toMatch(/^The result was withheld: .*redact.*boom/);
	});
});

describe('a guard of the session', () => {
	it.each(['session_before_fork', 'session_before_navigate'] as const)(
		'at %s denies with its reason',
		async (point) => {
			const { session, store } = await storedSession((myelin) => {
				myelin.on(point, () => ({ block: true, reason: 'not on a Friday' }), { hookId: 'weekday' });
			});
			await session.prompt('hi');
			const leaf = session.state().leaf;
			const step =
				point === 'session_before_fork'
					? session.fork(store, { sessionId: 's2', createdAt: 1 })
					: session.navigate(null);
			await expect(step).rejects.toMatchObject({
				code: 'DENIED',
				message: expect.stringMatching(/says plugin sample: not on a Friday$/),
			});
			expect(session.state().leaf).toBe(leaf);
			await session.close();
		},
	);

	it('that fails denies', async () => {
		const { session } = await storedSession(
			(myelin) => void myelin.on('session_before_navigate', () => 'yes' as never),
		);
		await session.prompt('hi');
		await expect(session.navigate(null)).rejects.toMatchObject({ code: 'DENIED' });
		await session.close();
	});
});

describe('a guard cannot be walked around', () => {
	const rewrite = (command: unknown) =>
		plugin('rewrite', (myelin) => void myelin.on('tool_args', () => ({ command }) as never));
	const guard = plugin(
		'guard',
		(myelin) =>
			void myelin.on('tool_call', ({ args }) =>
				String(args.command).includes('rm') ? { block: true, reason: 'no rm' } : undefined,
			),
	);

	it('by a rewrite: it judges the arguments that the tool gets, also of a plugin loaded after it', async () => {
		verifies('R84');
		const { session, ran, all } = await hostedSession([bash('ls'), saying('done')], guard, rewrite('rm -rf /'));
		await session.prompt('look');
		expect(ran).toEqual([]);
		expect(all('tool_decision')).toMatchObject([{ answer: 'block', decisions: [{ by: 'guard', reason: 'no rm' }] }]);
	});

	it('by a rewrite that is not valid: the call is denied and nobody is asked', async () => {
		const { session, ran, shown } = await hostedSession([bash('ls'), saying('done')], guard, rewrite(7));
		await session.prompt('look');
		expect(ran).toEqual([]);
		expect(shown(1).at(-1)).toMatch(/^Denied: the rewritten arguments are not valid/);
	});

	it.each([
		['throws', () => Promise.reject(new Error('boom'))],
		['answers nonsense', () => 'ls'],
	])('by a rewriting plugin that %s: the call is denied', async (_, hook) => {
		const { session, ran, shown } = await hostedSession(
			[bash('ls'), saying('done')],
			plugin('rewrite', (myelin) => void myelin.on('tool_args', hook as never)),
		);
		await session.prompt('look');
		expect(ran).toEqual([]);
		expect(shown(1).at(-1)).toMatch(/^Denied: the arguments could not be rewritten/);
	});

	it('by a tool of another plugin, or another name', async () => {
		const ranToo: unknown[] = [];
		const { session } = await hostedSession(
			[calling({ id: 'c1', name: 'shell2', args: { command: 'rm -rf /' } }), saying('done')],
			guard,
			plugin(
				'late',
				(myelin) =>
					void myelin.registerTool({
						name: 'shell2',
						description: 'Another shell.',
						parameters: { type: 'object' },
						execute: (args: object) => {
							ranToo.push(args);
							return 'ran';
						},
					}),
			),
		);
		await session.prompt('look');
		expect(ranToo).toEqual([]);
	});

	it.each(['tool_args', 'tool_call'] as const)(
		'by breaking a plugin at %s until it is asked no more',
		async (point) => {
			const calls = Array.from({ length: 7 }, (_, index) => bash(`echo ${index}`, `c${index}`));
			const { session, ran, all } = await hostedSession(
				[...calls, saying('done')],
				plugin('fragile', (myelin) => void myelin.on(point, () => Promise.reject(new Error('boom')))),
			);
			await session.prompt('look');
			expect(all('plugin_status')).toMatchObject([{ plugin: 'fragile', status: 'quarantined' }]);
			expect(ran).toEqual([]);
		},
	);
});

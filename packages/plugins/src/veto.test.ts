import { getEventListeners } from 'node:events';
import type { Verdict } from '@myelin/core';
import type { Decision } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { HookError } from './errors.ts';
import type { HookOptions } from './plugin.ts';
import { bashCall, deferred, type HostFixture, hostFixture } from './testing/host-fixture.ts';

describe('a veto', () => {
	it('asks nobody and waits for nothing when nobody guards', () => {
		const { host, scope } = hostFixture();
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	});

	it('lets the call run, without a microtask, when every guard answers nothing at once', async () => {
		const { host, plugin, scope, clock } = hostFixture();
		await plugin('a', (myelin) => void myelin.on('tool_call', () => undefined));
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
			decisions: [{ by: 'a', hookId: 'tool_call-1', answer: 'allow', cause: 'policy', durationMs: 0 }],
		});
		expect(clock.waiting).toBe(0);
	});

	it('denies with the first reason and asks nobody after it', async () => {
		verifies('R84');
		const { host, plugin, scope } = hostFixture();
		const asked: string[] = [];
		await plugin('a', (myelin) => void myelin.on('tool_call', () => void asked.push('a'), { hookId: 'look' }));
		await plugin('b', (myelin) => {
			myelin.on('tool_call', ({ toolName, args }) => {
				asked.push('b');
				return toolName === 'bash' && args.command === 'rm x' ? { block: true, reason: 'not here' } : undefined;
			});
		});
		await plugin('c', (myelin) => void myelin.on('tool_call', () => void asked.push('c')));
		expect(host.hooks.toolCall(bashCall('rm x'), scope)).toEqual({
			decisions: [
				{ by: 'a', hookId: 'look', answer: 'allow', cause: 'policy', durationMs: 0 },
				{ by: 'b', hookId: 'tool_call-1', answer: 'block', reason: 'not here', cause: 'policy', durationMs: 0 },
			],
			blocked: { reason: 'not here' },
		});
		expect(asked).toEqual(['a', 'b']);
	});

	it('waits for a guard that takes its time, and says how long that was', async () => {
		const { host, plugin, scope, clock } = hostFixture();
		const answer = deferred<undefined>();
		await plugin('a', (myelin) => void myelin.on('tool_call', () => answer.promise));
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		expect(clock.waiting).toBe(1);
		await clock.advance(1_234);
		answer.resolve(undefined);
		expect(await outcome).toEqual({
			decisions: [{ by: 'a', hookId: 'tool_call-1', answer: 'allow', cause: 'policy', durationMs: 1_234 }],
		});
		expect(clock.waiting).toBe(0);
	});

	it('shows guards arguments that nobody can change', async () => {
		const { host, plugin, scope } = hostFixture();
		const call = { toolCallId: 'call-1', toolName: 'edit', args: { edits: [{ line: 1 }] } };
		await plugin('a', (myelin) => {
			myelin.on('tool_call', ({ args }) => {
				(args.edits as { line: number }[]).push({ line: 2 });
			});
		});
		expect(host.hooks.toolCall(call, scope)).toMatchObject({ blocked: {}, decisions: [{ cause: 'crash' }] });
		expect(call.args).toEqual({ edits: [{ line: 1 }] });
	});
});

/** Ways to answer that are no answers: what the guard does, the cause, and what the decision says of it. */
const broken: readonly [string, (fixture: HostFixture) => unknown, Decision['cause'], string][] = [
	['throws', () => thrown(new Error('boom')), 'crash', 'boom'],
	['throws something that is no error', () => thrown('boom'), 'crash', 'boom'],
	['throws something unreadable', () => thrown(Object.create(null)), 'crash', 'it threw something that cannot be read'],
	['rejects', () => Promise.reject(new Error('late boom')), 'crash', 'late boom'],
	[
		'says that its process is gone',
		() => thrown(new HookError('DISCONNECT', 'pipe closed')),
		'disconnect',
		'pipe closed',
	],
	['says that it took too long', () => Promise.reject(new HookError('TIMEOUT', 'too slow')), 'timeout', 'too slow'],
	[
		'answers true',
		() => true,
		'invalid',
		"it answered boolean true; answer nothing to allow, or { block: true, reason: '…' } to deny",
	],
	[
		'answers null',
		() => null,
		'invalid',
		"it answered null; answer nothing to allow, or { block: true, reason: '…' } to deny",
	],
	[
		'answers a list',
		() => [],
		'invalid',
		"it answered an array; answer nothing to allow, or { block: true, reason: '…' } to deny",
	],
	[
		'answers { block: false }',
		() => ({ block: false }),
		'invalid',
		"it answered an object with block; answer nothing to allow, or { block: true, reason: '…' } to deny",
	],
	[
		'answers { decision }',
		async () => ({ decision: 'allow' }),
		'invalid',
		"it answered an object with decision; answer nothing to allow, or { block: true, reason: '…' } to deny",
	],
	[
		'answers what throws when it is read',
		() => ({
			get block() {
				return thrown(new Error('trap'));
			},
		}),
		'crash',
		'trap',
	],
	[
		'answers a promise that throws when it is awaited',
		// biome-ignore lint/suspicious/noThenProperty: that is the point
		() => ({ then: () => thrown(new Error('trap')) }),
		'crash',
		'trap',
	],
	[
		'never answers',
		({ clock }) => {
			queueMicrotask(() => void clock.advance(5_000));
			return new Promise(() => undefined);
		},
		'timeout',
		'no answer within 5000 ms',
	],
];

function thrown(value: unknown): never {
	throw value;
}

describe('a guard that fails', () => {
	it.each(broken)('denies when it %s', async (_, answer, cause, why) => {
		const fixture = hostFixture();
		const { host, plugin, scope, reported } = fixture;
		await plugin('a', (myelin) => void myelin.on('tool_call', () => answer(fixture) as undefined));
		const reason = `the guard tool_call-1 of a has no answer: ${why}; a guard that fails denies`;
		expect(await host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
			decisions: [{ by: 'a', hookId: 'tool_call-1', answer: 'block', reason, cause, durationMs: expect.any(Number) }],
			blocked: { reason },
		});
		expect(reported).toEqual([{ type: 'plugin_error', plugin: 'a', hook: 'tool_call-1', message: why }]);
	});

	it.each(broken)(
		'lets the call run, and says so, when its terms are to allow and it %s',
		async (_, answer, cause, why) => {
			const fixture = hostFixture();
			const { host, plugin, scope } = fixture;
			await plugin('a', (myelin) => {
				myelin.on('tool_call', () => answer(fixture) as undefined, { onFailure: 'allow' });
			});
			await plugin('b', (myelin) => void myelin.on('tool_call', () => undefined));
			const reason = `the guard tool_call-1 of a has no answer: ${why}; its terms say to allow then`;
			expect(await host.hooks.toolCall(bashCall('ls'), scope)).toEqual({
				decisions: [
					{ by: 'a', hookId: 'tool_call-1', answer: 'allow', reason, cause, durationMs: expect.any(Number) },
					{ by: 'b', hookId: 'tool_call-1', answer: 'allow', cause: 'policy', durationMs: 0 },
				],
			});
			expect(host.list()[0]?.hooks).toEqual([{ hookId: 'tool_call-1', point: 'tool_call', onFailure: 'allow' }]);
		},
	);

	it('denies also without a reason, and with one that is too long to show', async () => {
		const { host, plugin, scope } = hostFixture();
		await plugin('a', (myelin) => {
			myelin.on('tool_call', ({ args }) => ({ block: true, reason: args.command as string }));
		});
		expect(host.hooks.toolCall(bashCall(''), scope)).toMatchObject({ blocked: { reason: 'no reason given' } });
		const { blocked } = (await host.hooks.toolCall(bashCall('x'.repeat(50_000)), scope)) ?? {};
		expect(blocked?.reason).toBe(`${'x'.repeat(10_000)}…`);
	});

	it('denies also where its reason is no text, says so, and is not allowed by its terms for failures', async () => {
		for (const [reason, shown] of [
			[42, 'number 42'],
			[{ why: 'x' }, 'an object with why'],
		] as const) {
			const { host, plugin, scope } = hostFixture();
			const hook = () => ({ block: true, reason }) as unknown as undefined;
			await plugin('a', (myelin) => void myelin.on('tool_call', hook, { onFailure: 'allow' }));
			expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
				blocked: { reason: `it denied, and its reason is ${shown}, not a text` },
				decisions: [{ answer: 'block', cause: 'invalid' }],
			});
		}
	});

	it.each([
		[{ block: true, reason: 'no', args: {} }, 'no (its answer also has args; a denial has a reason alone)'],
		[{ block: true, message: 'no' }, 'no reason given (its answer also has message; a denial has a reason alone)'],
	])('denies also where its answer has more than a reason, and says what: %j', async (answer, reason) => {
		const { host, plugin, scope } = hostFixture();
		const hook = () => answer as unknown as undefined;
		await plugin('a', (myelin) => void myelin.on('tool_call', hook, { onFailure: 'allow' }));
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({
			blocked: { reason },
			decisions: [{ answer: 'block', cause: 'invalid' }],
		});
	});

	it('has as much time as it asks for, and no timer when that is for ever', async () => {
		const { host, plugin, scope, clock } = hostFixture();
		const answer = deferred<undefined>();
		await plugin('a', (myelin) => {
			myelin.on('tool_call', () => answer.promise, { timeoutMs: Number.POSITIVE_INFINITY });
		});
		const outcome = host.hooks.toolCall(bashCall('ls'), scope);
		expect(clock.waiting).toBe(0);
		await clock.advance(86_400_000);
		answer.resolve(undefined);
		expect(await outcome).toMatchObject({ decisions: [{ answer: 'allow', durationMs: 86_400_000 }] });
	});
});

describe('a guard that is being asked', () => {
	async function asking(options: HookOptions = {}) {
		const fixture = hostFixture();
		const handle = fixture.host.join('client', 'socket');
		const answer = deferred<Verdict>();
		const signals: AbortSignal[] = [];
		const off = handle.api.on(
			'tool_call',
			(_, { signal }) => {
				signals.push(signal);
				return answer.promise;
			},
			options,
		);
		const asked = fixture.host.hooks.toolCall(bashCall('ls'), fixture.scope);
		return { ...fixture, handle, off, answer, asked, signal: signals[0] as AbortSignal };
	}

	it('is not waited for once the run is aborted: the call is denied at once', async () => {
		const { asked, run, signal, clock, reported } = await asking();
		run.abort(new Error('stop'));
		expect(await asked).toMatchObject({
			decisions: [{ answer: 'block', cause: 'default', reason: 'the run was aborted before the guard answered' }],
			blocked: { reason: 'the run was aborted before the guard answered' },
		});
		expect(signal.aborted).toBe(true);
		expect(clock.waiting).toBe(0);
		expect(reported).toEqual([]);
	});

	it('has its signal aborted when its time is over, and its late answer is ignored', async () => {
		const { asked, answer, signal, clock } = await asking({ timeoutMs: 10 });
		await clock.advance(10);
		expect(signal.aborted).toBe(true);
		answer.resolve(undefined);
		expect(await asked).toMatchObject({ blocked: {}, decisions: [{ cause: 'timeout' }] });
	});

	it('keeps its signal when it answered, whatever the run does later', async () => {
		const { asked, answer, signal, run } = await asking();
		answer.resolve(undefined);
		await asked;
		run.abort();
		expect(signal.aborted).toBe(false);
	});

	it('leaves nothing on the signal of the run', async () => {
		const { asked, answer, run } = await asking();
		expect(getEventListeners(run.signal, 'abort')).toHaveLength(2);
		answer.resolve(undefined);
		await asked;
		expect(getEventListeners(run.signal, 'abort')).toHaveLength(0);
	});

	it('still decides when it was taken out meanwhile', async () => {
		const { asked, answer, off, host, scope } = await asking();
		off();
		answer.resolve({ block: true, reason: 'last word' });
		expect(await asked).toMatchObject({ blocked: { reason: 'last word' } });
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
	});

	it('denies when its process goes away', async () => {
		const { asked, handle, signal } = await asking();
		handle.lose('the connection ended');
		expect(await asked).toMatchObject({
			decisions: [
				{
					cause: 'disconnect',
					reason: 'the guard tool_call-1 of client has no answer: the connection ended; a guard that fails denies',
				},
			],
		});
		expect(signal.aborted).toBe(true);
	});

	it('denies when its plugin is unloaded', async () => {
		const { asked, host } = await asking();
		await host.unload('client');
		expect(await asked).toMatchObject({ blocked: {}, decisions: [{ cause: 'disconnect' }] });
	});
});

describe('guards that come and go', () => {
	it('are not asked once one before them has taken them out', async () => {
		const { host, plugin, scope } = hostFixture();
		const asked: string[] = [];
		const undo: (() => void)[] = [];
		await plugin('a', (myelin) => {
			myelin.on('tool_call', async () => {
				for (const off of undo) off();
			});
			undo.push(myelin.on('tool_call', () => void asked.push('second')));
		});
		expect(await host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ hookId: 'tool_call-1' }] });
		expect(asked).toEqual([]);
	});

	it('are asked in load order, however late they register', async () => {
		const { host, plugin, scope } = hostFixture();
		let register: () => void = () => undefined;
		await plugin('a', (myelin) => {
			register = () => void myelin.on('tool_call', () => undefined);
		});
		await plugin('b', (myelin) => void myelin.on('tool_call', () => undefined));
		register();
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toMatchObject({ decisions: [{ by: 'a' }, { by: 'b' }] });
	});

	it('are asked only in the sessions that are theirs', async () => {
		const { host, scope } = hostFixture();
		const { api } = host.join('client', 'socket', { sessions: (id) => id === 's2' });
		api.on('tool_call', () => ({ block: true, reason: 'mine' }));
		expect(host.hooks.toolCall(bashCall('ls'), scope)).toBeUndefined();
		expect(host.hooks.toolCall(bashCall('ls'), { ...scope, sessionId: 's2' })).toMatchObject({
			blocked: { reason: 'mine' },
		});
	});
});

import type { SessionEvent } from '@myelin/session';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { deferred, hostFixture, rejecting, userMessage } from './testing/host-fixture.ts';

const turnStart: SessionEvent = { type: 'turn_start' };

function toolEnd(isError: boolean): SessionEvent {
	return {
		type: 'tool_execution_end',
		toolCallId: 'call-1',
		toolName: 'bash',
		result: { content: [{ type: 'text', text: 'x' }] },
		isError,
	};
}

describe('observing', () => {
	it('costs nothing where nobody observes', async () => {
		const { observe, plugin } = hostFixture();
		await plugin('a', (myelin) => void myelin.on('turn_end', () => undefined));
		expect(observe(turnStart)).toBeUndefined();
	});

	it('waits once for a hook that hangs, tells it of later events without waiting, and waits again once it has answered', async () => {
		const { observe, plugin, clock, reported } = hostFixture();
		const answers = [deferred<void>(), deferred<void>(), deferred<void>()];
		let calls = 0;
		await plugin('hangs', (myelin) => void myelin.on('turn_start', () => answers[calls++]?.promise));
		const first = observe(turnStart);
		await clock.advance(30_000);
		await first;
		expect(reported).toMatchObject([{ type: 'plugin_error', plugin: 'hangs' }]);
		expect(observe(turnStart)).toBeUndefined();
		answers[1]?.resolve();
		await clock.advance(0);
		expect(observe(turnStart)).toBeInstanceOf(Promise);
		expect(calls).toBe(3);
	});

	it('logs the name and outcome of every tool', async () => {
		verifies('R87', 'R89');
		const { observe, plugin, logged } = hostFixture();
		await plugin('watch', (myelin) => {
			myelin.on('tool_execution_start', ({ toolName, args }) => myelin.log.info(toolName, JSON.stringify(args)));
			myelin.on('tool_execution_end', ({ toolName, isError }) => myelin.log.info(toolName, isError ? 'failed' : 'ok'));
		});
		expect(
			void observe({ type: 'tool_execution_start', toolCallId: 'call-1', toolName: 'bash', args: { n: 1 } }),
		).toBeUndefined();
		expect(observe(toolEnd(true))).toBeUndefined();
		expect(logged).toEqual(['info: [watch] bash {"n":1}', 'info: [watch] bash failed']);
	});

	it("forwards each delta to a stream of one's own and closes it at the end", async () => {
		verifies('R88', 'R89');
		const { observe, plugin } = hostFixture();
		const sent: string[] = [];
		await plugin('sse', (myelin) => {
			myelin.on('message_update', ({ delta }) => void sent.push(`data: ${delta}`));
			myelin.on('agent_end', () => void sent.push('closed'));
		});
		void observe(update('lo'));
		void observe(agentEnd);
		expect(sent).toEqual(['data: lo', 'closed']);
	});

	it('tells one plugin after another and waits for each', async () => {
		const { observe, plugin } = hostFixture();
		const told: string[] = [];
		const first = deferred<void>();
		await plugin('a', (myelin) => {
			myelin.on('turn_start', async () => {
				await first.promise;
				told.push('a');
			});
		});
		await plugin('b', (myelin) => void myelin.on('turn_start', () => void told.push('b')));
		const delivered = observe(turnStart);
		first.resolve();
		await delivered;
		expect(told).toEqual(['a', 'b']);
	});

	it('reports who throws or rejects, and goes on with the others', async () => {
		verifies('R81', 'R82');
		const { observe, plugin, reported } = hostFixture();
		const told: string[] = [];
		await plugin('throws', (myelin) => {
			myelin.on('turn_start', () => {
				throw new Error('boom');
			});
		});
		await plugin('rejects', (myelin) => void myelin.on('turn_start', () => rejecting('late')));
		await plugin('good', (myelin) => void myelin.on('turn_start', () => void told.push('good')));
		await observe(turnStart);
		expect(told).toEqual(['good']);
		expect(reported).toEqual([
			{ type: 'plugin_error', plugin: 'throws', hook: 'turn_start-1', message: 'boom' },
			{ type: 'plugin_error', plugin: 'rejects', hook: 'turn_start-1', message: 'late' },
		]);
	});

	it('gives up who takes longer than thirty seconds', async () => {
		const { observe, plugin, clock, reported } = hostFixture();
		await plugin('hangs', (myelin) => void myelin.on('turn_start', () => new Promise<void>(() => undefined)));
		const delivered = observe(turnStart);
		await clock.advance(29_999);
		expect(reported).toEqual([]);
		await clock.advance(1);
		await delivered;
		expect(reported).toMatchObject([{ message: 'no answer within 30000 ms' }]);
	});

	it('does not wait for anybody once the run is aborted, and still tells of the closing events', async () => {
		const { observe, plugin, run, reported, logged } = hostFixture();
		const told: string[] = [];
		const end = deferred<void>();
		await plugin('a', (myelin) => {
			myelin.on('turn_start', () => new Promise<void>(() => undefined));
			myelin.on('agent_end', () => {
				told.push('end');
				return end.promise;
			});
		});
		const delivered = observe(turnStart);
		run.abort();
		await delivered;
		await observe(agentEnd);
		expect(told).toEqual(['end']);
		end.reject(new Error('too late'));
		await end.promise.catch(() => undefined);
		expect(reported).toEqual([]);
		expect(logged).toEqual(['debug: plugin a, hook agent_end-1 failed after nobody waited for it: Error: too late']);
	});

	it('gives whoever is told after an abort a signal that is aborted', async () => {
		const { observe, plugin, run } = hostFixture();
		const seen: boolean[] = [];
		await plugin('a', (myelin) => {
			myelin.on('agent_end', (_, { signal }) => void seen.push(signal.aborted));
		});
		run.abort();
		void observe(agentEnd);
		expect(seen).toEqual([true]);
	});

	it('tells of a failure to observe failures to the log alone', async () => {
		const { observe, plugin, reported, logged } = hostFixture();
		await plugin('a', (myelin) => {
			myelin.on('plugin_error', () => {
				throw new Error('again');
			});
		});
		void observe({ type: 'plugin_error', plugin: 'b', hook: 'x', message: 'boom' });
		expect(reported).toEqual([]);
		expect(logged).toEqual(['error: plugin a, hook plugin_error-1: Error: again']);
	});

	it('shows events that nobody can change, without reading the snapshot of a delta', async () => {
		const { observe, plugin, reported } = hostFixture();
		let read = 0;
		await plugin('vandal', (myelin) => {
			myelin.on('tool_execution_end', ({ result }) => {
				(result.content as unknown[]).pop();
			});
			myelin.on('message_update', (event) => {
				(event as { delta: string }).delta = 'mine';
			});
		});
		const end = toolEnd(false);
		const delta = update('hi', () => read++);
		void observe(end);
		void observe(delta);
		expect(end).toEqual(toolEnd(false));
		expect(delta).toMatchObject({ delta: 'hi' });
		expect(reported).toHaveLength(2);
		expect(read).toBe(0);
	});

	it('reports to the log what a session will not take', async () => {
		const { host, plugin, scope, logged } = hostFixture();
		await plugin('a', (myelin) => void myelin.on('turn_start', () => rejecting('boom')));
		const closed = {
			...scope,
			report: () => {
				throw new Error('closed');
			},
		};
		await host.hooks.observe({ sessionId: 's1', seq: 1, prev: 0, at: 1, event: turnStart }, closed);
		expect(logged).toEqual([
			'error: plugin a, hook turn_start-1 failed: Error: boom',
			'error: cannot report {"type":"plugin_error","plugin":"a","hook":"turn_start-1","message":"boom"}: Error: closed',
		]);
	});
});

const agentEnd: SessionEvent = {
	type: 'agent_end',
	newMessages: [userMessage('m1', 'hi')],
	willRetry: false,
	summary: {
		turnCount: 1,
		toolCalls: 0,
		toolErrors: 0,
		endReason: 'stop',
		usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
		durationMs: 1,
	},
};

function update(delta: string, onRead: () => void = () => undefined): SessionEvent {
	const fixed = { type: 'message_update', delta, deltaKind: 'text', contentIndex: 0 } as const;
	const chunk = { type: 'text_delta', index: 0, delta } as const;
	return Object.defineProperty({ ...fixed, chunk }, 'message', { get: onRead, enumerable: false }) as never;
}

it.each(['session_start', 'session_shutdown'] as const)('what a hook throws at %s is in the log', async (point) => {
	const { host, plugin, scope, logged } = hostFixture();
	await plugin('a', (myelin) => void myelin.on(point, async () => void (await rejecting('boom'))));
	await host.hooks.lifecycle(point, scope);
	expect(logged.filter((line) => line.startsWith('error'))).toEqual([
		`error: plugin a, hook ${point}-1 failed: Error: boom`,
	]);
});

it('many calls that hang at one time are no leak that Node warns of', async () => {
	const { observe, plugin, clock } = hostFixture();
	await plugin('hangs', (myelin) => {
		for (let hook = 0; hook < 20; hook++) myelin.on('turn_start', () => deferred<void>().promise);
	});
	const warned = vi.spyOn(process, 'emitWarning');
	onTestFinished(() => void warned.mockRestore());
	void observe(turnStart);
	await clock.advance(20 * 30_000);
	for (let time = 0; time < 3; time++) void observe(turnStart);
	await clock.advance(0);
	expect(warned).not.toHaveBeenCalled();
});

import { textContent } from '@myelin/core';
import { calling, checkGrammar, saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, signal, stage, tool } from './stage.ts';

describe('an abort', () => {
	it('opens no turn after it, wherever it comes: no model is called and nothing queued is taken', async () => {
		for (const place of ['agent_start', 'turn_start', 'message_end', 'tool_execution_end', 'turn_end'] as const) {
			const { agent, model, recording } = stage([calling({ id: 'a', name: 'read' }), saying('never')], {
				tools: [tool('read')],
			});
			const called = { agent_start: 0, turn_start: 0, message_end: 0, tool_execution_end: 1, turn_end: 1 }[place];
			agent.subscribe((event) => {
				if (event.type !== place) return;
				agent.steer('remember me');
				void agent.abort();
			});
			const summary = await agent.prompt('go');
			expect(summary.endReason).toBe('aborted');
			expect(model.requests).toHaveLength(called);
			expect(summary.turnCount).toBe(place === 'agent_start' ? 0 : 1);
			expect(agent.queue.steering.map(textContent)).toContain('remember me');
			expect(checkGrammar(recording.events)).toEqual([]);
		}
	});

	it('in the delivery of a steering message neither loses it nor says it twice', async () => {
		const { agent, recording } = stage([saying('one'), saying('two')]);
		let id = '';
		agent.subscribe((event) => {
			if (event.type === 'message_update' && id === '') id = agent.steer('and this');
			if (event.type === 'message_start' && event.message.id === id) void agent.abort();
		});
		await agent.prompt('go');
		expect(agent.queue.steering).toEqual([]);
		expect(agent.state().messages.filter((message) => message.id === id)).toHaveLength(1);
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('keeps what is queued when the turn limit comes first, for the next run to take', async () => {
		const { agent, model } = stage([calling({ id: 'a', name: 'read' }), saying('ok')], {
			tools: [tool('read')],
			maxTurns: 1,
		});
		agent.subscribe((event) => {
			if (event.type === 'turn_end' && model.requests.length === 1) agent.steer('and this');
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'max_turns' });
		expect(agent.queue.steering.map(textContent)).toEqual(['and this']);
		await agent.continue();
		expect(agent.queue.steering).toEqual([]);
		expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user' });
	});

	it('answers with the calls it abandoned, although tool and listener ignore it; late results change nothing', async () => {
		verifies('R40');
		const returned = signal();
		const deaf = tool('deaf', { execute: () => returned.given.then(() => 'late') });
		const { agent, clock, recording } = stage([calling({ id: 'a', name: 'deaf' })], { tools: [deaf] });
		const hang = signal();
		agent.subscribe((event) => (event.type === 'tool_execution_start' ? hang.given : undefined));
		const run = agent.prompt('go');
		await clock.advance(0);
		const receipt = agent.abort();
		await clock.advance(1999);
		expect(only(recording.events, 'agent_end')).toHaveLength(0);
		await clock.advance(1);
		expect(await receipt).toEqual({ stopped: true, abandoned: ['a'], queue: { steering: [], followUp: [] } });
		expect(await run).toMatchObject({ endReason: 'aborted', toolCalls: 1, toolErrors: 1 });
		const count = recording.events.length;
		returned.give();
		hang.give();
		await clock.advance(1000);
		expect(recording.events).toHaveLength(count);
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('that comes second shortens the grace, and never lengthens it', async () => {
		const { agent, clock } = stage([calling({ id: 'a', name: 'deaf' })], {
			tools: [tool('deaf', { execute: () => new Promise<string>(() => {}) })],
		});
		const run = agent.prompt('go');
		await clock.advance(0);
		void agent.abort('first');
		void agent.abort('longer', 60_000);
		void agent.abort('at shutdown', 500);
		await clock.advance(500);
		expect(await run).toMatchObject({ endReason: 'aborted' });
	});

	it('lets a listener that hung read on in order when it returns', async () => {
		verifies('R40', 'R41');
		const { agent, clock, recording } = stage([[[{ type: 'text_delta', index: 0, delta: 'x' }], 'silence']]);
		const hang = signal();
		const heard: string[] = [];
		agent.subscribe((event) => {
			heard.push(event.type);
			return event.type === 'message_update' ? hang.given : undefined;
		});
		const run = agent.prompt('go');
		await clock.advance(0);
		void agent.abort();
		await clock.advance(2000);
		await run;
		expect(heard.at(-1)).toBe('message_update');
		hang.give();
		await clock.advance(0);
		expect(heard).toEqual(recording.types());
		await agent.prompt('again').catch(() => undefined);
		expect(heard).toEqual(recording.types());
	});

	it('unsubscribes a listener that still hangs when the next run begins, and says so; its late failure harms no run', async () => {
		const { agent, clock, diagnostics } = stage([
			[[{ type: 'text_delta', index: 0, delta: 'x' }], 'silence'],
			[[{ type: 'text_delta', index: 0, delta: 'y' }], 'silence'],
		]);
		let fail = (_: Error): void => undefined;
		const heard: string[] = [];
		agent.subscribe((event) => {
			heard.push(event.type);
			if (event.type !== 'message_update') return undefined;
			return new Promise((_, reject) => {
				fail = reject;
			});
		});
		const first = agent.prompt('go');
		await clock.advance(0);
		void agent.abort();
		await clock.advance(2000);
		await first;
		const count = heard.length;
		const second = agent.prompt('again');
		await clock.advance(0);
		fail(new Error('much too late'));
		await clock.advance(0);
		void agent.abort();
		await clock.advance(2000);
		expect(await second).toMatchObject({ endReason: 'aborted' });
		expect(heard).toHaveLength(count);
		expect(diagnostics).toEqual([
			'a listener holds the stream for more than 1000 ms',
			'a listener was still busy with the run before and has been unsubscribed',
			'a listener failed too late to change its run: much too late',
		]);
	});

	it('with no run live answers at once', async () => {
		const { agent } = stage([]);
		expect(await agent.abort()).toEqual({ stopped: false, abandoned: [], queue: { steering: [], followUp: [] } });
	});

	it('closes a run that waits for its retry', async () => {
		const { agent, clock, recording } = stage([['break']], {
			retry: { maxAttempts: 3, baseDelayMs: 60_000, maxDelayMs: 60_000 },
			random: () => 0.9,
		});
		const run = agent.prompt('go');
		await clock.advance(0);
		expect(recording.types()).toContain('retry');
		void agent.abort();
		await clock.advance(0);
		expect(await run).toMatchObject({ endReason: 'aborted' });
		expect(checkGrammar(recording.events)).toEqual([]);
		expect(clock.waiting).toBe(0);
	});
});

describe('silence', () => {
	it('of a model is a TIMEOUT after its time, and that of a slow listener is not', async () => {
		const { agent, clock, recording } = stage(
			[[[{ type: 'text_delta', index: 0, delta: 'x' }], 'silence'], saying('back')],
			{ idleTimeoutMs: 1000, retry: { maxAttempts: 2, baseDelayMs: 0, maxDelayMs: 0 } },
		);
		agent.subscribe((event) =>
			event.type === 'message_update' ? new Promise((resolve) => clock.after(5000, resolve)) : undefined,
		);
		const run = agent.prompt('go');
		await clock.advance(5999);
		expect(recording.types()).not.toContain('retry');
		await clock.advance(2);
		expect(only(recording.events, 'retry')).toMatchObject([{ error: { code: 'TIMEOUT', retryable: true } }]);
		await clock.advance(60_000);
		expect(await run).toMatchObject({ endReason: 'stop' });
	});
});

import { Agent, type AgentEvent, systemClock } from '@myelin/core';
import { calling, checkGrammar, recordEvents, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { only, signal, stage, tool } from './stage.ts';

describe('delivery', () => {
	it('holds everything until a slow listener has dealt with an event: it sees the start handled before the update', async () => {
		verifies('R39', 'R42', 'R44', 'R45', 'R129');
		const { agent, clock } = stage([saying('one two')]);
		const order: string[] = [];
		agent.subscribe(async (event) => {
			order.push(`${event.type} begins`);
			await new Promise<void>((resolve) => clock.after(50, resolve));
			order.push(`${event.type} is dealt with at ${clock.elapsed()}`);
		});
		const run = agent.prompt('go');
		await clock.advance(10_000);
		await run;
		expect(order.slice(0, 6)).toEqual([
			'agent_start begins',
			'agent_start is dealt with at 50',
			'turn_start begins',
			'turn_start is dealt with at 100',
			'message_start begins',
			'message_start is dealt with at 150',
		]);
		expect(order).toHaveLength(2 * 10);
	});

	it('calls listeners one after another in the order they came, never two at once', async () => {
		verifies('R43', 'R48', 'R75', 'R76', 'R77', 'R124');
		const { agent } = stage([calling({ id: 'a', name: 'chatty' }, { id: 'b', name: 'chatty' }), saying('ok')], {
			tools: [
				tool('chatty', {
					execute: (_args, { onUpdate }) => {
						onUpdate({ kind: 'output', delta: 'x' });
						return 'done';
					},
				}),
			],
		});
		const heard: { who: string; event: AgentEvent }[] = [];
		let busy = 0;
		let most = 0;
		for (const who of ['first', 'second', 'third']) {
			agent.subscribe(async (event) => {
				most = Math.max(most, ++busy);
				heard.push({ who, event });
				await new Promise<void>((resolve) => setImmediate(resolve));
				busy--;
			});
		}
		await agent.prompt('go');
		expect(most).toBe(1);
		expect(heard.length).toBeGreaterThan(30);
		for (let place = 0; place < heard.length; place += 3) {
			const [first, second, third] = heard.slice(place, place + 3);
			expect([first?.who, second?.who, third?.who]).toEqual(['first', 'second', 'third']);
			expect([second?.event, third?.event]).toEqual([first?.event, first?.event]);
		}
	});

	it('lets an earlier listener abort before a later one acts', async () => {
		verifies('R76');
		const { agent } = stage([saying('one')]);
		const seen: boolean[] = [];
		agent.subscribe((event) => {
			if (event.type === 'message_update') void agent.abort();
		});
		agent.subscribe((event, { aborted }) => {
			if (event.type === 'message_update') seen.push(aborted);
		});
		await agent.prompt('go');
		expect(seen).toEqual([true]);
	});

	it('changes the state before any listener, and hands each the signal of its run', async () => {
		verifies('R46', 'R47', 'R67', 'R121', 'R136');
		const { agent } = stage([saying('one')]);
		const signals = new Set<AbortSignal>();
		const shown: unknown[] = [];
		agent.subscribe((event, given) => {
			signals.add(given);
			if (event.type === 'message_update') shown.push(agent.state().streamingMessage === event.message);
		});
		await agent.prompt('go');
		expect(shown).toEqual([true]);
		expect(signals.size).toBe(1);
		expect([...signals][0]?.aborted).toBe(false);
	});

	it('copies the list of listeners: one may leave or come while an event goes round', async () => {
		verifies('R79');
		const { agent } = stage([saying('one')]);
		const heard: string[] = [];
		const late = (event: AgentEvent) => void heard.push(`late ${event.type}`);
		const leave = agent.subscribe((event) => {
			heard.push(`first ${event.type}`);
			leave();
			agent.subscribe(late);
		});
		await agent.prompt('go');
		expect(heard.slice(0, 3)).toEqual(['first agent_start', 'late turn_start', 'late message_start']);
	});

	it('lets a tool go on while listeners are slow: its updates merge, and all arrive before its end', async () => {
		verifies('R49', 'R50', 'R52', 'R53');
		const chatty = tool('chatty', {
			execute: (_args, { onUpdate }) => {
				for (const delta of ['1', '2', '3']) onUpdate({ kind: 'output', delta });
				for (const delta of ['half', 'done']) onUpdate({ kind: 'status', delta });
				onUpdate({ kind: 'output', delta: '4' });
				return 'all said';
			},
		});
		const { agent, clock, recording } = stage([calling({ id: 'a', name: 'chatty' }), saying('ok')], {
			tools: [chatty],
		});
		agent.subscribe(() => new Promise((resolve) => clock.after(10, resolve)));
		const run = agent.prompt('go');
		await clock.advance(10_000);
		await run;
		const updates = only(recording.events, 'tool_execution_update').map(({ update }) => update);
		expect(updates).toEqual([
			{ kind: 'output', delta: '1' },
			{ kind: 'output', delta: '234' },
			{ kind: 'status', delta: 'done' },
		]);
		expect(checkGrammar(recording.events)).toEqual([]);
	});

	it('drops what a tool says after it ended', async () => {
		verifies('R51');
		let sayLate = (): void => undefined;
		const { agent, recording } = stage([calling({ id: 'a', name: 'late' }), saying('ok')], {
			tools: [
				tool('late', {
					execute: (_args, { onUpdate }) => {
						sayLate = () => onUpdate({ kind: 'output', delta: 'too late' });
						return 'done';
					},
				}),
			],
		});
		agent.subscribe((event) => {
			if (event.type === 'tool_execution_end') sayLate();
		});
		await agent.prompt('go');
		sayLate();
		expect(recording.types()).not.toContain('tool_execution_update');
	});

	it('cuts what waits of a tool’s output at its cap with a mark, and never inside a character', async () => {
		const held = signal();
		const flood = tool('flood', {
			execute: (_args, { onUpdate }) => {
				onUpdate({ kind: 'output', delta: 'a\ud83d' });
				onUpdate({ kind: 'output', delta: `\ude00${'😀'.repeat(200_000)}` });
				onUpdate({ kind: 'output', delta: 'never seen' });
				onUpdate({ kind: 'thinking', delta: 'b\ud83d' });
				return 'done';
			},
		});
		const { agent, recording } = stage([calling({ id: 'a', name: 'flood' }), saying('ok')], { tools: [flood] });
		agent.subscribe((event) => (event.type === 'tool_execution_update' ? held.given : undefined));
		const run = agent.prompt('go');
		held.give();
		await run;
		const deltas = only(recording.events, 'tool_execution_update').map(({ update }) => String(update.delta));
		expect(deltas.map((delta) => delta.slice(0, 3))).toEqual(['a', '😀\ud83d', 'b\uFFFD']);
		expect(deltas[1]?.length).toBe(262_144 + '\n[… output left out …]\n'.length);
		expect(deltas[1]?.endsWith('😀\n[… output left out …]\n')).toBe(true);
	});

	it('tells of a slow listener once a run, and drops nothing', async () => {
		verifies('R39', 'R41', 'R128');
		const { agent, clock, diagnostics } = stage([saying('one two'), saying('three')], { slowListenerMs: 100 });
		const heard: string[] = [];
		agent.subscribe(async ({ type }) => {
			heard.push(type);
			await new Promise<void>((resolve) => clock.after(500, resolve));
		});
		for (const text of ['go', 'on']) {
			const run = agent.prompt(text);
			await clock.advance(30_000);
			await run;
		}
		expect(diagnostics).toEqual([
			'a listener holds the stream for more than 100 ms',
			'a listener holds the stream for more than 100 ms',
		]);
		expect(heard).toHaveLength(10 + 9);
	});
});

describe('a listener that fails', () => {
	it.each(['throws', 'rejects'] as const)(
		'%s: the run closes for everybody, itself included, and prompt rejects',
		async (how) => {
			verifies('R21', 'R80', 'R82', 'R130');
			const { agent, recording } = stage([calling({ id: 'a', name: 'read' }), saying('never')], {
				tools: [tool('read')],
			});
			const own: AgentEvent[] = [];
			agent.subscribe((event) => {
				own.push(event);
				if (event.type !== 'tool_execution_start') return undefined;
				if (how === 'throws') throw new Error('my bug');
				return Promise.reject(new Error('my bug'));
			});
			const later = recordEvents(agent);
			await expect(agent.prompt('go')).rejects.toMatchObject({ code: 'LISTENER_FAILED', cause: { message: 'my bug' } });
			expect(own).toEqual(recording.events);
			expect(later.events).toEqual(recording.events);
			expect(checkGrammar(recording.events)).toEqual([]);
			expect(recording.types().slice(-6)).toEqual([
				'tool_execution_end',
				'message_start',
				'message_end',
				'error',
				'turn_end',
				'agent_end',
			]);
			expect(recording.events.at(-1)).toMatchObject({
				summary: { endReason: 'error', error: { code: 'LISTENER_FAILED' } },
			});
		},
	);

	it('again while the run closes is told with the first', async () => {
		const { agent } = stage([saying('one')]);
		agent.subscribe((event) => {
			if (event.type === 'message_update') throw new Error('first');
			if (event.type === 'turn_end') throw new Error('second');
		});
		await expect(agent.prompt('go')).rejects.toMatchObject({
			message: 'a listener failed: first (and then: second)',
			cause: { message: 'first' },
		});
	});

	it('leaves the agent fit for the next prompt', async () => {
		const { agent } = stage([saying('one'), saying('two')]);
		const leave = agent.subscribe(() => {
			throw new Error('my bug');
		});
		await expect(agent.prompt('go')).rejects.toMatchObject({ code: 'LISTENER_FAILED' });
		leave();
		expect(await agent.prompt('again')).toMatchObject({ endReason: 'stop' });
	});
});

describe('asking from a listener', () => {
	it('rejects what would wait for itself: waitForIdle, prompt and continue', async () => {
		const { agent } = stage([saying('one')]);
		let answers: Promise<PromiseSettledResult<unknown>[]> | undefined;
		agent.subscribe((event) => {
			if (event.type !== 'turn_start') return;
			answers = Promise.allSettled([agent.waitForIdle(), agent.prompt('now'), agent.continue()]);
		});
		expect(await agent.prompt('go')).toMatchObject({ endReason: 'stop' });
		const settled = await answers;
		expect(settled?.map((answer) => (answer as PromiseRejectedResult).reason.code)).toEqual([
			'WOULD_DEADLOCK',
			'ALREADY_RUNNING',
			'ALREADY_RUNNING',
		]);
	});

	it('books one next run while agent_end goes round, which begins when that is over', async () => {
		const { agent, clock, recording } = stage([saying('one'), saying('two')]);
		let booked: Promise<PromiseSettledResult<unknown>[]> | undefined;
		agent.subscribe((event) => {
			if (event.type !== 'agent_end' || booked !== undefined) return;
			booked = Promise.allSettled([agent.prompt('next'), agent.prompt('too many')]);
		});
		agent.subscribe((event) =>
			event.type === 'agent_end' ? new Promise((resolve) => clock.after(100, resolve)) : undefined,
		);
		const run = agent.prompt('go');
		await clock.advance(99);
		expect(only(recording.events, 'agent_start')).toHaveLength(1);
		await clock.advance(1000);
		expect(await run).toMatchObject({ endReason: 'stop' });
		expect(await booked).toMatchObject([
			{ status: 'fulfilled', value: { endReason: 'stop' } },
			{ status: 'rejected', reason: { code: 'ALREADY_RUNNING' } },
		]);
		expect(agent.state().messages).toHaveLength(4);
	});

	it('waits in waitForIdle for a booked run too', async () => {
		const { agent, recording } = stage([saying('one'), saying('two')]);
		let asked = false;
		agent.subscribe((event) => {
			if (event.type !== 'agent_end' || asked) return;
			asked = true;
			void agent.prompt('next');
		});
		void agent.prompt('go');
		await agent.waitForIdle();
		expect(only(recording.events, 'agent_end')).toHaveLength(2);
		expect(agent.state().isRunning).toBe(false);
	});

	it('is ended by an abort where a listener awaits the run it booked itself', async () => {
		const { agent, clock, diagnostics } = stage([saying('one'), saying('two')]);
		let asked = false;
		agent.subscribe(async (event) => {
			if (event.type !== 'agent_end' || asked) return;
			asked = true;
			await agent.prompt('next');
		});
		const run = agent.prompt('go');
		await clock.advance(1500);
		expect(diagnostics).toEqual(['a listener holds the stream for more than 1000 ms']);
		const receipt = agent.abort();
		await clock.advance(3000);
		expect(await run).toMatchObject({ endReason: 'stop' });
		expect(await receipt).toMatchObject({ stopped: false });
		expect(agent.state().messages).toHaveLength(4);
	});
});

describe('a burst', () => {
	it('lets timers and an abort have their turn while a model never stops', async () => {
		const chunk = [{ type: 'text_delta', index: 0, delta: 'x' }] as const;
		const endless = {
			...scriptedModel([]),
			async *stream() {
				for (;;) yield chunk;
			},
		};
		const agent = new Agent({ model: endless, clock: systemClock });
		const run = agent.prompt('go');
		setTimeout(() => void agent.abort('by a timer'), 1);
		expect(await run).toMatchObject({ endReason: 'aborted' });
	});

	it('of turns that answer at once does the same', async () => {
		const chunks = [
			{ type: 'tool_call_start', index: 0, id: '', name: 'read' },
			{ type: 'done', stopReason: 'tool_use' },
		] as const;
		const endless = {
			...scriptedModel([]),
			async *stream() {
				yield chunks;
			},
		};
		let count = 0;
		const read = tool('read', { execute: () => `result ${count++}` });
		const agent = new Agent({ model: endless, tools: [read], clock: systemClock, maxTurns: Number.POSITIVE_INFINITY });
		const run = agent.prompt('go');
		setTimeout(() => void agent.abort('by a timer'), 1);
		expect(await run).toMatchObject({ endReason: 'aborted' });
	});
});

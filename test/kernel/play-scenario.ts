import { Agent, type AgentEvent, type RunSummary } from '@myelin/core';
import { countingIds, type FakeClock, fakeClock, scriptedModel } from '@myelin/core/testing';
import { type ListenerPlan, type Scenario, toolKinds } from './scenario.ts';
import { gatesOf } from './scenario-gates.ts';
import { toolOf, Witness } from './scenario-tools.ts';

/** What came of one run: its summary, or what its promise was rejected with. */
export type Outcome = { readonly summary: RunSummary } | { readonly thrown: unknown };

/** A scenario after it has been played. */
export interface Played {
	readonly agent: Agent;
	readonly events: readonly AgentEvent[];
	/** What each event found wrong with the state at the moment it was delivered. */
	readonly faults: readonly string[];
	readonly outcomes: readonly Outcome[];
	/** The messages that were queued meanwhile. */
	readonly queued: readonly string[];
	/** What each listener heard that neither hung nor left. */
	readonly heard: readonly (readonly AgentEvent[])[];
	readonly clock: FakeClock;
}

/**
 * Plays a scenario to its end on a fake clock. A tool or guard that never settles holds its run, so a person gives up after ten
 * minutes of that clock. Throws if a run has not settled a minute later.
 */
export async function play(scenario: Scenario): Promise<Played> {
	const clock = fakeClock(1000);
	const player = new Player(scenario, clock);
	const first = player.run();
	await advanceUntil(player, 600);
	while (!player.settled && player.giveUp()) await advanceUntil(player, 60);
	if (!player.settled) throw new Error('a run did not settle after it was aborted');
	await first;
	await clock.advance(10_000);
	return player.played();
}

async function advanceUntil(player: Player, seconds: number): Promise<void> {
	for (let step = 0; step < seconds / 20 && !player.settled; step++) await player.clock.advance(20_000);
}

class Player {
	readonly clock: FakeClock;
	readonly #agent: Agent;
	readonly #events: AgentEvent[] = [];
	readonly #faults: string[] = [];
	readonly #witness = new Witness(this.#faults);
	readonly #outcomes: Outcome[] = [];
	readonly #queued: string[] = [];
	readonly #heard: { readonly plan: ListenerPlan; readonly events: AgentEvent[] }[] = [];
	#live = 0;
	#again = 2;
	#patience = 5;

	constructor(scenario: Scenario, clock: FakeClock) {
		let waits = 0;
		const witness = this.#witness;
		this.clock = clock;
		this.#agent = new Agent({
			model: scriptedModel(scenario.answers),
			tools: toolKinds.map((kind) => toolOf(kind, clock, witness)),
			clock,
			identify: countingIds(),
			random: () => 0.5,
			maxTurns: scenario.maxTurns,
			maxConcurrentTools: scenario.maxConcurrentTools,
			maxResultChars: 1000,
			repeats: { tellAt: 2, stopAt: 3 },
			...(scenario.budget === undefined ? {} : { budget: { tokens: scenario.budget } }),
			gates: gatesOf(scenario, witness),
			onWait: () => {
				if (++waits === scenario.abortAtWait) void this.#agent.abort('at a wait');
			},
		});
		this.#agent.subscribe((event) => this.#record(event));
		for (const plan of scenario.listeners) this.#listen(plan);
	}

	get settled(): boolean {
		return this.#live === 0;
	}

	/** Aborts what runs; false when that has been done often enough. */
	giveUp(): boolean {
		void this.#agent.abort('nobody has that much time');
		return this.#patience-- > 0;
	}

	played(): Played {
		const faithful = this.#heard.filter(
			({ plan }) => plan.kind !== 'hang' && plan.kind !== 'unsubscribe' && plan.kind !== 'slow',
		);
		return {
			agent: this.#agent,
			events: this.#events,
			faults: this.#faults,
			outcomes: this.#outcomes,
			queued: this.#queued,
			heard: faithful.map(({ events }) => events),
			clock: this.clock,
		};
	}

	async run(): Promise<void> {
		this.#live++;
		try {
			this.#outcomes.push({ summary: await this.#agent.prompt('go') });
		} catch (thrown) {
			this.#outcomes.push({ thrown });
		}
		this.#live--;
	}

	/** The state must be that of the event, at every event. */
	#record(event: AgentEvent): void {
		this.#events.push(event);
		const { pendingToolCalls, streamingMessage, isRunning } = this.#agent.state();
		const started = this.#events.filter(({ type }) => type === 'tool_execution_start').length;
		const ended = this.#events.filter(({ type }) => type === 'tool_execution_end').length;
		if (event.type === 'tool_execution_end') this.#witness.ended(event.toolCallId);
		if (pendingToolCalls.length !== started - ended)
			this.#faults.push(`${event.type}: ${pendingToolCalls.length} calls are pending`);
		if (isRunning === (event.type === 'agent_end')) this.#faults.push(`${event.type}: isRunning is ${isRunning}`);
		const streams =
			event.type === 'message_update' || (event.type === 'message_start' && event.message.role === 'assistant');
		if ((streamingMessage !== null) !== streams)
			this.#faults.push(`${event.type}: streamingMessage is ${streamingMessage?.id ?? null}`);
	}

	#listen(plan: ListenerPlan): void {
		const events: AgentEvent[] = [];
		this.#heard.push({ plan, events });
		const unsubscribe = this.#agent.subscribe((event) => {
			events.push(event);
			return this.#act(plan, event, events.length, unsubscribe);
		});
	}

	#act(plan: ListenerPlan, event: AgentEvent, count: number, unsubscribe: () => void): void | Promise<void> {
		switch (plan.kind) {
			case 'quiet':
				return;
			case 'slow':
				return new Promise((resolve) => this.clock.after(plan.ms, resolve));
			case 'prompt_again':
				if (event.type === 'agent_end' && this.#again-- > 0) void this.run();
				return;
			default:
				return count === plan.at ? this.#interfere(plan.kind, unsubscribe) : undefined;
		}
	}

	#interfere(kind: (ListenerPlan & { at: number })['kind'], unsubscribe: () => void): void | Promise<void> {
		switch (kind) {
			case 'throw':
				throw new Error('a listener’s bug');
			case 'reject':
				return Promise.reject(new Error('a listener’s late bug'));
			case 'hang':
				void this.#agent.abort('somebody hangs');
				return new Promise(() => {});
			case 'unsubscribe':
				return unsubscribe();
			case 'steer':
				this.#queued.push(this.#agent.steer('listen'));
				return;
			case 'follow_up':
				this.#queued.push(this.#agent.followUp('and then'));
				return;
			case 'abort':
				void this.#agent.abort('by a listener');
				return;
		}
	}
}

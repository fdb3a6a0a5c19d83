import { type AgentState, addUsage, type Clock, type Identify, type Message, noUsage, type Usage } from '@myelin/core';
import type { AfterRun, OwnRun } from './after-run.ts';
import type { CompactionSettings } from './compaction/budget.ts';
import { Compactor } from './compaction/compactor.ts';
import type { EntryBody } from './entries.ts';
import type { OwnEvent } from './events.ts';
import { GoalKeeper } from './goals/goal-keeper.ts';
import type { HookScope, SessionHooks } from './hooks.ts';
import type { LoadedSession } from './load-session.ts';
import { type MemorySettings, SessionMemory } from './memory/session-memory.ts';
import { refOf } from './model-choice.ts';
import type { SideCall } from './side-request.ts';
import type { SideRetries } from './side-retries.ts';

/** What a session's own work needs of its conversation. */
export interface OwnWorkPorts {
	readonly sessionId: string;
	readonly cwd: string;
	readonly hooks: SessionHooks;
	readonly clock: Clock;
	readonly identify: Identify;
	readonly compaction: CompactionSettings;
	readonly memory: MemorySettings | undefined;
	readonly retries: SideRetries;
	agent(): AgentState;
	scope(signal: AbortSignal): HookScope;
	/** The live run. */
	runId(): string | undefined;
	say(event: OwnEvent): void | Promise<void>;
	write(entry: EntryBody): void | Promise<void>;
	/** Takes what persons said and no run has taken yet. */
	takeWaiting(): readonly Message[];
	/** Begins a run as soon as nothing goes on. */
	begin(run: () => OwnRun | undefined): void;
	report(text: string): void;
}

/** A call, and the message that it is about, where there is one. */
type RecordedCall = SideCall & { readonly messageId?: string };

/** What a session does by itself with its model: it shows it less, works towards a goal, and notes what it found out. */
export class OwnWork {
	readonly compactor: Compactor;
	readonly goals: GoalKeeper;
	/** Absent where nothing is to be remembered. */
	readonly memory: SessionMemory | undefined;
	/** What may follow a run: a goal goes on with what a compaction has left. */
	readonly afterRun: readonly AfterRun[];
	readonly #ports: OwnWorkPorts;
	/** What was asked beside the conversation in a run has used. */
	#aside: { readonly runId: string | undefined; readonly usage: Usage } = { runId: undefined, usage: noUsage };

	constructor(ports: OwnWorkPorts, loaded: LoadedSession | undefined) {
		this.#ports = ports;
		this.memory = this.#createMemory(loaded?.unnoted ?? []);
		this.compactor = new Compactor(
			{
				...ports,
				settings: ports.compaction,
				say: (event) => void ports.say(event),
				called: (call) => this.#compacted(call),
				recall: async () => this.memory?.recall(),
			},
			loaded?.shown,
		);
		this.goals = new GoalKeeper(ports, loaded?.goal ?? null);
		this.afterRun = [this.compactor.afterRun, this.goals.afterRun];
	}

	/** What was asked beside the conversation in the live run has used. */
	get usedAside(): Usage {
		return this.#aside.runId === this.#ports.runId() ? this.#aside.usage : noUsage;
	}

	/** What a summary cost is spent before it is recorded: the run that needed it ends at its bound even if that cannot be written. */
	async #compacted(call: SideCall): Promise<void> {
		if (call.usage !== undefined) {
			this.#aside = { runId: this.#ports.runId(), usage: addUsage(this.usedAside, call.usage) };
			await this.goals.spentAside(call.usage);
		}
		await this.#record('compaction', call);
	}

	#createMemory(unnoted: readonly Message[]): SessionMemory | undefined {
		const { memory, cwd, clock, agent, report } = this.#ports;
		if (memory === undefined) return undefined;
		const called = (call: RecordedCall) => this.#record('memory', call);
		return new SessionMemory({ ...memory, cwd, clock, model: () => agent().model, called, report, unnoted });
	}

	/** Records a call of the model beside the conversation. */
	#record(purpose: string, call: RecordedCall): void | Promise<void> {
		const { model } = this.#ports.agent();
		if (model !== undefined)
			return this.#ports.write({ type: 'llm_call', data: { model: refOf(model), purpose, ...call } });
	}
}

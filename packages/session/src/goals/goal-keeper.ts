import {
	addUsage,
	type Clock,
	errorText,
	type Identify,
	type Message,
	noUsage,
	type RunSummary,
	type Tool,
	textContent,
	type Usage,
} from '@myelin/core';
import type { AfterRun, OwnRun } from '../after-run.ts';
import type { EntryBody } from '../entries.ts';
import { SessionError } from '../errors.ts';
import type { Envelope, OwnEvent, SessionAgentEnd } from '../events.ts';
import { act, type Goal, type GoalAction, type GoalBudget, reopened, withStatus } from './goal.ts';
import { afterQuotaError, afterRun, type CountedRun, noProgress, type Pursuit, tokensOf } from './goal-runs.ts';
import { goalTool, goalToolName } from './goal-tool.ts';
import { goalPrompt } from './goal-words.ts';

/** What keeping a goal needs of its session. */
export interface GoalPorts {
	readonly sessionId: string;
	readonly clock: Clock;
	readonly identify: Identify;
	write(entry: EntryBody): void | Promise<void>;
	say(event: OwnEvent): void | Promise<void>;
	/** Takes what persons said and no run has taken yet. */
	takeWaiting(): readonly Message[];
	/** Begins a run as soon as nothing goes on; `run` is asked then, and answers nothing if none is wanted any longer. */
	begin(run: () => OwnRun | undefined): void;
}

interface GoalState {
	pursuit: Pursuit | null;
	/** The message that the goal's last run began with. */
	asked: string | undefined;
	/** Whether the live run is the goal's. */
	isLive: boolean;
	/** A run of the goal's that the session goes on with, and what it has used so far. */
	retried: { readonly runId: string | undefined; readonly usage: Usage } | undefined;
	/** The last run whose end has been counted. */
	counted: string | undefined;
}

/** Holds the goal of a session: what persons, the model and runs make of it, and what its next run begins with. */
export class GoalKeeper {
	readonly #ports: GoalPorts;
	readonly #state: GoalState;
	readonly #tools: readonly Tool[] = [goalTool((action) => this.change(action))];

	/** `goal`: the one that the store has. */
	constructor(ports: GoalPorts, goal: Goal | null) {
		this.#ports = ports;
		this.#state = { pursuit: null, asked: undefined, isLive: false, retried: undefined, counted: undefined };
		this.renew(goal);
	}

	get goal(): Goal | null {
		return this.#state.pursuit?.goal ?? null;
	}

	/** What the model is offered beside other tools. */
	tools(): readonly Tool[] {
		return this.goal?.status === 'active' ? this.#tools : [];
	}

	/** What the goal's live run may still spend of the goal's budget. */
	budgetLeft(): GoalBudget {
		const { goal } = this;
		if (!this.#state.isLive || goal?.budget === undefined) return {};
		const { budget, used } = goal;
		const before = this.#state.retried?.usage ?? noUsage;
		return {
			tokens: budget.tokens === undefined ? undefined : budget.tokens - used.tokens - tokensOf(before),
			costUsd: budget.costUsd === undefined ? undefined : budget.costUsd - used.costUsd - (before.costUsd ?? 0),
		};
	}

	/** This is what the store has. */
	renew(goal: Goal | null): void {
		this.#state.pursuit = goal === null ? null : { goal: reopened(goal), progress: noProgress };
	}

	/** Does something with the goal; resolves when that is written. Rejects with `GOAL_NOT_FOUND`, `GOAL_CONFLICT`. */
	async change(action: GoalAction): Promise<Goal | null> {
		const step = act(this.goal, action);
		if ('refused' in step)
			throw new SessionError(
				step.refused,
				`session ${this.#ports.sessionId} cannot ${action.action} its goal: ${step.why}`,
			);
		// A live run is another goal's from here on, or nobody's.
		if (action.action === 'create' || action.action === 'clear') {
			this.#state.asked = undefined;
			this.#state.isLive = false;
		}
		if (step.goal !== this.goal) await this.#put(step.goal);
		if (this.goal?.status === 'active') this.#ports.begin(() => this.#nextRun());
		return step.goal;
	}

	/** A person stopped what went on while no run was live: nothing starts again by itself. */
	async pause(reason: string): Promise<void> {
		if (this.goal?.status === 'active') await this.#put(withStatus(this.goal, 'paused', reason));
	}

	/** What an event makes of the goal; nothing if it leaves it as it is. Every event is taken once, when it is written. */
	take({ event, runId, promptIds = [] }: Envelope): Goal | undefined {
		const { pursuit } = this.#state;
		switch (event.type) {
			case 'agent_start':
				this.#state.isLive = this.#state.asked !== undefined && promptIds.length === 0;
				return undefined;
			case 'error':
				if (pursuit === null || event.error.code !== 'QUOTA') return undefined;
				return this.#become({ ...pursuit, goal: afterQuotaError(pursuit.goal, event.error.message) });
			case 'agent_end':
				return this.#ended(event, runId);
			default:
				return undefined;
		}
	}

	/** An active goal wants a next run behind each that it has counted; what persons said in the meantime goes first. */
	readonly afterRun: AfterRun = {
		next: ({ runId }) => (runId === this.#state.counted ? this.#nextRun() : undefined),
	};

	#nextRun(): OwnRun | undefined {
		const messages = this.#messages();
		if (messages === undefined) return undefined;
		return { kind: 'run', messages, failed: (error) => void this.#block(errorText(error)) };
	}

	/** No run of it comes to an end any more: an active goal would stand still. */
	async #block(reason: string): Promise<void> {
		if (this.goal?.status !== 'active') return;
		// In a store that fails it is paused by whoever reads it anew.
		await this.#put(withStatus(this.goal, 'blocked', reason)).catch(() => undefined);
	}

	#messages(): readonly Message[] | undefined {
		const { goal } = this;
		if (goal?.status !== 'active') return undefined;
		this.#state.asked = undefined;
		const waiting = this.#ports.takeWaiting();
		if (waiting.length > 0) return waiting;
		const id = this.#ports.identify('msg');
		this.#state.asked = id;
		const content = [{ type: 'text', text: goalPrompt(goal) }] as const;
		return [{ id, role: 'user', timestamp: this.#ports.clock.now(), content }];
	}

	/** In force at once, so that no run begins that a person did not want; told when it is written. */
	async #put(goal: Goal | null): Promise<void> {
		this.#state.pursuit = goal === null ? null : { goal, progress: noProgress };
		await this.#ports.write({ type: 'goal', data: { goal } });
		void this.#ports.say({ type: 'goal_updated', goal });
	}

	#ended(event: SessionAgentEnd, runId: string | undefined): Goal | undefined {
		const { asked, retried, pursuit } = this.#state;
		const before = runId !== undefined && retried?.runId === runId ? retried : undefined;
		const byGoal = before !== undefined || event.newMessages.some(({ id }) => id === asked);
		const usage = addUsage(before?.usage ?? noUsage, event.summary.usage);
		this.#state.retried = event.willRetry && byGoal ? { runId, usage } : undefined;
		if (event.willRetry) return undefined;
		this.#state.counted = runId;
		if (pursuit === null) return undefined;
		return this.#become(afterRun(pursuit, runOf(event, { ...event.summary, usage }, byGoal)));
	}

	#become(pursuit: Pursuit): Goal | undefined {
		const { goal: before } = this;
		this.#state.pursuit = pursuit;
		return pursuit.goal === before ? undefined : pursuit.goal;
	}
}

function runOf({ newMessages }: SessionAgentEnd, summary: RunSummary, byGoal: boolean): CountedRun {
	const done = newMessages.filter((message) => message.role === 'tool' && !message.isError);
	const doneCalls = done.filter((message) => message.role === 'tool' && message.toolName !== goalToolName).length;
	const answer = newMessages.findLast(({ role }) => role === 'assistant');
	return { byGoal, summary, doneCalls, answer: answer === undefined ? '' : textContent(answer).trim() };
}

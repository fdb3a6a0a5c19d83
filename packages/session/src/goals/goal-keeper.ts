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
import { tokensOf } from '../tokens-of.ts';
import { act, budgetLeft, type Goal, type GoalAction, type GoalBudget, reopened, withStatus } from './goal.ts';
import { afterAside, afterQuotaError, afterRun, type CountedRun, noProgress, type Pursuit } from './goal-runs.ts';
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

/** A run, from its beginning until its end is counted. */
interface GoalsRun {
	readonly runId: string | undefined;
	/** The goal that there was when it began: another one is not touched by it. */
	readonly goalNumber: number;
	/** What that goal lets it spend, if the goal began it. */
	readonly own: GoalBudget | undefined;
	/** What its tries that failed have used. */
	usage: Usage;
}

interface GoalState {
	pursuit: Pursuit | null;
	/** Tells the goal apart from those before it. */
	goalNumber: number;
	/** Whether the goal's next run is on its way. */
	isAsking: boolean;
	run: GoalsRun | undefined;
	/** The last run whose end has been counted, and whether it was the goal's own. */
	counted: { readonly runId: string | undefined; readonly byGoal: boolean } | undefined;
}

/** Holds the goal of a session: what persons, the model and runs make of it, and what its next run begins with. */
export class GoalKeeper {
	readonly #ports: GoalPorts;
	readonly #state: GoalState;

	/** `goal`: the one that the store has. */
	constructor(ports: GoalPorts, goal: Goal | null) {
		this.#ports = ports;
		this.#state = { pursuit: null, goalNumber: 0, isAsking: false, run: undefined, counted: undefined };
		this.renew(goal);
	}

	get goal(): Goal | null {
		return this.#state.pursuit?.goal ?? null;
	}

	/** What the model is offered beside other tools. A run is about the goal that there was when it began, and about no later one. */
	tools(): readonly Tool[] {
		const { goalNumber, run } = this.#state;
		if (run === undefined) return [];
		const isReplaced = run.goalNumber !== goalNumber;
		// A run whose goal is gone is told so when it calls.
		if (isReplaced ? run.own === undefined : this.goal?.status !== 'active') return [];
		return [goalTool((action) => this.#changeFor(run.goalNumber, action))];
	}

	/** What the live run may still spend of the budget of the goal that began it. */
	budgetLeft(): GoalBudget {
		const { own, usage } = this.#state.run ?? {};
		if (own === undefined || usage === undefined) return {};
		return {
			tokens: own.tokens === undefined ? undefined : own.tokens - tokensOf(usage),
			costUsd: own.costUsd === undefined ? undefined : own.costUsd - (usage.costUsd ?? 0),
		};
	}

	/** The model was asked something beside the conversation: what a run of the goal's own needed, or led to, is the goal's. */
	async spentAside(usage: Usage): Promise<void> {
		const { counted, pursuit, run } = this.#state;
		if (run !== undefined) run.usage = addUsage(run.usage, usage);
		else if (counted?.byGoal && pursuit !== null)
			await this.#tell({ ...pursuit, goal: afterAside(pursuit.goal, usage) });
	}

	/** This is what the store has. */
	renew(goal: Goal | null): void {
		this.#replace();
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
		if (action.action === 'create' || action.action === 'clear') this.#replace();
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
				this.#began(runId, promptIds);
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
		next: ({ runId }) => (runId === this.#state.counted?.runId ? this.#nextRun() : undefined),
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
		this.#state.isAsking = false;
		const waiting = this.#ports.takeWaiting();
		if (waiting.length > 0) return waiting;
		this.#state.isAsking = true;
		const id = this.#ports.identify('msg');
		const content = [{ type: 'text', text: goalPrompt(goal) }] as const;
		return [{ id, role: 'user', timestamp: this.#ports.clock.now(), content }];
	}

	/** In force at once, so that no run begins that a person did not want; told when it is written. */
	async #put(goal: Goal | null): Promise<void> {
		await this.#tell(goal === null ? null : { goal, progress: noProgress });
	}

	async #tell(pursuit: Pursuit | null): Promise<void> {
		const goal = pursuit?.goal ?? null;
		this.#state.pursuit = pursuit;
		await this.#ports.write({ type: 'goal', data: { goal } });
		void this.#ports.say({ type: 'goal_updated', goal });
	}

	/** A live run is another goal's from here on, or nobody's. */
	#replace(): void {
		this.#state.goalNumber++;
		this.#state.isAsking = false;
		if (this.#state.counted !== undefined) this.#state.counted = { ...this.#state.counted, byGoal: false };
	}

	/** Does what the model says in a run that began while there was a certain goal. */
	async #changeFor(goalNumber: number, action: GoalAction): Promise<Goal | null> {
		if (goalNumber === this.#state.goalNumber) return this.change(action);
		throw new SessionError(
			'GOAL_CONFLICT',
			`the goal that this run is about is gone, and the one that session ${this.#ports.sessionId} has now is left as it is: come to an end`,
		);
	}

	#began(runId: string | undefined, promptIds: readonly string[]): void {
		const { goalNumber, isAsking, run } = this.#state;
		this.#state.isAsking = false;
		if (run !== undefined && run.runId === runId) return;
		const own = isAsking && promptIds.length === 0 && this.goal !== null ? budgetLeft(this.goal) : undefined;
		this.#state.run = { runId, goalNumber, own, usage: noUsage };
	}

	#ended(event: SessionAgentEnd, runId: string | undefined): Goal | undefined {
		const { goalNumber, pursuit, run } = this.#state;
		const usage = addUsage(run?.usage ?? noUsage, event.summary.usage);
		if (event.willRetry) {
			if (run !== undefined) run.usage = usage;
			return undefined;
		}
		this.#state.run = undefined;
		const isOfBefore = run !== undefined && run.goalNumber !== goalNumber;
		const byGoal = !isOfBefore && run?.own !== undefined;
		this.#state.counted = { runId, byGoal };
		if (pursuit === null) return undefined;
		// Whoever stops a run wants nothing to go on by itself, whatever the run was about.
		if (isOfBefore && event.summary.endReason !== 'aborted') return undefined;
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

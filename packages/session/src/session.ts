import {
	type AbortReceipt,
	Agent,
	type AgentEvent,
	type Clock,
	errorInfo,
	type Identify,
	type Input,
	type Message,
	type ModelRef,
	type RunSummary,
	randomId,
	systemClock,
} from '@myelin/core';
import { SessionError } from './errors.ts';
import type { Envelope, OwnEvent } from './events.ts';
import type { HookScope } from './hooks.ts';
import type { RunNames } from './journal.ts';
import { modelFor, refOf } from './model-choice.ts';
import { queueItem } from './queue-item.ts';
import { sessionGates } from './session-gates.ts';
import type {
	PromptOptions,
	SessionListener,
	SessionOptions,
	SessionPorts,
	SubscribeOptions,
} from './session-options.ts';
import type { SessionState } from './session-state.ts';
import { Stream } from './stream.ts';
import { type PromptOutcome, Tickets } from './tickets.ts';
import { toolBinder } from './tool-binder.ts';

interface LiveRun {
	readonly runId: string;
	promptIds: readonly string[];
}

/**
 * A running conversation: an agent whose stream is numbered, shown to those who interfere, and passed on. Kernel events and
 * the session's own stand in one order; each is delivered whole before the next.
 */
export class Session {
	readonly id: string;
	readonly cwd: string;
	readonly #agent: Agent;
	readonly #ports: SessionPorts;
	readonly #clock: Clock;
	readonly #identify: Identify;
	readonly #stream: Stream;
	readonly #tickets = new Tickets();
	/** The messages that wait in the agent's queue. */
	readonly #queued = new Set<string>();
	#graceMs: number;
	#callOffExpiry = () => {};
	#run: LiveRun | undefined;
	/** What a subscriber threw in the delivery under way. */
	#thrown: { readonly error: unknown } | undefined;
	/** A failure is being told: another one of the telling itself goes to the diagnostics only. */
	#reporting = false;
	#closed = false;

	constructor(options: SessionOptions, ports: SessionPorts) {
		this.id = options.id;
		this.cwd = options.cwd;
		this.#ports = ports;
		this.#clock = ports.clock ?? systemClock;
		this.#identify = ports.identify ?? randomId;
		this.#graceMs = options.abortGraceMs ?? 2000;
		this.#stream = this.#createStream(options.replayBytes);
		this.#agent = this.#createAgent(options);
		this.#agent.subscribe((event, signal) => this.#hear(event, signal));
	}

	/**
	 * Hears every envelope from now on, or all after `afterSeq`: exactly, with deltas of one block merged where many were missed,
	 * or one `gap` instead of those that are gone. Returns what undoes it.
	 */
	subscribe(listener: SessionListener, { afterSeq }: SubscribeOptions = {}): () => void {
		return this.#stream.subscribe(listener, afterSeq);
	}

	/**
	 * Runs a prompt. Resolves after all events of the run that took it, for every way it can end; with `queued` if the live run
	 * ended without taking it. Rejects with `SESSION_BUSY` or `SESSION_CLOSED`, and with `LISTENER_FAILED` if a subscriber threw.
	 */
	async prompt(
		input: Input,
		{ promptId = this.#identify('prompt'), whenBusy = 'reject' }: PromptOptions = {},
	): Promise<PromptOutcome> {
		this.#assertOpen();
		if (this.#run === undefined) return this.#start(promptId, () => this.#agent.prompt(input));
		if (whenBusy === 'reject') {
			throw new SessionError(
				'SESSION_BUSY',
				`session ${this.id} was prompted while a run is live: wait for it, or say whenBusy`,
			);
		}
		const itemId = this.#enqueue(whenBusy === 'steer' ? 'steer' : 'followUp', input);
		return this.#tickets.issue(itemId, promptId);
	}

	/**
	 * Takes a prompt back. `aborting`: it had started the live run, which ends now. `removed`: it waited. `taken`: another prompt's
	 * run has taken it and goes on. `unknown`: there is no such prompt (any more).
	 */
	cancelPrompt(promptId: string): 'aborting' | 'removed' | 'taken' | 'unknown' {
		if (this.#run?.promptIds[0] === promptId) {
			void this.abort('the prompt was cancelled');
			return 'aborting';
		}
		if (this.#run?.promptIds.includes(promptId)) return 'taken';
		const itemId = this.#tickets.withdraw(promptId);
		if (itemId === undefined) return 'unknown';
		this.#agent.unqueue(itemId);
		this.#queued.delete(itemId);
		void this.#sayQueue();
		return 'removed';
	}

	/** Says something that the live run takes after its next tool or turn; returns the id of the message it will be. */
	steer(input: Input): string {
		this.#assertOpen();
		return this.#enqueue('steer', input);
	}

	/** Says something that is taken when the run would stop; returns the id of the message it will be. */
	followUp(input: Input): string {
		this.#assertOpen();
		return this.#enqueue('followUp', input);
	}

	/** Ends the live run; always answers. Nothing that is queued is lost. */
	abort(reason?: string, graceMs = this.#graceMs): Promise<AbortReceipt> {
		this.#graceMs = graceMs;
		return this.#agent.abort(reason, graceMs);
	}

	/** Changes the model, from the next model call on. Throws `MODEL_NOT_FOUND`. */
	setModel(ref: ModelRef): void {
		this.#assertOpen();
		const to = modelFor(this.#ports.models, ref);
		const from = this.#agent.state().model;
		this.#agent.set({ model: to });
		void this.say({ type: 'model_changed', from: refOf(from ?? to), to: refOf(to) });
	}

	/** The messages so far. */
	messages(): readonly Message[] {
		return this.#agent.state().messages;
	}

	/** A frozen picture of this moment. */
	state(): SessionState {
		const { model, thinkingLevel, isRunning, streamingMessage, pendingToolCalls, totalUsage, lastError, queue } =
			this.#agent.state();
		return Object.freeze({
			sessionId: this.id,
			seq: this.#stream.journal.told,
			cwd: this.cwd,
			model: model === undefined ? undefined : refOf(model),
			thinkingLevel,
			isRunning,
			...this.#names(),
			streamingMessage,
			pendingToolCalls,
			steering: queue.steering.map(queueItem),
			followUp: queue.followUp.map(queueItem),
			totalUsage,
			lastError,
		});
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		return this.#enter(event, {});
	}

	/** Aborts what runs and refuses whatever comes after. */
	async close(graceMs?: number): Promise<void> {
		this.#closed = true;
		await this.abort('the session is closing', graceMs);
	}

	#assertOpen(): void {
		if (this.#closed) throw new SessionError('SESSION_CLOSED', `session ${this.id} is closed`);
	}

	async #start(promptId: string, begin: () => Promise<RunSummary>): Promise<PromptOutcome> {
		const runId = this.#identify('run');
		this.#run = { runId, promptIds: [promptId] };
		try {
			const summary = await begin();
			this.#tickets.settle(runId, summary);
			return { promptId, runId, summary };
		} catch (thrown) {
			this.#tickets.fail(thrown);
			throw thrown;
		} finally {
			this.#callOffExpiry();
			this.#run = undefined;
			void this.#sayIdle();
		}
	}

	/** Comes after the answers to the prompts, and not at all if a next run has begun by then. */
	async #sayIdle(): Promise<void> {
		await this.#clock.breathe();
		if (this.#run === undefined && !this.#closed) await this.say({ type: 'session_idle' });
	}

	#enqueue(where: 'steer' | 'followUp', input: Input): string {
		const id = this.#agent[where](input);
		this.#queued.add(id);
		void this.#sayQueue();
		return id;
	}

	#sayQueue(): void | Promise<void> {
		const { steering, followUp } = this.#agent.queue;
		return this.say({ type: 'queue_update', steering: steering.map(queueItem), followUp: followUp.map(queueItem) });
	}

	/** The agent's one listener: whatever the kernel says enters the session's order here. */
	#hear(event: AgentEvent, signal: AbortSignal): void | Promise<void> {
		if (event.type === 'agent_start') this.#beginRun(signal);
		const names = this.#namesFor(event);
		const delivered = this.#enter(event.type === 'agent_end' ? { ...event, willRetry: false } : event, names);
		if (event.type === 'message_end' && this.#queued.delete(event.message.id)) void this.#sayQueue();
		if (delivered === undefined) return this.#passOn();
		return delivered.then(() => this.#passOn());
	}

	/** What a subscriber threw has been kept until the others were served; now it fails the run. */
	#passOn(): void {
		const thrown = this.#thrown;
		this.#thrown = undefined;
		if (thrown !== undefined) throw thrown.error;
	}

	#beginRun(signal: AbortSignal): void {
		this.#stream.begin(signal);
		// Subscribers are given up here first: to the agent the session is one listener, and it must not hang.
		signal.addEventListener('abort', () => this.#clock.after(this.#graceMs, () => this.#stream.expire()), {
			once: true,
		});
	}

	#namesFor(event: AgentEvent): RunNames {
		if (event.type === 'agent_start' || event.type === 'agent_end') return this.#names();
		if (event.type !== 'message_start' || this.#run === undefined) return {};
		const promptId = this.#tickets.take(event.message.id);
		if (promptId === undefined) return {};
		this.#run.promptIds = [...this.#run.promptIds, promptId];
		return { promptIds: [promptId] };
	}

	#names(): RunNames {
		return this.#run === undefined ? {} : { runId: this.#run.runId, promptIds: this.#run.promptIds };
	}

	#enter(event: Envelope['event'], names: RunNames): void | Promise<void> {
		return this.#stream.enter(event, names);
	}

	#subscriberFailed(error: unknown): void {
		if (this.#run !== undefined) this.#thrown ??= { error };
		else if (this.#reporting)
			this.#report(`a subscriber of session ${this.id} failed on session_error: ${errorInfo(error).message}`);
		else void this.#sayFailure(error);
	}

	async #sayFailure(error: unknown): Promise<void> {
		this.#reporting = true;
		await this.say({ type: 'session_error', error: errorInfo(error) });
		this.#reporting = false;
	}

	#scope(signal: AbortSignal): HookScope {
		return { sessionId: this.id, cwd: this.cwd, signal, report: (event) => void this.say(event) };
	}

	#report(text: string): void {
		this.#ports.onDiagnostic?.(text);
	}

	#createStream(ringLimit: number | undefined): Stream {
		return new Stream(
			{ sessionId: this.id, clock: this.#clock, ...(ringLimit === undefined ? {} : { ringLimit }) },
			{
				clock: this.#clock,
				observe: (envelope, signal) => this.#ports.hooks.observe(envelope, this.#scope(signal)),
				record: (envelope) => envelope,
				gapEvent: (from, to) => ({ type: 'gap', from, to, state: this.state() }),
				failed: (thrown) => this.#subscriberFailed(thrown),
				slow: (ms) => this.#report(`a subscriber holds session ${this.id} for more than ${ms} ms`),
			},
		);
	}

	#createAgent(options: SessionOptions): Agent {
		const { hooks, models, tools } = this.#ports;
		const bind = toolBinder(this.id);
		const { id: _id, model, ...settings } = options;
		return new Agent({
			...settings,
			model: modelFor(models, model),
			tools: () => tools.tools(this.id).map((tool) => bind(tool)),
			gates: sessionGates({ hooks, scope: (signal) => this.#scope(signal), say: (event) => this.say(event) }),
			clock: this.#clock,
			identify: this.#identify,
			onDiagnostic: (text) => this.#report(text),
		});
	}
}

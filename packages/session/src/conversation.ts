import {
	type AbortReceipt,
	type Agent,
	type AgentEvent,
	type AgentState,
	type Clock,
	type Identify,
	type Input,
	type Message,
	type Model,
	randomId,
	type Settings,
	systemClock,
} from '@myelin/core';
import type { Archive } from './archive.ts';
import { SessionError } from './errors.ts';
import type { OwnEvent, SessionEvent } from './events.ts';
import { FailureReport } from './failure-report.ts';
import type { HookScope } from './hooks.ts';
import type { RunNames } from './journal.ts';
import type { LoadedSession } from './load-session.ts';
import { Prompts } from './prompts.ts';
import { queueUpdate } from './queue-item.ts';
import { Recorder } from './recorder.ts';
import { RunDeadline } from './run-deadline.ts';
import { type AgentMaker, agentMaker } from './session-agent.ts';
import type { PromptOptions, SessionListener, SessionOptions, SessionPorts } from './session-options.ts';
import { Stream } from './stream.ts';
import type { PromptOutcome } from './tickets.ts';

/** What a conversation needs of its session. */
export interface ConversationPorts extends SessionPorts {
	readonly archive: Archive;
	/** What a subscriber gets that comes too late for the events between `from` and `to`. */
	gapEvent(from: number, to: number): SessionEvent;
}

/** What was said before. */
export interface Beginning {
	readonly model: Model;
	readonly loaded: LoadedSession | undefined;
}

/** The running part of a session: an agent whose every event is numbered, written and told, and the prompts that it answers. */
export class Conversation {
	readonly prompts: Prompts;
	readonly stream: Stream;
	readonly #id: string;
	readonly #cwd: string;
	readonly #ports: ConversationPorts;
	readonly #clock: Clock;
	readonly #identify: Identify;
	readonly #recorder: Recorder;
	readonly #agents: AgentMaker;
	/** To the agent the session is one listener, and it must not hang: others are given up before the agent gives up. */
	readonly #deadline: RunDeadline;
	readonly #failures: FailureReport;
	/** The messages that wait in the agent's queue. */
	readonly #queued = new Set<string>();
	#agent: Agent;
	readonly #graceMs: number;
	/** What goes on that nothing else may go on beside. */
	#doing: string | undefined;
	/** What a subscriber threw in the delivery under way, or what could not be written. */
	#thrown: { readonly error: unknown } | undefined;
	#isOver = false;

	constructor(options: SessionOptions, ports: ConversationPorts, { model, loaded }: Beginning) {
		this.#id = options.id;
		this.#cwd = options.cwd;
		this.#ports = ports;
		this.#clock = ports.clock ?? systemClock;
		this.#identify = ports.identify ?? randomId;
		this.#graceMs = options.abortGraceMs ?? 2000;
		this.prompts = new Prompts(loaded?.prompts);
		this.#recorder = this.#createRecorder();
		this.stream = this.#createStream(loaded?.seq ?? 0, options.replayBytes);
		this.#deadline = new RunDeadline(this.#clock, () => {
			this.stream.expire();
			this.#recorder.expire();
		});
		this.#failures = new FailureReport({
			say: (event) => this.say(event),
			onDiagnostic: (text) => this.#report(`session ${options.id}: ${text}`),
		});
		this.#agents = agentMaker(options, ports, this.#gatePorts(), (text) => this.#report(text));
		this.#agent = this.#listen(this.#agents.make(loaded?.messages ?? options.messages ?? [], { model }));
	}

	/** Where the agent stands. */
	get agent(): AgentState {
		return this.#agent.state();
	}

	/** Hears every envelope after `afterSeq`, or from now on. */
	subscribe(listener: SessionListener, afterSeq: number | undefined): () => void {
		return this.stream.subscribe(listener, afterSeq);
	}

	/** Takes a prompt: it starts a run, or waits, or is refused. */
	prompt(input: Input, promptId: string, whenBusy: NonNullable<PromptOptions['whenBusy']>): Promise<PromptOutcome> {
		return this.prompts.once(promptId, () => {
			if (this.prompts.run === undefined) return this.#startAlone(input, promptId);
			const waiting = this.prompts.tickets.itemOf(promptId);
			if (waiting === undefined && whenBusy === 'reject') return Promise.reject(this.#busy('was prompted'));
			const itemId = waiting ?? this.enqueue(whenBusy === 'steer' ? 'steer' : 'followUp', input);
			return this.prompts.tickets.issue(itemId, promptId);
		});
	}

	/** Queues a message; answers the id that it will have. */
	enqueue(where: 'steer' | 'followUp', input: Input): string {
		const id = this.#agent[where](input);
		this.#queued.add(id);
		void this.#sayQueue();
		return id;
	}

	/** Takes waiting messages back, all of them if none is named; answers those that did wait. */
	unqueue(itemIds: readonly string[] = [...this.#queued]): readonly string[] {
		const removed = itemIds.filter((itemId) => this.#queued.delete(itemId) && this.#agent.unqueue(itemId));
		for (const itemId of removed) this.prompts.tickets.drop(itemId);
		if (removed.length > 0) void this.#sayQueue();
		return removed;
	}

	/** Ends the live run; always answers. */
	abort(reason: string | undefined, graceMs = this.#graceMs): Promise<AbortReceipt> {
		if (this.prompts.run !== undefined) this.#deadline.after(graceMs);
		return this.#agent.abort(reason, graceMs);
	}

	/** Changes settings from the next model call on. */
	set(settings: Partial<Settings>): void {
		this.#agent.set(settings);
	}

	/** Does something that nothing else may go on beside. Rejects with `SESSION_BUSY`. */
	async alone<T>(what: string, action: () => Promise<T>): Promise<T> {
		if (this.prompts.run !== undefined || this.#doing !== undefined) throw this.#busy(what);
		this.#doing = what;
		try {
			if (this.#ports.archive.hasFailed) await this.#renew();
			return await action();
		} finally {
			this.#doing = undefined;
		}
	}

	/** Goes on with another history: a new agent takes over. */
	goOn(messages: readonly Message[]): void {
		const { model, thinkingLevel } = this.agent;
		this.#agent = this.#listen(this.#agents.make(messages, { model, thinkingLevel }, this.#agent));
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		if (!this.#isOver) return this.stream.enter(event, {});
	}

	/** Nothing is said from here on. */
	end(): void {
		this.#isOver = true;
	}

	#busy(what: string): SessionError {
		const doing = this.#doing === undefined ? 'a run is live: wait for it, or say whenBusy' : `it ${this.#doing}`;
		return new SessionError('SESSION_BUSY', `session ${this.#id} ${what} while ${doing}`);
	}

	/** A prompt that waits since an earlier run is run now, and not a second time. */
	#startAlone(input: Input, promptId: string): Promise<PromptOutcome> {
		if (this.#doing !== undefined) return Promise.reject(this.#busy('was prompted'));
		const waiting = this.prompts.tickets.withdraw(promptId);
		if (waiting !== undefined) this.unqueue([waiting]);
		if (!this.#ports.archive.hasFailed) return this.#start(input, promptId);
		return this.alone('is being read anew', async () => undefined).then(() => this.#start(input, promptId));
	}

	async #start(input: Input, promptId: string): Promise<PromptOutcome> {
		const runId = this.#identify('run');
		const messages = this.#agent.messagesFrom(input);
		const ids = messages.map(({ id }) => id);
		this.prompts.begin(runId, promptId, ids);
		this.#recorder.begin();
		try {
			const summary = await this.#agent.prompt({ messages });
			this.prompts.tickets.settle(runId, summary);
			return { promptId, runId, summary };
		} catch (thrown) {
			const error = this.#recorder.failure ?? thrown;
			this.prompts.tickets.fail(error);
			throw error;
		} finally {
			this.#deadline.callOff();
			this.prompts.over();
			void this.#sayIdle();
		}
	}

	/** After a failed write what the store holds is what happened. */
	async #renew(): Promise<void> {
		const loaded = await this.#ports.archive.renew();
		this.prompts.renew(loaded.prompts);
		this.goOn(loaded.messages);
		this.#requeue();
	}

	/** A waiting message whose writing failed has left the agent's queue, but never entered history. */
	#requeue(): void {
		const waiting = new Set([...this.#agent.queue.steering, ...this.#agent.queue.followUp].map(({ id }) => id));
		for (const message of this.#recorder.takeUnwritten()) {
			if (this.#queued.has(message.id) && !waiting.has(message.id)) this.#agent.steer({ messages: [message] });
		}
	}

	/** Comes after the answers to the prompts, and not at all if a next run has begun by then. */
	async #sayIdle(): Promise<void> {
		await this.#clock.breathe();
		if (this.prompts.run === undefined) await this.say({ type: 'session_idle' });
	}

	#sayQueue(): void | Promise<void> {
		return this.say(queueUpdate(this.#agent.queue));
	}

	#listen(agent: Agent): Agent {
		agent.subscribe((event, signal) => this.#hear(event, signal));
		return agent;
	}

	/** The agent's one listener: whatever the kernel says enters the session's order here. */
	#hear(event: AgentEvent, signal: AbortSignal): void | Promise<void> {
		if (event.type === 'agent_start') this.#beginRun(signal);
		const passed = this.#recorder.pass(event.type === 'agent_end' ? { ...event, willRetry: false } : event);
		if (passed === undefined) return;
		const delivered = this.stream.enter(passed, this.#namesFor(event));
		if (delivered === undefined) return this.#delivered(event);
		return delivered.then(() => this.#delivered(event));
	}

	/** What a subscriber threw has been kept until the others were served; now it fails the run. */
	#delivered(event: AgentEvent): void {
		if (this.#recorder.failure === undefined) {
			if (event.type === 'message_end') this.#queued.delete(event.message.id);
			if (event.type === 'agent_end') this.prompts.ended(event.summary);
		}
		const thrown = this.#thrown;
		this.#thrown = undefined;
		if (thrown !== undefined) throw thrown.error;
	}

	#beginRun(signal: AbortSignal): void {
		this.stream.begin(signal);
		// The kernel may abort by itself, because a listener failed.
		signal.addEventListener('abort', () => this.#deadline.after(this.#graceMs), { once: true });
	}

	#namesFor(event: AgentEvent): RunNames {
		if (event.type === 'agent_start' || event.type === 'agent_end') return this.prompts.names();
		if (event.type !== 'message_start') return {};
		const promptId = this.prompts.take(event.message.id);
		return promptId === undefined ? {} : { promptIds: [promptId] };
	}

	#failed(error: unknown): void {
		if (this.prompts.run !== undefined) this.#thrown ??= { error };
		else this.#failures.tell(error);
	}

	#scope(signal: AbortSignal): HookScope {
		return { sessionId: this.#id, cwd: this.#cwd, signal, report: (event) => void this.say(event) };
	}

	#report(text: string): void {
		this.#ports.onDiagnostic?.(text);
	}

	#gatePorts() {
		return {
			hooks: this.#ports.hooks,
			scope: (signal: AbortSignal) => this.#scope(signal),
			say: (event: OwnEvent) => this.say(event),
		};
	}

	#createRecorder(): Recorder {
		return new Recorder({
			log: this.#ports.archive.log,
			concerns: this.#ports.concerns,
			promptOf: (messageId) => this.prompts.promptOf(messageId),
			wasQueued: (messageId) => this.#queued.has(messageId),
			queue: () => queueUpdate(this.#agent.queue),
			say: (event) => void this.say(event),
			failRun: (error) => {
				if (this.prompts.run !== undefined) this.#thrown ??= { error };
			},
		});
	}

	#createStream(seq: number, ringLimit: number | undefined): Stream {
		const options = { sessionId: this.#id, clock: this.#clock, seq };
		return new Stream(ringLimit === undefined ? options : { ...options, ringLimit }, {
			clock: this.#clock,
			reserve: (number) => this.#recorder.reserve(number),
			observe: (envelope, signal) => this.#ports.hooks.observe(envelope, this.#scope(signal)),
			record: (envelope) => this.#recorder.record(envelope),
			gapEvent: (from, to) => this.#ports.gapEvent(from, to),
			failed: (thrown) => this.#failed(thrown),
			slow: (ms) => this.#report(`a subscriber holds session ${this.#id} for more than ${ms} ms`),
		});
	}
}

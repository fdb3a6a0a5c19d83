import {
	type Agent,
	type AgentEvent,
	type AgentState,
	type Clock,
	defaultRetry,
	type Message,
	type Model,
	randomId,
	systemClock,
} from '@myelin/core';
import type { Archive } from './archive.ts';
import { SessionChoices } from './choices.ts';
import type { CompactionSettings } from './compaction/budget.ts';
import type { EntryBody } from './entries.ts';
import type { OwnEvent, SessionEvent } from './events.ts';
import { FailureReport } from './failure-report.ts';
import type { HookScope } from './hooks.ts';
import type { RunNames } from './journal.ts';
import type { LoadedSession } from './load-session.ts';
import { modelFor, refOf } from './model-choice.ts';
import { OfferedTools } from './offered-tools.ts';
import { OwnWork } from './own-work.ts';
import { Prompts } from './prompts.ts';
import { Recorder } from './recorder.ts';
import { RunDriver } from './run-driver.ts';
import { type AgentMaker, agentMaker } from './session-agent.ts';
import type { SessionListener, SessionOptions, SessionPorts } from './session-options.ts';
import { Stream } from './stream.ts';
import { WaitingMessages } from './waiting-messages.ts';

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

/** The running part of a session: an agent whose every event is numbered, written and told, and whose runs are driven by `runs`. */
export class Conversation {
	readonly prompts: Prompts;
	readonly waiting: WaitingMessages;
	readonly runs: RunDriver;
	readonly work: OwnWork;
	readonly stream: Stream;
	readonly choices: SessionChoices;
	readonly tools: OfferedTools;
	readonly #id: string;
	readonly #cwd: string;
	readonly #ports: ConversationPorts;
	readonly #clock: Clock;
	readonly #recorder: Recorder;
	readonly #agents: AgentMaker;
	readonly #failures: FailureReport;
	#agent: Agent;
	/** What a subscriber threw in the delivery under way, or what could not be written. */
	#thrown: { readonly error: unknown } | undefined;
	/** When the request of the turn was ready for the model. Unix milliseconds. */
	#requestedAt: number | undefined;
	/** The live run's, or that of the last. */
	#signal: AbortSignal | undefined;
	readonly #stopWatching: () => void;
	#isOver = false;

	constructor(options: SessionOptions, ports: ConversationPorts, { model, loaded }: Beginning) {
		this.#id = options.id;
		this.#cwd = options.cwd;
		this.#ports = ports;
		this.#clock = ports.clock ?? systemClock;
		this.prompts = new Prompts(loaded?.prompts, loaded?.asked);
		this.waiting = new WaitingMessages({
			tickets: this.prompts.tickets,
			agent: () => this.#agent,
			say: (event) => this.say(event),
		});
		this.#recorder = this.#createRecorder();
		this.stream = this.#createStream(loaded?.seq ?? 0, options.replayBytes);
		this.#failures = new FailureReport({
			say: (event) => this.say(event),
			onDiagnostic: (text) => this.#report(`session ${options.id}: ${text}`),
		});
		this.work = this.#createWork(options.compaction, loaded);
		const { thinkingLevel = 'off' } = options;
		this.choices = new SessionChoices(
			{ model, thinkingLevel, tools: loaded?.tools ?? null },
			{ find: (ref) => modelFor(ports.models, ref), apply: (inForce) => this.#agent.set(inForce) },
		);
		this.tools = new OfferedTools(options.id, ports.tools, this.choices);
		this.#stopWatching = this.tools.watch((event) => void this.say(event));
		this.#agents = agentMaker(options, ports, {
			gates: this.#gatePorts(),
			tools: () => this.tools.now(),
			ownTools: () => this.work.goals.tools(),
			budgetLeft: () => this.work.goals.budgetLeft(),
			onDiagnostic: (text) => this.#report(text),
		});
		this.#agent = this.#listen(this.#agents.make(loaded?.messages ?? options.messages ?? [], { model, thinkingLevel }));
		this.runs = this.#createDriver(options);
	}

	/** Where the agent stands. */
	get agent(): AgentState {
		return this.#agent.state();
	}

	/** Hears every envelope after `afterSeq`, or from now on. */
	subscribe(listener: SessionListener, afterSeq: number | undefined): () => void {
		return this.stream.subscribe(listener, afterSeq);
	}

	/** Goes on with another history: a new agent takes over. */
	goOn({ messages, shown }: Pick<LoadedSession, 'messages' | 'shown'>): void {
		const { model, thinkingLevel } = this.choices.inForce;
		this.stream.told.reset();
		this.#agent = this.#listen(this.#agents.make(messages, { model, thinkingLevel }, this.#agent));
		this.work.compactor.show(shown);
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		if (!this.#isOver) return this.stream.enter(event, {});
	}

	/** Nothing is said from here on. */
	end(): void {
		this.#isOver = true;
		this.work.memory?.stop();
		this.#stopWatching();
	}

	/** After a failed write what the store holds is what happened. */
	async #renew(): Promise<void> {
		const loaded = await this.#ports.archive.renew();
		this.prompts.renew(loaded.prompts);
		this.work.goals.renew(loaded.goal);
		this.goOn(loaded);
		this.waiting.requeue(this.#recorder.takeUnwritten());
	}

	#listen(agent: Agent): Agent {
		agent.subscribe((event, signal) => this.#hear(event, signal));
		return agent;
	}

	/** The agent's one listener: whatever the kernel says enters the session's order here. */
	#hear(event: AgentEvent, signal: AbortSignal): void | Promise<void> {
		if (event.type === 'agent_start') this.#beginRun(signal);
		if (event.type === 'turn_start') this.#requestedAt = undefined;
		const passed = this.#recorder.pass(event.type === 'agent_end' ? { ...event, willRetry: false } : event);
		if (passed === undefined) return;
		const told = passed.type === 'agent_end' ? this.runs.ending(passed) : passed;
		const delivered = this.stream.enter(told, this.#namesFor(event));
		if (delivered === undefined) return this.#delivered(event);
		return delivered.then(() => this.#delivered(event));
	}

	/** What a subscriber threw has been kept until the others were served; now it fails the run. */
	#delivered(event: AgentEvent): void {
		if (this.#recorder.failure === undefined) {
			if (event.type === 'message_end') this.waiting.entered(event.message.id);
			if (event.type === 'agent_end') this.runs.ended(event.summary);
		}
		const thrown = this.#thrown;
		this.#thrown = undefined;
		if (thrown !== undefined) throw thrown.error;
	}

	#beginRun(signal: AbortSignal): void {
		this.#signal = signal;
		this.stream.begin(signal);
		this.runs.watch(signal);
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

	#write(entry: EntryBody): void | Promise<void> {
		return this.#ports.archive.write(entry, this.stream.journal.entered, this.#clock.now());
	}

	#report(text: string): void {
		this.#ports.onDiagnostic?.(text);
	}

	#gatePorts() {
		return {
			hooks: this.#ports.hooks,
			scope: (signal: AbortSignal) => this.#scope(signal),
			say: (event: OwnEvent) => this.say(event),
			beforeRequest: (history: readonly Message[], signal: AbortSignal) =>
				this.work.compactor.beforeRequest(history, signal),
			recoverOverflow: (signal: AbortSignal) => this.work.compactor.recoverOverflow(signal),
			requested: () => {
				this.#requestedAt = this.#clock.now();
			},
		};
	}

	#createRecorder(): Recorder {
		return new Recorder({
			log: this.#ports.archive.log,
			concerns: this.#ports.concerns,
			promptOf: (messageId) => this.prompts.promptOf(messageId),
			digestOf: (promptId) => this.prompts.digestOf(promptId),
			wasQueued: (messageId) => this.waiting.has(messageId),
			queue: () => this.waiting.update(),
			isNamed: () => this.#ports.archive.isNamed,
			named: (name) => this.#ports.archive.rename(name),
			isAborting: () => this.#signal?.aborted ?? false,
			model: () => refOf(this.choices.inForce.model),
			requestedAt: () => this.#requestedAt,
			goalAfter: (envelope) => this.work.goals.take(envelope),
			say: (event) => void this.say(event),
			failRun: (error) => {
				if (this.prompts.run !== undefined) this.#thrown ??= { error };
			},
		});
	}

	#createWork(compaction: CompactionSettings = {}, loaded: LoadedSession | undefined): OwnWork {
		const { hooks, identify = randomId, memory } = this.#ports;
		const ports = {
			sessionId: this.#id,
			cwd: this.#cwd,
			hooks,
			clock: this.#clock,
			identify,
			compaction,
			memory,
			agent: () => this.agent,
			scope: (signal: AbortSignal) => this.#scope(signal),
			runId: () => this.prompts.run?.runId,
			say: (event: OwnEvent) => this.say(event),
			write: (entry: EntryBody) => this.#write(entry),
			takeWaiting: () => this.waiting.takeAll(),
			begin: (messages: () => readonly Message[] | undefined) => void this.runs.begin(messages),
			report: (text: string) => this.#report(text),
		};
		const work = new OwnWork(ports, loaded);
		if (work.memory !== undefined) this.stream.subscribe((envelope) => work.memory?.hear(envelope), undefined);
		return work;
	}

	#createDriver({ abortGraceMs = 2000, retry = defaultRetry, runRetries = 1 }: SessionOptions): RunDriver {
		const { archive, identify = randomId, random = Math.random, afterRun = [] } = this.#ports;
		return new RunDriver({
			sessionId: this.#id,
			clock: this.#clock,
			identify,
			prompts: this.prompts,
			waiting: this.waiting,
			recorder: this.#recorder,
			graceMs: abortGraceMs,
			retries: { maxAttempts: runRetries, calls: retry, random },
			afterRun: [...afterRun, ...this.work.afterRun],
			choices: this.choices,
			agent: () => this.#agent,
			hasFailed: () => archive.hasFailed,
			renew: () => this.#renew(),
			expire: () => {
				this.stream.expire();
				this.#recorder.expire();
			},
			say: (event) => this.say(event),
			report: (text) => this.#report(text),
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

import {
	type Agent,
	type AgentState,
	type Clock,
	defaultRetry,
	type Message,
	type Model,
	randomId,
	systemClock,
} from '@myelin/core';
import type { OwnRun } from './after-run.ts';
import type { Archive } from './archive.ts';
import { SessionChoices } from './choices.ts';
import type { CompactionSettings } from './compaction/budget.ts';
import type { EntryBody } from './entries.ts';
import type { OwnEvent, SessionEvent } from './events.ts';
import { FailureReport } from './failure-report.ts';
import { Hearing } from './hearing.ts';
import type { HookScope } from './hooks.ts';
import { InputReader } from './input-reader.ts';
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
	readonly inputs: InputReader;
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
	readonly #hearing: Hearing;
	#agent: Agent;
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
		this.inputs = new InputReader({
			sessionId: options.id,
			hooks: ports.hooks,
			agent: () => this.#agent,
			scope: (signal) => this.#scope(signal),
		});
		this.#recorder = this.#createRecorder();
		this.stream = this.#createStream(loaded?.seq ?? 0, options.replayBytes);
		this.#hearing = this.#createHearing();
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
		agent.subscribe((event, signal) => this.#hearing.hear(event, signal));
		return agent;
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
			requested: () => this.#hearing.requested(this.#clock.now()),
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
			isAborting: () => this.#hearing.isAborting,
			model: () => refOf(this.choices.inForce.model),
			requestedAt: () => this.#hearing.requestedAt,
			goalAfter: (envelope) => this.work.goals.take(envelope),
			say: (event) => void this.say(event),
			failRun: (error) => this.#hearing.failRun(error),
		});
	}

	#createHearing(): Hearing {
		const failures = new FailureReport({
			say: (event) => this.say(event),
			onDiagnostic: (text) => this.#report(`session ${this.#id}: ${text}`),
		});
		return new Hearing({
			recorder: this.#recorder,
			stream: this.stream,
			prompts: this.prompts,
			waiting: this.waiting,
			runs: () => this.runs,
			tell: (error) => failures.tell(error),
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
			begin: (run: () => OwnRun | undefined) => void this.runs.begin(run),
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
			inputs: this.inputs,
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
			failed: (thrown) => this.#hearing.failed(thrown),
			slow: (ms) => this.#report(`a subscriber holds session ${this.#id} for more than ${ms} ms`),
		});
	}
}

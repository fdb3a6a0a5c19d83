import {
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
import type { EntryBody } from './entries.ts';
import { EventPath, type EventPathPorts } from './event-path.ts';
import type { OwnEvent, SessionEndReason } from './events.ts';
import type { HookScope } from './hooks.ts';
import { InputReader } from './input-reader.ts';
import type { LoadedSession } from './load-session.ts';
import { modelFor, refOf } from './model-choice.ts';
import { OfferedTools } from './offered-tools.ts';
import { OwnWork } from './own-work.ts';
import { Prompts } from './prompts.ts';
import { RunDriver } from './run-driver.ts';
import { SessionAgent } from './session-agent.ts';
import type { SessionListener, SessionOptions, SessionPorts } from './session-options.ts';
import type { Stream } from './stream.ts';
import { WaitingMessages } from './waiting-messages.ts';

/** What a conversation needs of its session. */
export interface ConversationPorts extends SessionPorts {
	readonly archive: Archive;
	readonly gapEvent: EventPathPorts['gapEvent'];
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
	readonly choices: SessionChoices;
	readonly tools: OfferedTools;
	readonly #id: string;
	readonly #cwd: string;
	readonly #ports: ConversationPorts;
	readonly #clock: Clock;
	readonly #path: EventPath;
	readonly #agent: SessionAgent;
	readonly #stopWatching: () => void;

	constructor(options: SessionOptions, ports: ConversationPorts, { model, loaded }: Beginning) {
		this.#id = options.id;
		this.#cwd = options.cwd;
		this.#ports = ports;
		this.#clock = ports.clock ?? systemClock;
		this.prompts = new Prompts(loaded?.prompts, loaded?.asked);
		this.waiting = new WaitingMessages({
			tickets: this.prompts.tickets,
			agent: () => this.#agent.now,
			say: (event) => this.say(event),
		});
		this.inputs = new InputReader({
			sessionId: options.id,
			hooks: ports.hooks,
			agent: () => this.#agent.now,
			scope: (signal) => this.scope(signal),
		});
		this.#path = this.#createPath(loaded?.seq ?? 0, options.replayBytes);
		this.work = this.#createWork(options, loaded);
		const { thinkingLevel = 'off' } = options;
		this.choices = new SessionChoices(
			{ model, thinkingLevel, tools: loaded?.tools ?? null },
			{ find: (ref) => modelFor(ports.models, ref), apply: (inForce) => this.#agent.now.set(inForce) },
		);
		this.tools = new OfferedTools(options.id, ports.tools, this.choices);
		this.#stopWatching = this.tools.watch((event) => void this.say(event));
		this.#agent = new SessionAgent(
			options,
			ports,
			{
				gates: this.#gatePorts(),
				tools: () => this.tools.now(),
				ownTools: () => this.work.goals.tools(),
				budget: { left: () => this.work.goals.budgetLeft(), aside: () => this.work.usedAside },
				hear: (event, signal) => this.#path.hearing.hear(event, signal),
				onDiagnostic: (text) => this.#report(text),
			},
			{ messages: loaded?.messages ?? options.messages ?? [], model, thinkingLevel },
		);
		this.runs = this.#createDriver(options);
	}

	/** The session's one order. */
	get stream(): Stream {
		return this.#path.stream;
	}

	/** Where the agent stands. */
	get agent(): AgentState {
		return this.#agent.now.state();
	}

	/** Hears every envelope after `afterSeq`, or from now on. */
	subscribe(listener: SessionListener, afterSeq: number | undefined, seenSeq?: number): () => void {
		return this.stream.subscribe(listener, afterSeq, seenSeq);
	}

	/** Goes on with another history: a new agent takes over. */
	goOn({ messages, shown }: Pick<LoadedSession, 'messages' | 'shown'>): void {
		const { model, thinkingLevel } = this.choices.inForce;
		this.stream.told.reset();
		this.#agent.renew({ messages, model, thinkingLevel });
		this.work.compactor.show(shown);
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		return this.#path.say(event);
	}

	/** Where whoever interferes is called; `signal` ends the call. */
	scope(signal: AbortSignal): HookScope {
		return { sessionId: this.#id, cwd: this.#cwd, signal, report: (event) => void this.say(event) };
	}

	/** Its end is the last that is said; whoever hears it has so many milliseconds to return. */
	async end(reason: SessionEndReason, graceMs: number): Promise<void> {
		this.#stopWatching();
		await this.#path.end(reason, graceMs);
	}

	/** After a failed write what the store holds is what happened. */
	async #renew(): Promise<void> {
		const loaded = await this.#ports.archive.renew();
		this.prompts.renew(loaded.prompts);
		this.work.goals.renew(loaded.goal);
		this.goOn(loaded);
		this.waiting.requeue(this.#path.recorder.takeUnwritten());
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
			scope: (signal: AbortSignal) => this.scope(signal),
			say: (event: OwnEvent) => this.say(event),
			beforeRequest: (history: readonly Message[], signal: AbortSignal) =>
				this.work.compactor.beforeRequest(history, signal),
			recoverOverflow: (signal: AbortSignal) => this.work.compactor.recoverOverflow(signal),
			requested: () => this.#path.hearing.requested(this.#clock.now()),
		};
	}

	#createPath(seq: number, replayBytes: number | undefined): EventPath {
		const { archive, concerns, hooks, gapEvent } = this.#ports;
		return new EventPath({
			sessionId: this.#id,
			clock: this.#clock,
			seq,
			replayBytes,
			archive,
			hooks,
			concerns,
			prompts: this.prompts,
			waiting: this.waiting,
			runs: () => this.runs,
			model: () => refOf(this.choices.inForce.model),
			goalAfter: (envelope) => this.work.goals.take(envelope),
			scope: (signal) => this.scope(signal),
			gapEvent,
			report: (text) => this.#report(text),
		});
	}

	#createWork({ compaction = {}, retry = defaultRetry }: SessionOptions, loaded: LoadedSession | undefined): OwnWork {
		const { hooks, identify = randomId, memory, random = Math.random } = this.#ports;
		const ports = {
			sessionId: this.#id,
			cwd: this.#cwd,
			hooks,
			clock: this.#clock,
			identify,
			compaction,
			memory,
			retries: { policy: retry, random },
			agent: () => this.agent,
			scope: (signal: AbortSignal) => this.scope(signal),
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
			recorder: this.#path.recorder,
			graceMs: abortGraceMs,
			retries: { maxAttempts: runRetries, calls: retry, random },
			afterRun: [...afterRun, ...this.work.afterRun],
			choices: this.choices,
			agent: () => this.#agent.now,
			hasFailed: () => archive.hasFailed,
			renew: () => this.#renew(),
			expire: () => this.#path.expire(),
			say: (event) => this.say(event),
			report: (text) => this.#report(text),
		});
	}
}

import {
	type AbortReceipt,
	type Input,
	type Message,
	type ModelRef,
	systemClock,
	type ThinkingLevel,
} from '@myelin/core';
import { Archive } from './archive.ts';
import type { SessionTool } from './catalog.ts';
import type { CompactionResult } from './compaction/compactor.ts';
import { Conversation } from './conversation.ts';
import { SessionError } from './errors.ts';
import type { OwnEvent, SessionEndReason } from './events.ts';
import type { ForkPoint } from './fork-session.ts';
import type { Goal, GoalAction } from './goals/goal.ts';
import type { HookScope } from './hooks.ts';
import { createKept, type KeptSession, openKept, readKept } from './kept-session.ts';
import { modelFor, modelOrDefault } from './model-choice.ts';
import { OwnChanges } from './own-changes.ts';
import { OwnSteps } from './own-steps.ts';
import type { EntriesPage, EntriesQuery } from './read-entries.ts';
import { readState } from './read-state.ts';
import { headerOf, optionsOf } from './session-header.ts';
import { SessionLife } from './session-life.ts';
import { nameFault } from './session-name.ts';
import type {
	CompactOptions,
	OpenOptions,
	PromptOptions,
	SessionListener,
	SessionOptions,
	SessionPorts,
	StepOptions,
	SubscribeOptions,
} from './session-options.ts';
import type { SessionState } from './session-state.ts';
import type { SessionStore } from './store.ts';
import { type CancelledPrompt, Talk } from './talk.ts';
import type { PromptOutcome } from './tickets.ts';

/** Milliseconds that a session's end waits for each who does not return, unless it is said otherwise. */
const defaultGraceMs = 2000;

/**
 * A running conversation: an agent whose stream is numbered, shown to those who interfere, written, and passed on. Kernel events
 * and the session's own stand in one order; each is delivered whole before the next, and what lasts is written before it is visible.
 */
export class Session {
	readonly id: string;
	readonly cwd: string;
	/** What a person should know of the session as it was found: cut, unreadable, unknown. */
	readonly findings: readonly string[];
	readonly #archive: Archive;
	readonly #conversation: Conversation;
	readonly #changes: OwnChanges;
	readonly #steps: OwnSteps;
	readonly #talk: Talk;
	readonly #life: SessionLife;
	#isClosed = false;

	/** A session that nothing keeps, or one that a store has: `create` and `open` make those. */
	constructor(options: SessionOptions, ports: SessionPorts, kept?: KeptSession) {
		this.id = options.id;
		this.cwd = options.cwd;
		this.findings = kept?.findings ?? [];
		this.#archive = new Archive(options.id, kept, ports);
		this.#conversation = new Conversation(
			options,
			{ ...ports, archive: this.#archive, gapEvent: (from, to) => ({ type: 'gap', from, to, state: this.state() }) },
			{ model: modelFor(ports.models, options.model), loaded: kept?.loaded },
		);
		const { clock = systemClock, hooks, identify, models } = ports;
		const assertWritable = () => this.#assertWritable();
		const parts = { archive: this.#archive, conversation: this.#conversation, assertWritable };
		this.#changes = new OwnChanges({ ...parts, models, clock });
		this.#talk = new Talk({ ...parts, models, identify });
		this.#life = new SessionLife({ hooks, clock, scope: (signal) => this.scope(signal) });
		this.#steps = new OwnSteps({ ...parts, changes: this.#changes, ask: (step) => this.#life.ask(step) });
		this.#life.begin();
	}

	/** Makes a session that a store keeps. Rejects with `SESSION_EXISTS`, `MODEL_NOT_FOUND`, `STORE_WRITE_FAILED`. */
	static async create(store: SessionStore, options: SessionOptions, ports: SessionPorts): Promise<Session> {
		modelFor(ports.models, options.model);
		const header = headerOf(options, (ports.clock ?? systemClock).now());
		return new Session(options, ports, await createKept(store, header, ports));
	}

	/**
	 * Goes on with a session that a store has; what a person should know of it is said as `notice` and is in `findings`.
	 * Rejects with `SESSION_NOT_FOUND`, `SESSION_LOCKED`, `SESSION_VERSION`, `SESSION_DAMAGED`, `MODEL_NOT_FOUND`.
	 */
	static async open(
		store: SessionStore,
		sessionId: string,
		ports: SessionPorts,
		{ readOnly = false, ...more }: OpenOptions = {},
	): Promise<Session> {
		const kept = await (readOnly ? readKept : openKept)(store, sessionId, ports);
		try {
			const { model, findings } = modelOrDefault(ports.models, kept.loaded.model ?? kept.reader.header.model);
			const options = { ...optionsOf(kept.reader.header, kept.loaded, model), ...more };
			const session = new Session(options, ports, { ...kept, findings: [...kept.findings, ...findings] });
			for (const message of session.findings) void session.say({ type: 'notice', level: 'warning', message });
			return session;
		} catch (error) {
			await kept.log?.lease.release();
			throw error;
		}
	}

	/**
	 * Hears every envelope from now on, or all after `afterSeq`: exactly, with deltas of one block merged where many were missed,
	 * or one `gap` instead of those that are gone. The first to subscribe hears at once what was amiss when the session began. Returns what undoes it.
	 */
	subscribe(listener: SessionListener, { afterSeq, seenSeq }: SubscribeOptions = {}): () => void {
		const undo = this.#conversation.subscribe(listener, afterSeq, seenSeq);
		// A listener may need what undoes it.
		queueMicrotask(() => this.#life.heard());
		return undo;
	}

	/**
	 * Runs a prompt, once under its `promptId` however often it is asked for. Resolves after all events of the run that took it,
	 * for every way it can end; with `queued` if the live run ended without taking it. Rejects with `SESSION_BUSY`, `SESSION_CLOSED`,
	 * `SESSION_READ_ONLY`, `RUN_LOST`, `PROMPT_MISMATCH` if something else was asked under that id, `MODEL_NOT_FOUND`, `TOOL_NOT_FOUND`, with `LISTENER_FAILED` if a subscriber threw, and with `STORE_WRITE_FAILED`.
	 */
	prompt(input: Input, options: PromptOptions = {}): Promise<PromptOutcome> {
		this.#life.heard();
		return this.#talk.prompt(input, options);
	}

	/**
	 * Takes a prompt back. `aborting`: it had started the live run, which ends now. `removed`: it waited. `taken`: another prompt's
	 * run has taken it and goes on. `unknown`: there is no such prompt (any more).
	 */
	cancelPrompt(promptId: string): CancelledPrompt {
		return this.#talk.cancelPrompt(promptId);
	}

	/** Says something that the live run takes after its next tool or turn; gives the id of the message it will be, later if a plugin takes time over it. */
	steer(input: Input): string | Promise<string> {
		return this.#talk.enqueue('steer', input);
	}

	/** Says something that is taken when the run would stop; gives the id as `steer` does. */
	followUp(input: Input): string | Promise<string> {
		return this.#talk.enqueue('followUp', input);
	}

	/** Takes waiting messages back, all of them if none is named; answers those that did wait. Prompts that waited reject with `CANCELLED`. */
	unqueue(itemIds?: readonly string[]): readonly string[] {
		return this.#conversation.waiting.unqueue(itemIds);
	}

	/** Ends the live run and what follows by itself; always answers. Nothing that is queued is lost; an active goal is paused. */
	abort(reason?: string, graceMs?: number): Promise<AbortReceipt> {
		return this.#talk.abort(reason, graceMs);
	}

	/** Changes the model, from the next model call on. Rejects with `MODEL_NOT_FOUND`. */
	setModel(ref: ModelRef): Promise<void> {
		return this.#changes.model(ref);
	}

	/** Changes how much the model thinks, from the next model call on. */
	setThinkingLevel(thinkingLevel: ThinkingLevel): Promise<void> {
		return this.#changes.thinkingLevel(thinkingLevel);
	}

	/** Offers these tools alone, or all that there are, from the next model call on. Rejects with `TOOL_NOT_FOUND`. */
	setTools(names: readonly string[] | null): Promise<void> {
		return this.#changes.tools(names);
	}

	/** The tools that the session offers. */
	tools(): readonly SessionTool[] {
		return this.#conversation.tools.now();
	}

	/** Names the session, by one line of at most 200 characters; null takes the name away. Throws a `TypeError` for what is no name. */
	rename(name: string | null): Promise<void> {
		const fault = name === null ? undefined : nameFault(name);
		if (fault !== undefined) throw new TypeError(fault);
		return this.#changes.name(name);
	}

	/** Labels an entry; null takes the label away. Rejects with `ENTRY_NOT_FOUND`. */
	label(entryId: string, label: string | null): Promise<void> {
		return this.#changes.label(entryId, label);
	}

	/**
	 * Gives the session a goal, or does something with the one that it has; answers what it is then. An active goal starts runs by
	 * itself while nobody prompts, until it is complete, blocked or at the end of its budget, or a run of it was aborted or failed.
	 * Opened again, an active goal is paused. Rejects with `GOAL_NOT_FOUND`, `GOAL_CONFLICT`.
	 */
	setGoal(action: GoalAction): Promise<Goal | null> {
		return this.#changes.goal(action);
	}

	/**
	 * Goes on behind another entry, null for the beginning; a restart does not forget it. Like `fork`, `compact` and `askDelete` it waits for
	 * a compaction that goes on, and rejects with `SESSION_BUSY` while a run is live, with `CANCELLED`, `ENTRY_NOT_FOUND`, `DENIED`.
	 */
	navigate(entryId: string | null, options?: StepOptions): Promise<void> {
		return this.#steps.navigate(entryId, options);
	}

	/** Makes another session of what stands up to an entry. Rejects with `SESSION_BUSY`, `CANCELLED`, `SESSION_EXISTS`, `ENTRY_NOT_FOUND`, `DENIED`. */
	fork(store: SessionStore, point: ForkPoint, options?: StepOptions): Promise<void> {
		return this.#steps.fork(store, point, options);
	}

	/**
	 * Lets a summary stand for the older messages, from the next request on. History and entries stay whole, prompts meanwhile wait, an abort ends it. Rejects with `SESSION_BUSY`, `NOTHING_TO_COMPACT`, `COMPACTION_FAILED`,
	 * `DENIED`, `CANCELLED`, `STORE_WRITE_FAILED`; then nothing is changed.
	 */
	compact(options: CompactOptions = {}): Promise<CompactionResult> {
		return this.#steps.compact(options);
	}

	/** Asks whoever guards this session whether it may be deleted; then it is to be closed. Rejects with `SESSION_BUSY`, `CANCELLED`, `DENIED`. */
	askDelete(options?: StepOptions): Promise<void> {
		return this.#steps.askDelete(options);
	}

	/** Does what the first prompt would do first, while nobody waits: measures what is offered, and lets the model load what its first call needs. Rejects as the model does. */
	async prepare(): Promise<void> {
		this.#conversation.work.compactor.prepare();
		await this.#conversation.choices.chosen.model.prepare?.();
	}

	/** The messages so far. */
	messages(): readonly Message[] {
		return this.#conversation.agent.messages;
	}

	/** One page of what is written, of all branches, in the order of writing. */
	entries(query: EntriesQuery = {}): Promise<EntriesPage> {
		return this.#archive.entries(query);
	}

	/** Whether a run is live, or about to be. */
	get isBusy(): boolean {
		return this.#conversation.prompts.run !== undefined;
	}

	/** A frozen picture of this moment; of a session that has ended, the one before its end. */
	state(): SessionState {
		return readState({ sessionId: this.id, cwd: this.cwd, archive: this.#archive, conversation: this.#conversation });
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		return this.#conversation.say(event);
	}

	/**
	 * Aborts what runs, refuses whatever comes after, tells every subscriber why it is over, as the last that they hear, and gives the session
	 * back to its store. What does not stop, or return, in `graceMs` is waited for no longer. Rejects with `STORE_WRITE_FAILED`.
	 */
	async close(graceMs = defaultGraceMs, reason: SessionEndReason = 'closed'): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		await this.abort('the session is closing', graceMs);
		await this.#life.end(graceMs);
		await this.#conversation.work.memory?.close();
		await this.#conversation.end(reason, graceMs);
		await this.#archive.close(this.#conversation.stream.journal.entered);
	}

	/** Where whoever interferes is called for something that belongs to no run; `signal` ends the call. */
	scope(signal: AbortSignal): HookScope {
		return this.#conversation.scope(signal);
	}

	#assertWritable(): void {
		if (this.#isClosed) throw new SessionError('SESSION_CLOSED', `session ${this.id} is closed`);
		this.#archive.assertWritable();
	}
}

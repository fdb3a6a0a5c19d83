import {
	type AbortReceipt,
	type Clock,
	type Input,
	type Message,
	type ModelRef,
	randomId,
	systemClock,
	type ThinkingLevel,
} from '@myelin/core';
import { Archive } from './archive.ts';
import type { SessionTool } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { CompactionResult } from './compaction/compactor.ts';
import { Conversation } from './conversation.ts';
import { SessionError } from './errors.ts';
import type { OwnEvent } from './events.ts';
import type { ForkPoint } from './fork-session.ts';
import type { Goal, GoalAction } from './goals/goal.ts';
import type { HookScope, SessionStep } from './hooks.ts';
import { createKept, type KeptSession, openKept, readKept } from './kept-session.ts';
import { modelFor, modelOrDefault } from './model-choice.ts';
import { OwnChanges } from './own-changes.ts';
import { isBlank } from './prompt-input.ts';
import type { EntriesPage, EntriesQuery } from './read-entries.ts';
import { writeFailure } from './recorder.ts';
import { headerOf, optionsOf } from './session-header.ts';
import type {
	CompactOptions,
	OpenOptions,
	PromptOptions,
	SessionListener,
	SessionOptions,
	SessionPorts,
	SubscribeOptions,
} from './session-options.ts';
import { type SessionState, stateOf } from './session-state.ts';
import { askBefore } from './session-step.ts';
import type { SessionStore } from './store.ts';
import type { PromptOutcome } from './tickets.ts';

/**
 * A running conversation: an agent whose stream is numbered, shown to those who interfere, written, and passed on. Kernel events
 * and the session's own stand in one order; each is delivered whole before the next, and what lasts is written before it is visible.
 */
export class Session {
	readonly id: string;
	readonly cwd: string;
	/** What a person should know of the session as it was found: cut, unreadable, unknown. */
	readonly findings: readonly string[];
	readonly #ports: SessionPorts;
	readonly #clock: Clock;
	readonly #archive: Archive;
	readonly #conversation: Conversation;
	readonly #changes: OwnChanges;
	/** Aborts when the session has ended. */
	readonly #over = new AbortController();
	#isClosed = false;

	/** A session that nothing keeps, or one that a store has: `create` and `open` make those. */
	constructor(options: SessionOptions, ports: SessionPorts, kept?: KeptSession) {
		this.id = options.id;
		this.cwd = options.cwd;
		this.findings = kept?.findings ?? [];
		this.#ports = ports;
		this.#clock = ports.clock ?? systemClock;
		this.#archive = new Archive(options.id, kept, ports);
		const gapEvent = (from: number, to: number) => ({ type: 'gap', from, to, state: this.state() }) as const;
		this.#conversation = new Conversation(
			options,
			{ ...ports, archive: this.#archive, gapEvent },
			{ model: modelFor(ports.models, options.model), loaded: kept?.loaded },
		);
		this.#changes = new OwnChanges({
			archive: this.#archive,
			conversation: this.#conversation,
			models: ports.models,
			clock: this.#clock,
			assertWritable: () => this.#assertWritable(),
		});
		void ports.hooks.lifecycle('session_start', this.scope(this.#over.signal));
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
	 * or one `gap` instead of those that are gone. Returns what undoes it.
	 */
	subscribe(listener: SessionListener, { afterSeq }: SubscribeOptions = {}): () => void {
		return this.#conversation.subscribe(listener, afterSeq);
	}

	/**
	 * Runs a prompt, once under its `promptId` however often it is asked for. Resolves after all events of the run that took it,
	 * for every way it can end; with `queued` if the live run ended without taking it. Rejects with `SESSION_BUSY`, `SESSION_CLOSED`,
	 * `SESSION_READ_ONLY`, `RUN_LOST`, `PROMPT_MISMATCH` if something else was asked under that id, `MODEL_NOT_FOUND`, `TOOL_NOT_FOUND`, with `LISTENER_FAILED` if a subscriber threw, and with `STORE_WRITE_FAILED`.
	 */
	async prompt(input: Input, options: PromptOptions = {}): Promise<PromptOutcome> {
		this.#assertSayable(input);
		const { promptId = (this.#ports.identify ?? randomId)('prompt'), whenBusy = 'reject' } = options;
		return this.#conversation.runs.prompt(input, { promptId, whenBusy, own: this.#ownChoices(options) });
	}

	/**
	 * Takes a prompt back. `aborting`: it had started the live run, which ends now. `removed`: it waited. `taken`: another prompt's
	 * run has taken it and goes on. `unknown`: there is no such prompt (any more).
	 */
	cancelPrompt(promptId: string): 'aborting' | 'removed' | 'taken' | 'unknown' {
		const { prompts, runs, waiting } = this.#conversation;
		const { run, tickets } = prompts;
		if (runs.held.takeBack(promptId)) return 'removed';
		if (run?.promptIds[0] === promptId) {
			void this.abort('the prompt was cancelled');
			return 'aborting';
		}
		if (run?.promptIds.includes(promptId)) return 'taken';
		if (this.#conversation.inputs.cancel(promptId)) return 'removed';
		const itemId = tickets.withdraw(promptId);
		if (itemId === undefined) return 'unknown';
		waiting.unqueue([itemId]);
		return 'removed';
	}

	/** Says something that the live run takes after its next tool or turn; gives the id of the message it will be, later if a plugin takes time over it. */
	steer(input: Input): string | Promise<string> {
		return this.#enqueue('steer', input);
	}

	/** Says something that is taken when the run would stop; gives the id as `steer` does. */
	followUp(input: Input): string | Promise<string> {
		return this.#enqueue('followUp', input);
	}

	/** Takes waiting messages back, all of them if none is named; answers those that did wait. Prompts that waited reject with `CANCELLED`. */
	unqueue(itemIds?: readonly string[]): readonly string[] {
		return this.#conversation.waiting.unqueue(itemIds);
	}

	/** Ends the live run and what follows by itself; always answers. Nothing that is queued is lost; an active goal is paused. */
	async abort(reason?: string, graceMs?: number): Promise<AbortReceipt> {
		const { inputs, work, prompts, runs } = this.#conversation;
		inputs.cancel();
		const pause = () =>
			work.goals
				.pause('its session was told to stop')
				.catch((error: unknown) => void this.say({ type: 'session_error', error: writeFailure(error) }));
		const wasLive = prompts.run !== undefined;
		const pausing = wasLive ? undefined : pause();
		const receipt = await runs.abort(reason, graceMs);
		await pausing;
		// The end of a run that is stopped pauses it, too; one that was ending already does not.
		if (wasLive && !receipt.stopped) await pause();
		return receipt;
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

	/** Names the session; null takes the name away. */
	rename(name: string | null): Promise<void> {
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
	async setGoal(action: GoalAction): Promise<Goal | null> {
		this.#assertWritable();
		return this.#conversation.work.goals.change(action);
	}

	/** Goes on behind another entry, null for the beginning; a restart does not forget it. Rejects with `SESSION_BUSY`, `ENTRY_NOT_FOUND`, `DENIED`. */
	async navigate(entryId: string | null): Promise<void> {
		if (entryId !== null) this.#archive.assertEntry(entryId);
		await this.#conversation.runs.alone('goes to another entry', async () => {
			await this.#ask({ point: 'session_before_navigate', entryId });
			const from = this.#archive.leaf;
			await this.#changes.write({ type: 'leaf', data: { entryId } });
			this.#conversation.goOn(await this.#archive.branch());
			void this.say({ type: 'branch_changed', from, to: entryId });
		});
	}

	/** Makes another session of what stands up to an entry. Rejects with `SESSION_BUSY`, `SESSION_EXISTS`, `ENTRY_NOT_FOUND`, `DENIED`. */
	async fork(store: SessionStore, point: ForkPoint): Promise<void> {
		await this.#conversation.runs.alone('is being forked', async () => {
			const { entryId = this.#archive.leaf, sessionId: newSessionId } = point;
			await this.#ask({ point: 'session_before_fork', entryId, newSessionId });
			await this.#archive.fork(store, point);
		});
	}

	/**
	 * Lets a summary stand for the older messages, from the next request on. History and entries stay whole, prompts meanwhile wait, an abort ends it. Rejects with `SESSION_BUSY`, `NOTHING_TO_COMPACT`, `COMPACTION_FAILED`,
	 * `DENIED`, `CANCELLED`, `STORE_WRITE_FAILED`; then nothing is changed.
	 */
	async compact({ instructions, signal }: CompactOptions = {}): Promise<CompactionResult> {
		this.#assertWritable();
		const { runs, work } = this.#conversation;
		const compact = (own: AbortSignal) =>
			work.compactor.byHand(instructions, signal === undefined ? own : AbortSignal.any([signal, own]));
		return runs.alone('is being compacted', compact, 'wait');
	}

	/** Asks whoever guards this session whether it may be deleted; then it is to be closed. Rejects with `SESSION_BUSY`, `DENIED`. */
	askDelete(): Promise<void> {
		return this.#conversation.runs.alone('is being deleted', () => this.#ask({ point: 'session_before_delete' }));
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

	/** A frozen picture of this moment. */
	state(): SessionState {
		return stateOf({ sessionId: this.id, cwd: this.cwd, archive: this.#archive, conversation: this.#conversation });
	}

	/** Says an event of the session's own, in its turn; resolves when it has been delivered. */
	say(event: OwnEvent): void | Promise<void> {
		return this.#conversation.say(event);
	}

	/** Aborts what runs, refuses whatever comes after, and gives the session back to its store. Rejects with `STORE_WRITE_FAILED`. */
	async close(graceMs?: number): Promise<void> {
		if (this.#isClosed) return;
		this.#isClosed = true;
		await this.abort('the session is closing', graceMs);
		await this.#tellShutdown(graceMs);
		this.#conversation.end();
		await this.#archive.close(this.#conversation.stream.journal.entered);
	}

	/** Where whoever interferes is called for something that belongs to no run; `signal` ends the call. */
	scope(signal: AbortSignal): HookScope {
		return { sessionId: this.id, cwd: this.cwd, signal, report: (event) => void this.say(event) };
	}

	#ask(step: SessionStep): Promise<void> {
		return askBefore(step, this.#ports.hooks, this.scope(this.#over.signal));
	}

	/** Whoever observes the end has as long as what runs has to stop. */
	async #tellShutdown(graceMs = 2000): Promise<void> {
		const callOff = this.#clock.after(graceMs, () => this.#over.abort());
		await this.#ports.hooks.lifecycle('session_shutdown', this.scope(this.#over.signal));
		callOff();
		this.#over.abort();
	}

	/** What a prompt wants for its run alone. */
	#ownChoices({ model, thinkingLevel, tools }: PromptOptions): Partial<Choices> {
		if (tools !== undefined) this.#conversation.tools.assertKnown(tools);
		return {
			...(model === undefined ? {} : { model: modelFor(this.#ports.models, model) }),
			...(thinkingLevel === undefined ? {} : { thinkingLevel }),
			...(tools === undefined ? {} : { tools }),
		};
	}

	#assertWritable(): void {
		if (this.#isClosed) throw new SessionError('SESSION_CLOSED', `session ${this.id} is closed`);
		if (this.#archive.isReadOnly)
			throw new SessionError('SESSION_READ_ONLY', `session ${this.id} was opened for reading only`);
	}

	#enqueue(where: 'steer' | 'followUp', input: Input): string | Promise<string> {
		this.#assertSayable(input);
		const { inputs, waiting } = this.#conversation;
		const read = inputs.read(input, where === 'steer' ? 'steer' : 'follow_up');
		return read instanceof Promise ? read.then((left) => waiting.enqueue(where, left)) : waiting.enqueue(where, read);
	}

	#assertSayable(input: Input): void {
		this.#assertWritable();
		if (isBlank(input)) throw new TypeError('something must be said, and the text is empty');
	}
}

import type { AbortReceipt, AgentOptions, AgentState, Input } from './agent-options.ts';
import { Emitter, type Listener } from './emitter.ts';
import { AgentError, errorText } from './errors.ts';
import type { AgentEvent, RunSummary } from './events.ts';
import { deepFreeze } from './freeze.ts';
import type { AssistantMessage, Block, Message, UserMessage } from './messages.ts';
import { createPacer } from './pacer.ts';
import { RequestView } from './request-view.ts';
import { abortOf, type Run, type RunConfig } from './run.ts';
import { configOf, settingsOf } from './run-config.ts';
import { playTurns, take } from './run-turns.ts';
import {
	createState,
	type KernelState,
	offeredTools,
	type Queue,
	type Settings,
	transition,
	withoutItem,
} from './state.ts';
import { createWaiter } from './wait.ts';

interface LiveRun {
	readonly controller: AbortController;
	readonly deadline: AbortController;
	/** What listeners threw, the first one first. */
	readonly failures: unknown[];
	/** Who wants to know at once that the person interjects. */
	readonly interjections: Set<() => void>;
	abandoned: readonly string[];
	/** When its abort's grace is over, on the clock that only rises; Infinity while it is not aborted. */
	due: number;
	callOffDeadline: () => void;
	/** Resolves when the run is over and its last listener has returned. */
	readonly over: Promise<void>;
}

/** What the agent is doing. While `agent_end` is delivered (`ending`) one next run may be booked. */
type Phase =
	| { readonly is: 'idle' }
	| { readonly is: 'running'; readonly run: LiveRun }
	| { readonly is: 'ending'; readonly run: LiveRun; booked: (() => void) | undefined };

const idle: Phase = { is: 'idle' };
const never: AbortSignal = new AbortController().signal;

/**
 * Holds a conversation and runs it. Its only output is the stream that `subscribe` gives; its own state is the stream's first
 * consumer. Listeners are trusted code: one that throws fails the run.
 */
export class Agent {
	readonly #state: KernelState;
	readonly #config: RunConfig;
	readonly #options: AgentOptions;
	readonly #emitter: Emitter<AgentEvent>;
	/** History only grows, also from run to run. */
	readonly #view = new RequestView();
	#phase: Phase = idle;
	#signal: AbortSignal = never;

	constructor(options: AgentOptions = {}) {
		this.#options = options;
		this.#config = configOf(options);
		this.#state = createState(settingsOf(options), deepFreeze([...(options.messages ?? [])]));
		this.#emitter = new Emitter({
			clock: this.#config.clock,
			slowListenerMs: options.slowListenerMs ?? 1000,
			apply: (event) => this.#apply(event),
			signal: () => this.#signal,
			failed: (thrown, when) => this.#listenerFailed(thrown, when),
			slow: (ms) => this.#report(`a listener holds the stream for more than ${ms} ms`),
			dropped: () => this.#report('a listener was still busy with the run before and has been unsubscribed'),
		});
	}

	/** Hears every event from now on; returns what undoes it. */
	subscribe(listener: Listener<AgentEvent>): () => void {
		return this.#emitter.subscribe(listener);
	}

	/**
	 * Runs with `input` as its prompt. Resolves with the summary for every way a run can end; rejects with `ALREADY_RUNNING`
	 * at once if a run is live, and with `LISTENER_FAILED` if a listener threw (its error is the cause).
	 */
	async prompt(input: Input): Promise<RunSummary> {
		const messages = this.messagesFrom(input);
		if (messages.length === 0) throw new TypeError('prompt needs at least one message, and got none');
		const odd = messages.find(({ role }) => role === 'assistant' || role === 'tool');
		if (odd !== undefined) {
			throw new TypeError(`prompt takes messages of the user and custom ones, and got one of role ${odd.role}`);
		}
		return this.#start(messages);
	}

	/** Runs on from what history ends with; rejects with `NOTHING_TO_CONTINUE` if that is an answer and nothing is queued. */
	async continue(): Promise<RunSummary> {
		if (this.#phase.is === 'running') throw alreadyRunning();
		const last = this.#state.history.findLast(({ role }) => !role.startsWith('custom:'));
		const { steering, followUp } = this.#state.queue;
		const answered =
			last === undefined || (last.role === 'assistant' && last.stopReason !== 'aborted' && last.stopReason !== 'pause');
		if (answered && steering.length + followUp.length === 0) {
			throw new AgentError(
				'NOTHING_TO_CONTINUE',
				'continue was asked, but history does not end with something to answer',
			);
		}
		return this.#start(answered && steering.length === 0 ? take(followUp, this.#config.takeFollowUps) : []);
	}

	/** Says something to the live run, taken after the next tool or turn; with no live run it waits for the next. Returns the message's id. */
	steer(input: Input): string {
		return this.#enqueue('steering', input);
	}

	/** Says something that is taken when the run would stop. Returns the message's id. */
	followUp(input: Input): string {
		return this.#enqueue('followUp', input);
	}

	/** What waits to be taken. */
	get queue(): Queue {
		return this.#state.queue;
	}

	/** Takes a waiting message back; false if it does not wait (any more). */
	unqueue(id: string): boolean {
		const before = this.#state.queue;
		this.#state.queue = withoutItem(before, id);
		return this.#state.queue !== before;
	}

	/**
	 * Ends the live run. Tools and listeners that have not returned after the grace are abandoned, so this always answers; a
	 * second abort can only shorten the grace. Nothing that is queued is lost.
	 */
	async abort(reason?: string, graceMs = this.#config.abortGraceMs): Promise<AbortReceipt> {
		const phase = this.#phase;
		if (phase.is === 'idle') return { stopped: false, abandoned: [], queue: this.#state.queue };
		const stopped = phase.is === 'running' && !phase.run.controller.signal.aborted;
		this.#interrupt(phase.run, reason, graceMs);
		await phase.run.over;
		return { stopped, abandoned: phase.run.abandoned, queue: this.#state.queue };
	}

	/** Resolves when no run is live and the last listener has returned. Rejects with `WOULD_DEADLOCK` inside a listener's synchronous part. */
	async waitForIdle(): Promise<void> {
		if (this.#emitter.isCalling) {
			throw new AgentError('WOULD_DEADLOCK', 'waitForIdle was called by a listener, which the run itself waits for');
		}
		while (this.#phase.is !== 'idle') await this.#phase.run.over;
	}

	/** A frozen picture of this moment. */
	state(): AgentState {
		const { history, streaming, pending, totalUsage, queue, settings, lastError } = this.#state;
		const length = history.length;
		let messages: readonly Message[] | undefined;
		return Object.freeze({
			// History only grows, so the copy can wait until somebody reads it.
			get messages() {
				messages ??= Object.freeze(history.slice(0, length));
				return messages;
			},
			streamingMessage: streaming === undefined ? null : (streaming.message as AssistantMessage),
			pendingToolCalls: Object.freeze([...pending.values()]),
			totalUsage,
			isRunning: this.#phase.is === 'running',
			queue,
			model: settings.model,
			thinkingLevel: settings.thinkingLevel,
			systemPrompt: settings.systemPrompt,
			tools: Object.freeze([...offeredTools(settings)]),
			lastError,
		});
	}

	/** Changes settings; they take effect at the next model call. */
	set(settings: Partial<Settings>): void {
		this.#state.settings = { ...this.#state.settings, ...settings };
	}

	/** The messages that an input becomes: frozen, with ids. */
	messagesFrom(input: Input): readonly Message[] {
		if (typeof input === 'object' && 'messages' in input) return deepFreeze([...input.messages]);
		return [this.#userMessage(input)];
	}

	#userMessage(input: string | readonly Block[]): UserMessage {
		const content: readonly Block[] = typeof input === 'string' ? [{ type: 'text', text: input }] : input;
		return deepFreeze({ id: this.#config.identify('msg'), role: 'user', timestamp: this.#config.clock.now(), content });
	}

	#enqueue(place: keyof Queue, input: Input): string {
		const message = this.messagesFrom(input)[0];
		if (message?.role !== 'user') throw new TypeError('steer and followUp take one user message');
		const { queue } = this.#state;
		this.#state.queue = deepFreeze({ ...queue, [place]: [...queue[place], message] });
		if (place === 'steering' && this.#phase.is === 'running') for (const act of this.#phase.run.interjections) act();
		return message.id;
	}

	#start(messages: readonly Message[]): Promise<RunSummary> {
		const phase = this.#phase;
		switch (phase.is) {
			case 'idle':
				return this.#run(messages);
			case 'running':
				return Promise.reject(alreadyRunning());
			case 'ending':
				if (phase.booked !== undefined) return Promise.reject(alreadyRunning());
				return new Promise((resolve, reject) => {
					phase.booked = () => this.#run(messages).then(resolve, reject);
				});
		}
	}

	async #run(messages: readonly Message[]): Promise<RunSummary> {
		let settle = () => {};
		const over = new Promise<void>((resolve) => {
			settle = resolve;
		});
		const live: LiveRun = {
			controller: new AbortController(),
			deadline: new AbortController(),
			failures: [],
			interjections: new Set(),
			abandoned: [],
			due: Number.POSITIVE_INFINITY,
			callOffDeadline: () => undefined,
			over,
		};
		this.#phase = { is: 'running', run: live };
		this.#signal = live.controller.signal;
		this.#emitter.begin();
		const run = this.#runOf(live);
		try {
			const summary = await playTurns(run, messages);
			if (live.failures.length > 0) throw listenerFailed(live.failures);
			return summary;
		} finally {
			run.waiter.release();
			run.graceful.release();
			live.callOffDeadline();
			this.#finish(settle);
		}
	}

	#runOf({ controller: { signal }, deadline, failures, interjections }: LiveRun): Run {
		return {
			state: this.#state,
			config: this.#config,
			emit: (event) => this.#emitter.emit(event.type === 'message_update' ? event : deepFreeze(event)),
			signal,
			interruption: () => (failures.length > 0 ? { kind: 'listener', thrown: failures[0] } : abortOf(signal)),
			waiter: createWaiter(signal, this.#options.onWait),
			graceful: createWaiter(deadline.signal, this.#options.onWait),
			onInterjection: (action) => {
				interjections.add(action);
				return () => interjections.delete(action);
			},
			view: this.#view,
			pacer: createPacer(this.#config.clock),
		};
	}

	#finish(settle: () => void): void {
		const booked = this.#phase.is === 'ending' ? this.#phase.booked : undefined;
		this.#phase = idle;
		this.#signal = never;
		booked?.();
		settle();
	}

	#apply(event: AgentEvent): void {
		if (event.type === 'agent_end' && this.#phase.is === 'running') {
			this.#phase = { is: 'ending', run: this.#phase.run, booked: undefined };
		}
		transition(this.#state, event);
	}

	#interrupt(run: LiveRun, reason: string | undefined, graceMs: number): void {
		const { clock } = this.#config;
		const due = clock.elapsed() + graceMs;
		if (due >= run.due) return;
		run.due = due;
		run.callOffDeadline();
		run.callOffDeadline = clock.after(graceMs, () => {
			run.abandoned = [...this.#state.pending.keys()];
			run.deadline.abort();
			this.#emitter.expire();
		});
		run.controller.abort(reason);
	}

	#listenerFailed(thrown: unknown, when: 'live' | 'late'): void {
		if (when === 'late' || this.#phase.is === 'idle') {
			this.#report(`a listener failed too late to change its run: ${errorText(thrown)}`);
			return;
		}
		this.#phase.run.failures.push(thrown);
		this.#interrupt(this.#phase.run, 'a listener failed', this.#config.abortGraceMs);
	}

	#report(text: string): void {
		this.#options.onDiagnostic?.(text);
	}
}

function listenerFailed([first, ...also]: unknown[]): AgentError {
	const more = also.length === 0 ? '' : ` (and then: ${also.map(errorText).join('; ')})`;
	return new AgentError('LISTENER_FAILED', `a listener failed: ${errorText(first)}${more}`, first);
}

function alreadyRunning(): AgentError {
	return new AgentError('ALREADY_RUNNING', 'a run was asked for while one is live: wait for it, steer it, or abort it');
}

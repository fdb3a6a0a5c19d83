import {
	type AbortReceipt,
	type Agent,
	type AgentEnd,
	type Clock,
	errorText,
	type Identify,
	type Input,
	type Message,
	type RunSummary,
} from '@myelin/core';
import type { AfterRun, EndedRun, OwnRun } from './after-run.ts';
import { Aside, type WhilePrompted } from './aside.ts';
import type { Choices, SessionChoices } from './choices.ts';
import { SessionError } from './errors.ts';
import type { OwnEvent, SessionAgentEnd } from './events.ts';
import { Following } from './following.ts';
import { HeldPrompts } from './held-prompts.ts';
import type { InputReader } from './input-reader.ts';
import { digestOf } from './prompt-input.ts';
import type { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import { RunDeadline } from './run-deadline.ts';
import { RunRetries, type RunRetryPolicy } from './run-retries.ts';
import type { PromptOptions } from './session-options.ts';
import type { PromptOutcome } from './tickets.ts';
import type { WaitingMessages } from './waiting-messages.ts';

/** What driving runs needs of a session. */
export interface RunDriverPorts {
	readonly sessionId: string;
	readonly clock: Clock;
	readonly identify: Identify;
	readonly prompts: Prompts;
	readonly waiting: WaitingMessages;
	readonly inputs: InputReader;
	readonly recorder: Recorder;
	/** Milliseconds that tools and subscribers have to stop after an abort. */
	readonly graceMs: number;
	readonly retries: RunRetryPolicy;
	/** Who may want something when a run is over, in this order. */
	readonly afterRun: readonly AfterRun[];
	readonly choices: SessionChoices;
	agent(): Agent;
	/** Whether a write has failed, so that what the store holds must be read anew. */
	hasFailed(): boolean;
	renew(): Promise<void>;
	/** Nobody is waited for any longer in the live run. */
	expire(): void;
	say(event: OwnEvent): void | Promise<void>;
	report(text: string): void;
}

/** How a prompt is to be taken. */
export interface PromptTerms {
	readonly promptId: string;
	readonly whenBusy: NonNullable<PromptOptions['whenBusy']>;
	/** For its run alone. */
	readonly own: Partial<Choices>;
}

interface RunOutcome {
	readonly runId: string;
	readonly summary: RunSummary;
}

/** Begins runs, answers their prompts, and does what follows by itself, one thing at a time; idle is said when nothing does. */
export class RunDriver {
	readonly #ports: RunDriverPorts;
	/** The prompts that wait for what goes on aside. */
	readonly held = new HeldPrompts();
	/** To the agent the session is one listener, and it must not hang: others are given up before the agent gives up. */
	readonly #deadline: RunDeadline;
	/** What goes on that nothing else may go on beside. */
	#aside: Aside | undefined;
	/** The session's own tries to go on with the live run. */
	#retries: RunRetries | undefined;
	/** How the live run ended, once that is told. */
	#ended: EndedRun | undefined;
	readonly #following: Following;

	constructor(ports: RunDriverPorts) {
		this.#ports = ports;
		this.#deadline = new RunDeadline(ports.clock, () => ports.expire());
		this.#following = new Following({
			clock: ports.clock,
			deciders: ports.afterRun,
			settled: () => this.#aside?.over,
			isTaken: () => ports.prompts.run !== undefined,
			work: ({ what, work }) => this.alone(what, work, 'wait'),
			run: (messages) => this.#runByItself(messages),
			say: (event) => ports.say(event),
		});
	}

	/** Whether the run is to be gone on with: one that waits for that is live, though nothing runs. */
	get willGoOn(): boolean {
		return this.#retries?.next !== undefined;
	}

	/** Takes a prompt: it starts a run, or waits, or is refused. */
	prompt(input: Input, terms: PromptTerms): Promise<PromptOutcome> {
		return this.#ports.prompts.once(terms.promptId, digestOf(input), () => {
			const { promptId, whenBusy } = terms;
			const read = this.#ports.inputs.read(input, whenBusy === 'reject' ? 'prompt' : whenBusy, promptId);
			return read instanceof Promise ? read.then((left) => this.#take(left, terms)) : this.#take(read, terms);
		});
	}

	/** Ends the live run, and what goes on by itself; always answers. */
	async abort(reason: string | undefined, graceMs = this.#ports.graceMs): Promise<AbortReceipt> {
		this.#following.callOff();
		this.held.takeBack();
		if (this.#ports.prompts.run !== undefined) this.#deadline.after(graceMs);
		const stopped = (await this.#aside?.abort(reason, graceMs)) ?? false;
		if (this.#retries?.cut({ reason, graceMs })) {
			await this.#retries.over;
			return { stopped: true, abandoned: [], queue: this.#ports.agent().queue };
		}
		const receipt = await this.#ports.agent().abort(reason, graceMs);
		return { ...receipt, stopped: stopped || receipt.stopped };
	}

	/** Does something that nothing else may go on beside; prompts meanwhile are refused or wait. Rejects with `SESSION_BUSY`. */
	async alone<T>(
		what: string,
		action: (signal: AbortSignal) => Promise<T>,
		prompts: WhilePrompted = 'refuse',
	): Promise<T> {
		if (this.#ports.prompts.run !== undefined || this.#aside !== undefined) throw this.#busy(what);
		const aside = new Aside(what, prompts, this.#ports.clock);
		this.#aside = aside;
		try {
			if (this.#ports.hasFailed()) await this.#ports.renew();
			return await action(aside.signal);
		} finally {
			this.#aside = undefined;
			aside.end();
		}
	}

	/**
	 * Begins a run of the session's own as soon as nothing goes on. `run` is asked then, and answers nothing if none is wanted
	 * any longer. It is not asked if a run has begun by then: whoever wants another is asked when that is over.
	 */
	begin(run: () => OwnRun | undefined): Promise<void> {
		return this.#following.begin(run);
	}

	/** The kernel aborts a run by itself when a listener failed: from then on nobody is waited for longer than the grace. */
	watch(signal: AbortSignal): void {
		signal.addEventListener('abort', () => this.#deadline.after(this.#ports.graceMs), { once: true });
	}

	/** The kernel's run has come to its end: how it is to be told. How the session's own try ended is told before it. */
	ending(event: AgentEnd): SessionAgentEnd {
		const { endReason, error } = event.summary;
		const tried = this.#retries?.ended(event.summary, this.#ports.agent().state().messages);
		if (tried !== undefined) {
			const success = endReason !== 'error' && endReason !== 'aborted';
			const failure = error === undefined ? {} : { error };
			void this.#ports.say({ type: 'auto_retry_end', scope: 'run', attempt: tried.attempt, success, ...failure });
		}
		return { ...event, willRetry: this.willGoOn };
	}

	/** An end of the live run has been told. */
	ended(summary: RunSummary): void {
		this.#ports.prompts.ended(summary);
		const { run } = this.#ports.prompts;
		if (run !== undefined) this.#ended = { ...run, summary };
	}

	#take(input: Input, terms: PromptTerms): Promise<PromptOutcome> {
		const { promptId, whenBusy, own } = terms;
		const { prompts, waiting } = this.#ports;
		const first = this.#aside?.prompts === 'wait' ? this.#aside.over : this.#retries?.ending;
		if (first !== undefined) return this.held.hold(promptId, first, () => this.#take(input, terms));
		if (prompts.run === undefined) return this.#startAlone(input, terms);
		const known = prompts.tickets.itemOf(promptId);
		if (known === undefined && whenBusy === 'reject') return Promise.reject(this.#busy('was prompted'));
		if (Object.keys(own).length > 0) return Promise.reject(this.#busy('was prompted with choices for one run alone'));
		const itemId = known ?? waiting.enqueue(whenBusy === 'steer' ? 'steer' : 'followUp', input);
		return prompts.tickets.issue(itemId, promptId);
	}

	/** A prompt that waits since an earlier run is run now, and not a second time. */
	#startAlone(input: Input, { promptId, own }: PromptTerms): Promise<PromptOutcome> {
		if (this.#aside !== undefined) return Promise.reject(this.#busy('was prompted'));
		const waiting = this.#ports.prompts.tickets.withdraw(promptId);
		if (waiting !== undefined) this.#ports.waiting.unqueue([waiting]);
		const start = async () => ({ promptId, ...(await this.#run(input, own, promptId)) });
		return this.#ports.hasFailed() ? this.#readAnew().then(start) : start();
	}

	#readAnew(): Promise<void> {
		return this.alone('is being read anew', async () => undefined);
	}

	async #run(input: Input, own: Partial<Choices> = {}, promptId?: string): Promise<RunOutcome> {
		const { agent, choices, identify, prompts, recorder } = this.#ports;
		choices.beginRun(own);
		const runId = identify('run');
		const messages = agent().messagesFrom(input);
		const ids = messages.map(({ id }) => id);
		prompts.begin(runId, promptId, ids);
		recorder.begin();
		this.#ended = undefined;
		const retries = new RunRetries(this.#ports.retries);
		this.#retries = retries;
		try {
			const summary = await this.#playOut(retries, messages);
			prompts.tickets.settle(runId, summary);
			return { runId, summary };
		} catch (thrown) {
			const error = recorder.failure ?? thrown;
			prompts.tickets.fail(error);
			throw error;
		} finally {
			this.#deadline.callOff();
			prompts.over();
			choices.endRun();
			this.#retries = undefined;
			retries.finish();
			this.#following.after(this.#ended);
		}
	}

	/** The run to the end that is its last. One that was told to be gone on with is, if only to be told over. */
	async #playOut(retries: RunRetries, messages: readonly Message[]): Promise<RunSummary> {
		let failure: { readonly error: unknown } | undefined;
		for (let play = () => this.#ports.agent().prompt({ messages }); ; play = () => this.#goOn(retries)) {
			try {
				const summary = await play();
				if (retries.next !== undefined) continue;
				if (failure === undefined) return summary;
			} catch (error) {
				failure ??= { error };
				if (retries.cut({ reason: 'the run has failed', graceMs: this.#ports.graceMs })) continue;
			}
			throw failure.error;
		}
	}

	/** Goes on with the run when it is time; one that was aborted meanwhile ends before it asks the model anything. */
	async #goOn(retries: RunRetries): Promise<RunSummary> {
		const { agent, clock, say } = this.#ports;
		const isTold = retries.next !== undefined && !retries.isCutOff;
		if (isTold) void say({ type: 'auto_retry_start', scope: 'run', ...retries.next });
		const cutOff = await retries.wait(clock);
		retries.goOn(isTold);
		const summary = agent().continue();
		if (cutOff !== undefined) void agent().abort(cutOff.reason, cutOff.graceMs);
		return summary;
	}

	/** Nobody waits for such a run: that it failed is on the stream, and why goes to the diagnostics. */
	async #runByItself(messages: readonly Message[]): Promise<void> {
		if (this.#ports.hasFailed()) await this.#readAnew();
		const run = this.#run({ messages });
		if (this.#ports.prompts.run === undefined) return void (await run);
		run.catch((thrown: unknown) =>
			this.#ports.report(`a run that session ${this.#ports.sessionId} began by itself failed: ${errorText(thrown)}`),
		);
	}

	#busy(what: string): SessionError {
		const doing = this.#aside === undefined ? 'a run is live: wait for it, or say whenBusy' : `it ${this.#aside.what}`;
		return new SessionError('SESSION_BUSY', `session ${this.#ports.sessionId} ${what} while ${doing}`);
	}
}

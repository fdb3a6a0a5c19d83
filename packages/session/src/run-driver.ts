import {
	type AbortReceipt,
	type AgentEnd,
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
import type { SessionAgentEnd } from './events.ts';
import { Following } from './following.ts';
import { Held } from './held.ts';
import type { InputReader } from './input-reader.ts';
import { PlayedRun, type PlayedRunPorts } from './played-run.ts';
import { digestOf } from './prompt-input.ts';
import type { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import { RunDeadline } from './run-deadline.ts';
import type { PromptOptions } from './session-options.ts';
import type { PromptOutcome } from './tickets.ts';
import type { WaitingMessages } from './waiting-messages.ts';

/** What driving runs needs of a session. */
export interface RunDriverPorts extends PlayedRunPorts {
	readonly sessionId: string;
	readonly identify: Identify;
	readonly prompts: Prompts;
	readonly waiting: WaitingMessages;
	readonly inputs: InputReader;
	readonly recorder: Recorder;
	/** Who may want something when a run is over, in this order. */
	readonly afterRun: readonly AfterRun[];
	readonly choices: SessionChoices;
	/** Whether a write has failed, so that what the store holds must be read anew. */
	hasFailed(): boolean;
	renew(): Promise<void>;
	/** Nobody is waited for any longer in the live run. */
	expire(): void;
	report(text: string): void;
}

/** How a prompt is to be taken. */
export interface PromptTerms {
	readonly promptId: string;
	readonly whenBusy: NonNullable<PromptOptions['whenBusy']>;
	/** For its run alone. */
	readonly own: Partial<Choices>;
}

/** How something is done that nothing else may go on beside. */
interface AloneTerms {
	/** What becomes of prompts meanwhile: they are refused if this is absent. */
	readonly prompts?: WhilePrompted;
	/** Calls it off while it waits for its turn. */
	readonly signal?: AbortSignal | undefined;
}

interface RunOutcome {
	readonly runId: string;
	readonly summary: RunSummary;
}

/** Begins runs, answers their prompts, and does what follows by itself, one thing at a time; idle is said when nothing does. */
export class RunDriver {
	readonly #ports: RunDriverPorts;
	/** The prompts that wait for what goes on aside. */
	readonly held = new Held();
	/** What a person wants of the session that waits for it, too. */
	readonly heldSteps = new Held();
	/** To the agent the session is one listener, and it must not hang: others are given up before the agent gives up. */
	readonly #deadline: RunDeadline;
	/** What goes on that nothing else may go on beside. */
	#aside: Aside | undefined;
	/** The live run. */
	#live: PlayedRun | undefined;
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
			work: ({ what, work }) => this.#beside(what, work, 'wait'),
			run: (messages) => this.#runByItself(messages),
			say: (event) => ports.say(event),
		});
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
		this.heldSteps.takeBack();
		if (this.#ports.prompts.run !== undefined) this.#deadline.after(graceMs);
		const stopped = (await this.#aside?.abort(reason, graceMs)) ?? false;
		const waited = this.#live?.cut({ reason, graceMs });
		if (waited !== undefined) return waited;
		const receipt = await this.#ports.agent().abort(reason, graceMs);
		return { ...receipt, stopped: stopped || receipt.stopped };
	}

	/**
	 * Does something that a person wants and nothing else may go on beside, once what prompts would wait for is over; prompts meanwhile are
	 * refused or wait. Rejects with `SESSION_BUSY` while a run is live, and with `CANCELLED` if it is called off, or the session aborted, while it waits.
	 */
	async alone<T>(
		what: string,
		action: (signal: AbortSignal) => Promise<T>,
		{ prompts = 'refuse', signal }: AloneTerms = {},
	): Promise<T> {
		const first = this.#firstOf('new');
		if (first === undefined) return this.#beside(what, action, prompts);
		signal?.throwIfAborted();
		const key = Symbol(what);
		const callOff = () => void this.heldSteps.takeBack(key);
		signal?.addEventListener('abort', callOff, { once: true });
		const step = (): Promise<T> => {
			const next = this.#firstOf('waited');
			return next === undefined ? this.#beside(what, action, prompts) : hold(next);
		};
		const hold = (over: Promise<void>) =>
			this.heldSteps.hold(key, `session ${this.#ports.sessionId} ${what}: that`, over, step);
		try {
			return await hold(first);
		} finally {
			signal?.removeEventListener('abort', callOff);
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
		return this.#live?.asTold(event) ?? { ...event, willRetry: false };
	}

	/** An end of the live run has been told. */
	ended(summary: RunSummary): void {
		this.#ports.prompts.ended(summary);
		const { run } = this.#ports.prompts;
		if (run !== undefined) this.#ended = { ...run, summary };
	}

	/** Does something that nothing else may go on beside. */
	async #beside<T>(what: string, action: (signal: AbortSignal) => Promise<T>, prompts: WhilePrompted): Promise<T> {
		if (this.#ports.prompts.run !== undefined) throw this.#busy(what, 'wait for it, or abort it first');
		if (this.#aside !== undefined) throw this.#busy(what);
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
	 * What has to be over first, if it ends by itself. Whoever is new does not wait for what refuses prompts: a guard may be asked there, and
	 * must not wait for itself. Whoever has waited already came before that.
	 */
	#firstOf(who: 'new' | 'waited'): Promise<void> | undefined {
		const aside = this.#aside;
		return aside !== undefined && (who === 'waited' || aside.prompts === 'wait') ? aside.over : this.#live?.ending;
	}

	#take(input: Input, terms: PromptTerms, who: 'new' | 'waited' = 'new'): Promise<PromptOutcome> {
		const { promptId, whenBusy, own } = terms;
		const { prompts, waiting } = this.#ports;
		const first = this.#firstOf(who);
		if (first !== undefined) {
			// It would find a run when its turn comes: that is told now and not after a wait.
			if (whenBusy === 'reject' && this.held.areWaiting) return Promise.reject(this.#busyWithHeld());
			return this.held.hold(promptId, `prompt ${promptId}`, first, () => this.#take(input, terms, 'waited'));
		}
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
		return this.#beside('is being read anew', async () => undefined, 'refuse');
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
		const live = new PlayedRun(this.#ports);
		this.#live = live;
		try {
			const summary = await live.play(messages);
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
			this.#live = undefined;
			live.finish();
			this.#following.after(this.#ended);
		}
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

	#busyWithHeld(): SessionError {
		const { sessionId } = this.#ports;
		const why = 'another prompt waits to begin a run: wait for it, or say whenBusy';
		return new SessionError('SESSION_BUSY', `session ${sessionId} was prompted while ${why}`);
	}

	#busy(what: string, hint = 'wait for it, or say whenBusy'): SessionError {
		const doing = this.#aside === undefined ? `a run is live: ${hint}` : `it ${this.#aside.what}`;
		return new SessionError('SESSION_BUSY', `session ${this.#ports.sessionId} ${what} while ${doing}`);
	}
}

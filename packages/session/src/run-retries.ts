import { type Clock, type ErrorInfo, type Message, type RetryPolicy, type RunSummary, retryDelay } from '@myelin/core';

/** How often, and after how long, a session goes on by itself with a run whose model calls failed to their last try. */
export interface RunRetryPolicy {
	readonly maxAttempts: number;
	/** How calls are tried again: a run waits as the next try of its last call would have. */
	readonly calls: RetryPolicy;
	/** A number in [0, 1). */
	random(): number;
}

/** One try to go on with a run, as it is told. */
export interface RunRetry {
	/** Counted from 1. */
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly error: ErrorInfo;
}

/** Whether a run is gone on with that ended so, after `made` tries to do that: only for what may succeed later, and where a question stands open. */
export function retryOf(
	{ endReason, error }: RunSummary,
	messages: readonly Message[],
	made: number,
	{ maxAttempts, calls, random }: RunRetryPolicy,
): RunRetry | undefined {
	if (endReason !== 'error' || !error?.retryable || made >= maxAttempts || !isOpen(messages)) return undefined;
	const delayMs = retryDelay(calls, calls.maxAttempts + made, error, random());
	return { attempt: made + 1, maxAttempts, delayMs, error };
}

/** Whether the conversation ends with something that a model has yet to answer. */
function isOpen(messages: readonly Message[]): boolean {
	const last = messages.findLast(({ role }) => !role.startsWith('custom:'));
	if (last === undefined) return false;
	return last.role !== 'assistant' || last.stopReason === 'aborted' || last.stopReason === 'pause';
}

/** An abort while a run waits to be gone on with. */
export interface CutOff {
	readonly reason: string | undefined;
	readonly graceMs: number;
}

/** The session's own tries to go on with one run. */
export class RunRetries {
	/** Resolves when the run is over for good. */
	readonly over: Promise<void>;
	readonly #policy: RunRetryPolicy;
	#made = 0;
	#isEnding = false;
	/** What follows the end that was told last. */
	#next: RunRetry | undefined;
	/** The try under way. */
	#under: RunRetry | undefined;
	#cutOff: CutOff | undefined;
	#wake = () => {};
	#end = () => {};

	constructor(policy: RunRetryPolicy) {
		this.#policy = policy;
		this.over = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	/** The try that follows; from the moment it is decided until the run goes on. */
	get next(): RunRetry | undefined {
		return this.#next;
	}

	/** Resolves when the run is over for good; nothing before its last end is on its way. */
	get ending(): Promise<void> | undefined {
		return this.#isEnding ? this.over : undefined;
	}

	/** Whether it was aborted between its end and its going on. */
	get isCutOff(): boolean {
		return this.#cutOff !== undefined;
	}

	/** The run has come to an end: answers the try that has ended with it, and decides what follows. */
	ended(summary: RunSummary, messages: readonly Message[]): RunRetry | undefined {
		const ended = this.#under;
		this.#under = undefined;
		this.#next = retryOf(summary, messages, this.#made, this.#policy);
		this.#isEnding = this.#next === undefined;
		return ended;
	}

	/** Waits until the run is to be gone on with; answers the abort that came first, if one did. */
	async wait(clock: Clock): Promise<CutOff | undefined> {
		const { delayMs = 0 } = this.#next ?? {};
		await new Promise<void>((resolve) => {
			if (this.#cutOff !== undefined) return resolve();
			const callOff = clock.after(delayMs, resolve);
			this.#wake = () => {
				callOff();
				resolve();
			};
		});
		return this.#cutOff;
	}

	/** The run is gone on with; `isTold` where the try was, so that its end will be. */
	goOn(isTold: boolean): void {
		this.#under = isTold ? this.#next : undefined;
		this.#next = undefined;
		this.#made++;
	}

	/** Waits no longer; false where nothing waits. */
	cut(cutOff: CutOff): boolean {
		if (this.#next === undefined) return false;
		this.#cutOff ??= cutOff;
		this.#wake();
		return true;
	}

	/** The run is over for good. */
	finish(): void {
		this.#end();
	}
}

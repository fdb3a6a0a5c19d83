import type { AbortReceipt, Agent, AgentEnd, Clock, Message, RunSummary } from '@myelin/core';
import type { OwnEvent, SessionAgentEnd } from './events.ts';
import { type CutOff, RunRetries, type RunRetryPolicy } from './run-retries.ts';

/** What playing a run out needs of whoever drives it. */
export interface PlayedRunPorts {
	readonly clock: Clock;
	/** Milliseconds that tools and subscribers have to stop after an abort. */
	readonly graceMs: number;
	readonly retries: RunRetryPolicy;
	agent(): Agent;
	say(event: OwnEvent): void | Promise<void>;
}

/** One run to the end that is its last: the session goes on with it by itself where its model calls failed for now. */
export class PlayedRun {
	readonly #ports: PlayedRunPorts;
	readonly #retries: RunRetries;

	constructor(ports: PlayedRunPorts) {
		this.#ports = ports;
		this.#retries = new RunRetries(ports.retries);
	}

	/** Whether it is to be gone on with: while it waits for that it is live, though nothing runs. */
	get willGoOn(): boolean {
		return this.#retries.next !== undefined;
	}

	/** Resolves when it is over for good; nothing before its last end is on its way. */
	get ending(): Promise<void> | undefined {
		return this.#retries.ending;
	}

	/** Plays it. One that was told to be gone on with is, if only to be told over. */
	async play(messages: readonly Message[]): Promise<RunSummary> {
		let failure: { readonly error: unknown } | undefined;
		for (let play = () => this.#ports.agent().prompt({ messages }); ; play = () => this.#goOn()) {
			try {
				const summary = await play();
				if (this.willGoOn) continue;
				if (failure === undefined) return summary;
			} catch (error) {
				failure ??= { error };
				if (this.#retries.cut({ reason: 'the run has failed', graceMs: this.#ports.graceMs })) continue;
			}
			throw failure.error;
		}
	}

	/** The kernel's run has come to its end: how it is to be told. How the session's own try ended is told before it. */
	asTold(event: AgentEnd): SessionAgentEnd {
		const { endReason, error } = event.summary;
		const tried = this.#retries.ended(event.summary, this.#ports.agent().state().messages);
		if (tried !== undefined) {
			const success = endReason !== 'error' && endReason !== 'aborted';
			const failure = error === undefined ? {} : { error };
			void this.#ports.say({ type: 'auto_retry_end', scope: 'run', attempt: tried.attempt, success, ...failure });
		}
		return { ...event, willRetry: this.willGoOn };
	}

	/** Ends the wait until it is gone on with, and answers when it is over for good; nothing where it does not wait. */
	cut(cutOff: CutOff): Promise<AbortReceipt> | undefined {
		if (!this.#retries.cut(cutOff)) return undefined;
		const receipt = () => ({ stopped: true, abandoned: [], queue: this.#ports.agent().queue });
		return this.#retries.over.then(receipt);
	}

	/** It is over for good. */
	finish(): void {
		this.#retries.finish();
	}

	/** Goes on with it when it is time; one that was aborted meanwhile ends before it asks the model anything. */
	async #goOn(): Promise<RunSummary> {
		const { agent, clock, say } = this.#ports;
		const retries = this.#retries;
		const isTold = retries.next !== undefined && !retries.isCutOff;
		if (isTold) void say({ type: 'auto_retry_start', scope: 'run', ...retries.next });
		const cutOff = await retries.wait(clock);
		retries.goOn(isTold);
		const summary = agent().continue();
		if (cutOff !== undefined) void agent().abort(cutOff.reason, cutOff.graceMs);
		return summary;
	}
}

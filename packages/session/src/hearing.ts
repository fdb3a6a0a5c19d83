import type { AgentEvent } from '@myelin/core';
import type { Prompts } from './prompts.ts';
import type { Recorder } from './recorder.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunNames } from './run-names.ts';
import type { Stream } from './stream.ts';
import type { WaitingMessages } from './waiting-messages.ts';

/** Where what the kernel says goes. */
export interface HearingPorts {
	readonly recorder: Recorder;
	readonly stream: Stream;
	readonly prompts: Prompts;
	readonly waiting: WaitingMessages;
	runs(): RunDriver;
	/** Tells what a subscriber threw while no run is live. */
	tell(error: unknown): void;
}

/** The agent's one listener: whatever the kernel says enters the session's order here, and what fails the run is given back to it. */
export class Hearing {
	readonly #ports: HearingPorts;
	/** The live run's, or that of the last. */
	#signal: AbortSignal | undefined;
	#requestedAt: number | undefined;
	/** What a subscriber threw in the delivery under way, or what could not be written. */
	#thrown: { readonly error: unknown } | undefined;

	constructor(ports: HearingPorts) {
		this.#ports = ports;
	}

	/** Whether the live run is being aborted. */
	get isAborting(): boolean {
		return this.#signal?.aborted ?? false;
	}

	/** When the request of the open turn was ready for the model. Unix milliseconds. */
	get requestedAt(): number | undefined {
		return this.#requestedAt;
	}

	/** The request of the open turn is ready. */
	requested(at: number): void {
		this.#requestedAt = at;
	}

	hear(event: AgentEvent, signal: AbortSignal): void | Promise<void> {
		const { recorder, stream, runs } = this.#ports;
		if (event.type === 'agent_start') this.#begin(signal);
		if (event.type === 'turn_start') this.#requestedAt = undefined;
		const passed = recorder.pass(event.type === 'agent_end' ? { ...event, willRetry: false } : event);
		if (passed === undefined) return;
		const told = passed.type === 'agent_end' ? runs().ending(passed) : passed;
		const delivered = stream.enter(told, this.#namesFor(event));
		if (delivered === undefined) return this.#delivered(event);
		return delivered.then(() => this.#delivered(event));
	}

	/** A subscriber failed: the live run does, once the others are served; without one it is told. */
	failed(error: unknown): void {
		if (this.#ports.prompts.run === undefined) this.#ports.tell(error);
		else this.failRun(error);
	}

	/** The live run, if there is one, fails with this. */
	failRun(error: unknown): void {
		if (this.#ports.prompts.run !== undefined) this.#thrown ??= { error };
	}

	#begin(signal: AbortSignal): void {
		this.#signal = signal;
		this.#ports.stream.begin(signal);
		this.#ports.runs().watch(signal);
	}

	/** What a subscriber threw has been kept until the others were served; now it fails the run. */
	#delivered(event: AgentEvent): void {
		if (this.#ports.recorder.failure === undefined) {
			if (event.type === 'message_end') this.#ports.waiting.entered(event.message.id);
			if (event.type === 'agent_end') this.#ports.runs().ended(event.summary);
		}
		const thrown = this.#thrown;
		this.#thrown = undefined;
		if (thrown !== undefined) throw thrown.error;
	}

	#namesFor(event: AgentEvent): RunNames {
		const { prompts } = this.#ports;
		if (event.type === 'agent_start' || event.type === 'agent_end') return prompts.names();
		if (event.type !== 'message_start') return {};
		const promptId = prompts.take(event.message.id);
		return promptId === undefined ? {} : { promptIds: [promptId] };
	}
}

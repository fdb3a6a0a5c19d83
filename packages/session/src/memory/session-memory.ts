import { type Clock, errorText, type Message, type Model } from '@myelin/core';
import { messageTokens } from '../compaction/estimate.ts';
import { transcriptParts } from '../compaction/transcript.ts';
import type { Envelope } from '../events.ts';
import { askRecorded, type SideCall } from '../side-request.ts';
import type { MemoryStore } from './memory-store.ts';
import { memoryQuestion } from './memory-words.ts';
import { redactSecrets } from './redact-secrets.ts';

/** Where a session's memory is kept, and how often it is brought up to date. */
export interface MemorySettings {
	readonly store: MemoryStore;
	/** About how many tokens are said between two extractions: 20000 if absent. */
	readonly everyTokens?: number | undefined;
}

/** What a memory needs of its session. */
export interface MemoryPorts extends MemorySettings {
	readonly cwd: string;
	readonly clock: Clock;
	/** The model that the session has. */
	model(): Model | undefined;
	/** Records that the model was called. */
	called(call: SideCall): void | Promise<void>;
	report(text: string): void;
}

interface MemoryState {
	/** What was said since the last extraction. */
	said: Message[];
	tokens: number;
	/** Ends the extraction under way. */
	abort: AbortController | undefined;
}

/** Milliseconds that the model may be silent. */
const idleTimeoutMs = 60_000;
/** Characters that notes may have. */
const maxLength = 32_000;
/** So much of the model's context window one request is filled with. */
const share = 0.5;

/**
 * Brings what is known of the project up to date now and then, from what was said. That is asked of the model only while nothing else
 * goes on: no run and no prompt waits for it, and the next run ends it; what it had not come to is taken up when the session is idle again.
 */
export class SessionMemory {
	readonly #ports: MemoryPorts;
	readonly #state: MemoryState = { said: [], tokens: 0, abort: undefined };

	constructor(ports: MemoryPorts) {
		this.#ports = ports;
	}

	/** Hears every event of the session, and never makes it wait. */
	hear({ event }: Envelope): void {
		switch (event.type) {
			case 'message_end':
				if (event.discarded) return;
				this.#state.said.push(event.message);
				this.#state.tokens += messageTokens(event.message);
				return;
			case 'agent_start':
				this.stop();
				return;
			case 'session_idle':
				if (this.#state.tokens >= (this.#ports.everyTokens ?? 20_000)) void this.#extract();
				return;
			default:
				return;
		}
	}

	/** What is known of the project; nothing if it is not known, or cannot be read. */
	async recall(): Promise<string | undefined> {
		try {
			return (await this.#ports.store.read(this.#ports.cwd)) || undefined;
		} catch (error) {
			this.#ports.report(`the memory of ${this.#ports.cwd} could not be read: ${errorText(error)}`);
			return undefined;
		}
	}

	/** Ends the extraction under way. */
	stop(): void {
		this.#state.abort?.abort();
		this.#state.abort = undefined;
	}

	async #extract(): Promise<void> {
		const model = this.#ports.model();
		if (model === undefined || this.#state.abort !== undefined) return;
		const abort = new AbortController();
		const { said, tokens } = this.#state;
		this.#state.abort = abort;
		this.#state.said = [];
		this.#state.tokens = 0;
		try {
			await this.#ask(said, model, abort.signal);
		} catch (error) {
			if (abort.signal.aborted) this.#takeBack(said, tokens);
			// What a model fails at once it may fail at for ever: that part is left out.
			else this.#ports.report(`the memory of ${this.#ports.cwd} was not brought up to date: ${errorText(error)}`);
		}
		if (this.#state.abort === abort) this.#state.abort = undefined;
	}

	#takeBack(said: readonly Message[], tokens: number): void {
		this.#state.said = [...said, ...this.#state.said];
		this.#state.tokens += tokens;
	}

	/** Asks part by part; nothing is written before the last one is in. */
	async #ask(said: readonly Message[], model: Model, signal: AbortSignal): Promise<void> {
		const { store, cwd, clock, called } = this.#ports;
		const before = await store.read(cwd);
		let notes = before;
		for (const transcript of transcriptParts(said, Math.floor(model.contextWindow * share))) {
			const limits = { clock, signal, idleTimeoutMs, maxLength };
			const { text, stopReason } = await askRecorded(model, memoryQuestion(notes, transcript), limits, called);
			if (stopReason === 'stop' && text.trim() !== '') notes = redactSecrets(text.trim());
		}
		if (notes !== before) await store.write(cwd, notes);
	}
}

import { type Clock, errorText, type Model, ModelError } from '@myelin/core';
import { transcriptParts } from '../compaction/transcript.ts';
import type { Envelope } from '../events.ts';
import { askRecorded, type SideCall } from '../side-request.ts';
import { Backlog } from './backlog.ts';
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

/** Milliseconds that the model may be silent. */
const idleTimeoutMs = 60_000;
/** Characters that notes may have. */
const maxLength = 32_000;
/** So much of the model's context window one request is filled with. */
const share = 0.5;
/** The window, in tokens, of a model that does not say how large it is. */
const unknownWindow = 16_000;

/** What makes an extraction due if nothing else is asked for. */
const defaultEveryTokens = 20_000;

/**
 * Brings what is known of the project up to date now and then, from what was said. That is asked of the model only while nothing else
 * goes on: no run and no prompt waits for it, and the next run ends it. What it had not come to, and what failed, is taken up when the
 * session is idle again.
 */
export class SessionMemory {
	readonly #ports: MemoryPorts;
	readonly #everyTokens: number;
	readonly #backlog: Backlog;
	/** Ends the extraction under way; there until it has ended. */
	#abort: AbortController | undefined;

	constructor(ports: MemoryPorts) {
		this.#ports = ports;
		this.#everyTokens = ports.everyTokens ?? defaultEveryTokens;
		this.#backlog = new Backlog(this.#everyTokens);
	}

	/** Hears every event of the session, and never makes it wait. */
	hear({ event }: Envelope): void {
		switch (event.type) {
			case 'message_end':
				if (!event.discarded) this.#backlog.add(event.message);
				return;
			case 'agent_start':
				this.stop();
				return;
			case 'session_idle':
				if (this.#backlog.isDue) void this.#extract();
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
		this.#abort?.abort();
	}

	async #extract(): Promise<void> {
		const model = this.#ports.model();
		if (model === undefined || this.#abort !== undefined) return;
		const abort = new AbortController();
		this.#abort = abort;
		try {
			for (let left = this.#backlog.length; left > 0; ) left -= await this.#noteNext(model, abort.signal);
		} catch (error) {
			if (!abort.signal.aborted) this.#failed(error);
		} finally {
			this.#abort = undefined;
		}
	}

	/** Notes as much of what was said first as one request has room for; answers how many messages that were. */
	async #noteNext(model: Model, signal: AbortSignal): Promise<number> {
		signal.throwIfAborted();
		const { store, cwd } = this.#ports;
		const room = Math.floor((model.contextWindow || unknownWindow) * share);
		const part = this.#backlog.first(room);
		const before = await store.read(cwd);
		let notes = before;
		for (const transcript of transcriptParts(part.messages, room))
			notes = await this.#ask(model, notes, transcript, signal);
		if (notes !== before) await store.write(cwd, notes);
		this.#backlog.noted(part);
		return part.messages.length;
	}

	/** The notes as they are with this. An empty answer leaves them; one that is not whole is none. */
	async #ask(model: Model, notes: string, transcript: string, signal: AbortSignal): Promise<string> {
		const { clock, called } = this.#ports;
		const limits = { clock, signal, idleTimeoutMs, maxLength };
		const { text, stopReason } = await askRecorded(model, memoryQuestion(notes, transcript), limits, called);
		if (stopReason !== 'stop')
			throw new ModelError('INVALID_REQUEST', `the answer of ${model.provider}/${model.id} ended with ${stopReason}`);
		return text.trim() === '' ? notes : redactSecrets(text.trim());
	}

	#failed(error: unknown): void {
		const leftOut = this.#backlog.failed();
		const next = this.#backlog.isPutOff
			? `when ${this.#everyTokens} more tokens were said`
			: 'when the session is idle again';
		const lost = leftOut === 0 ? '' : `; the oldest ${leftOut} messages are left out`;
		this.#ports.report(
			`the memory of ${this.#ports.cwd} was not brought up to date, which is tried again ${next}${lost}: ${errorText(error)}`,
		);
	}
}

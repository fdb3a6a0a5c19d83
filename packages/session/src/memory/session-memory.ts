import { type Clock, errorText, type Message, type Model, ModelError } from '@myelin/core';
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
	/** Records that the model was called; `messageId` with the call after which all messages up to that one are in the notes. */
	called(call: SideCall & { readonly messageId?: string }): void | Promise<void>;
	/** What was said before and is in no notes yet, oldest first. */
	readonly unnoted: readonly Message[];
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

/** How often one part is asked about because others change the notes meanwhile. */
const maxTries = 3;

/** What makes an extraction due if nothing else is asked for. */
const defaultEveryTokens = 20_000;

/** Whom is asked, and how that ends. */
interface Asking {
	readonly model: Model;
	readonly signal: AbortSignal;
	called(call: SideCall): void;
}

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
	#ended: Promise<void> = Promise.resolve();

	constructor(ports: MemoryPorts) {
		this.#ports = ports;
		this.#everyTokens = ports.everyTokens ?? defaultEveryTokens;
		this.#backlog = new Backlog(this.#everyTokens);
		for (const message of ports.unnoted) this.#backlog.add(message);
		this.#backlog.bound();
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
				if (this.#backlog.isDue) this.#ended = this.#extract();
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

	/** Ends the extraction under way and waits for that; what is in no notes yet is taken up when the session is opened again. */
	async close(): Promise<void> {
		this.stop();
		await this.#ended;
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
		const room = Math.floor((model.contextWindow || unknownWindow) * share);
		const part = this.#backlog.first(room);
		const calls: SideCall[] = [];
		let isNoted = false;
		try {
			await this.#note(transcriptParts(part.messages, room), {
				model,
				signal,
				called: (call) => void calls.push(call),
			});
			isNoted = true;
			this.#backlog.noted(part);
			return part.messages.length;
		} finally {
			const last = calls.pop();
			for (const call of calls) await this.#ports.called(call);
			const messageId = isNoted ? part.messages.at(-1)?.id : undefined;
			if (last !== undefined) await this.#ports.called({ ...last, ...(messageId === undefined ? {} : { messageId }) });
		}
	}

	/** Asks anew when another session has changed the notes meanwhile: what that one noted is not lost. */
	async #note(transcripts: readonly string[], asking: Asking): Promise<void> {
		const { store, cwd } = this.#ports;
		for (let tries = 0; tries < maxTries; tries++) {
			asking.signal.throwIfAborted();
			const before = await store.read(cwd);
			let notes = before;
			for (const transcript of transcripts) notes = await this.#ask(notes, transcript, asking);
			if (notes === before || (await store.replace(cwd, before, notes))) return;
		}
		throw new Error(`other sessions changed it ${maxTries} times meanwhile`);
	}

	/** The notes as they are with this. An answer that is empty or not whole is none. */
	async #ask(notes: string, transcript: string, { model, signal, called }: Asking): Promise<string> {
		const { clock } = this.#ports;
		const limits = { clock, signal, idleTimeoutMs, maxLength };
		const { text, stopReason } = await askRecorded(model, memoryQuestion(notes, transcript), limits, called);
		const name = `${model.provider}/${model.id}`;
		if (stopReason !== 'stop')
			throw new ModelError('INVALID_REQUEST', `the answer of ${name} ended with ${stopReason}`);
		if (text.trim() === '') throw new ModelError('INVALID_REQUEST', `${name} answered nothing at all`);
		return redactSecrets(text.trim());
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

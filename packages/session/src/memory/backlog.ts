import type { Message } from '@myelin/core';
import { messageTokens } from '../compaction/estimate.ts';

/** What was said, as far as it is to be noted together. */
export interface BacklogPart {
	readonly messages: readonly Message[];
	readonly tokens: number;
}

/** After so many failures in a row as much has to be said once more before the next try. */
const patience = 3;
/** So much is kept, as a multiple of what makes an extraction due, and never less than `leastKept` tokens. */
const keptShare = 10;
const leastKept = 500_000;

interface BacklogState {
	tokens: number;
	failures: number;
	/** From so many tokens on an extraction is due. */
	dueAt: number;
}

/** What was said and is in no notes yet, oldest first: nothing leaves it before it is noted, unless notes have failed for very long. */
export class Backlog {
	readonly #everyTokens: number;
	readonly #said: Message[] = [];
	readonly #state: BacklogState;

	constructor(everyTokens: number) {
		this.#everyTokens = everyTokens;
		this.#state = { tokens: 0, failures: 0, dueAt: everyTokens };
	}

	get isDue(): boolean {
		return this.#said.length > 0 && this.#state.tokens >= this.#state.dueAt;
	}

	/** After too many failures in a row the next try waits until more was said. */
	get isPutOff(): boolean {
		return this.#state.failures >= patience;
	}

	/** How many messages there are. */
	get length(): number {
		return this.#said.length;
	}

	add(message: Message): void {
		this.#said.push(message);
		this.#state.tokens += messageTokens(message);
	}

	/** The oldest messages, as many as have room; one at least, if there is any. */
	first(roomTokens: number): BacklogPart {
		let tokens = 0;
		let count = 0;
		for (const message of this.#said) {
			const more = messageTokens(message);
			if (count > 0 && tokens + more > roomTokens) break;
			tokens += more;
			count++;
		}
		return { messages: this.#said.slice(0, count), tokens };
	}

	/** The oldest messages are in the notes. */
	noted(part: BacklogPart): void {
		this.#leave(part);
		this.#state.failures = 0;
		this.#state.dueAt = this.#everyTokens;
	}

	/** The oldest messages could not be noted: they are tried with the next chance. Answers how many had to be left out for good. */
	failed(): number {
		const state = this.#state;
		state.failures++;
		const leftOut = this.bound();
		state.dueAt = this.isPutOff ? state.tokens + this.#everyTokens : 0;
		return leftOut;
	}

	/** Lets the oldest go where there is more than is ever kept; answers how many those were. */
	bound(): number {
		const most = Math.max(leastKept, this.#everyTokens * keptShare);
		const before = this.#said.length;
		while (this.#state.tokens > most && this.#said.length > 1) this.#leave(this.first(0));
		return before - this.#said.length;
	}

	#leave({ messages, tokens }: BacklogPart): void {
		this.#said.splice(0, messages.length);
		this.#state.tokens -= tokens;
	}
}

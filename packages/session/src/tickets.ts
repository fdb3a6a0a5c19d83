import type { RunSummary } from '@myelin/core';
import { SessionError } from './errors.ts';

/** How a prompt was answered: by a run, or not yet: its message still waits, under its id. */
export type PromptOutcome =
	| { readonly promptId: string; readonly runId: string; readonly summary: RunSummary }
	| { readonly promptId: string; readonly queued: string };

interface Ticket {
	readonly promptId: string;
	readonly resolve: (outcome: PromptOutcome) => void;
	readonly reject: (thrown: unknown) => void;
}

/** The prompts that were queued while a run was live, until it takes them or ends without. */
export class Tickets {
	/** The prompt of each message that waits, also when nobody waits for its outcome any longer. */
	readonly #promptIds = new Map<string, string>();
	/** By the id of the message that waits. */
	readonly #waiting = new Map<string, Ticket>();
	#taken: Ticket[] = [];

	/** The message that waits for a prompt, if it does. */
	itemOf(promptId: string): string | undefined {
		for (const [itemId, id] of this.#promptIds) if (id === promptId) return itemId;
		return undefined;
	}

	/** Waits for the outcome of a queued prompt. */
	issue(itemId: string, promptId: string): Promise<PromptOutcome> {
		this.#promptIds.set(itemId, promptId);
		return new Promise((resolve, reject) => {
			this.#waiting.set(itemId, { promptId, resolve, reject });
		});
	}

	/** The run takes a waiting message: its prompt's id, if it was a prompt. */
	take(itemId: string): string | undefined {
		const promptId = this.#promptIds.get(itemId);
		this.#promptIds.delete(itemId);
		const ticket = this.#waiting.get(itemId);
		this.#waiting.delete(itemId);
		if (ticket !== undefined) this.#taken.push(ticket);
		return promptId;
	}

	/** A prompt is taken back while it waits: the id of its message. Whoever waited for its outcome is answered. */
	withdraw(promptId: string): string | undefined {
		const itemId = this.itemOf(promptId);
		if (itemId === undefined) return undefined;
		this.#promptIds.delete(itemId);
		this.#waiting.get(itemId)?.resolve({ promptId, queued: itemId });
		this.#waiting.delete(itemId);
		return itemId;
	}

	/** A message that waits was taken out of the queue: whoever waits for it fails with `CANCELLED`. */
	drop(itemId: string): void {
		const promptId = this.#promptIds.get(itemId);
		this.#promptIds.delete(itemId);
		const ticket = this.#waiting.get(itemId);
		this.#waiting.delete(itemId);
		ticket?.reject(new SessionError('CANCELLED', `prompt ${promptId} was taken out of the queue before a run took it`));
	}

	/** The run is over: who was taken gets its summary, who was not learns that the message waits. */
	settle(runId: string, summary: RunSummary): void {
		for (const { promptId, resolve } of this.#taken) resolve({ promptId, runId, summary });
		this.#leave();
	}

	/** The run failed: who was taken fails with it. */
	fail(thrown: unknown): void {
		for (const { reject } of this.#taken) reject(thrown);
		this.#leave();
	}

	#leave(): void {
		this.#taken = [];
		for (const [queued, { promptId, resolve }] of this.#waiting) resolve({ promptId, queued });
		this.#waiting.clear();
	}
}

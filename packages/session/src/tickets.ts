import type { RunSummary } from '@myelin/core';

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
	/** By the id of the message that waits. */
	readonly #waiting = new Map<string, Ticket>();
	#taken: Ticket[] = [];

	/** Waits for the outcome of a queued prompt. */
	issue(itemId: string, promptId: string): Promise<PromptOutcome> {
		return new Promise((resolve, reject) => {
			this.#waiting.set(itemId, { promptId, resolve, reject });
		});
	}

	/** The run takes a waiting message: its prompt's id, if it was a prompt. */
	take(itemId: string): string | undefined {
		const ticket = this.#waiting.get(itemId);
		if (ticket === undefined) return undefined;
		this.#waiting.delete(itemId);
		this.#taken.push(ticket);
		return ticket.promptId;
	}

	/** A prompt is taken back while it waits: the id of its message. Nobody waits for its outcome any longer. */
	withdraw(promptId: string): string | undefined {
		for (const [itemId, ticket] of this.#waiting) {
			if (ticket.promptId !== promptId) continue;
			this.#waiting.delete(itemId);
			ticket.resolve({ promptId, queued: itemId });
			return itemId;
		}
		return undefined;
	}

	/** The run is over: who was taken gets its summary, who was not learns that the message waits. */
	settle(runId: string, summary: RunSummary): void {
		for (const { promptId, resolve } of this.#taken) resolve({ promptId, runId, summary });
		this.#taken = [];
		for (const [queued, { promptId, resolve }] of this.#waiting) resolve({ promptId, queued });
		this.#waiting.clear();
	}

	/** The run failed: who was taken fails with it. */
	fail(thrown: unknown): void {
		for (const { reject } of this.#taken) reject(thrown);
		this.#taken = [];
		for (const [queued, { promptId, resolve }] of this.#waiting) resolve({ promptId, queued });
		this.#waiting.clear();
	}
}

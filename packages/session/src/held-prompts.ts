import { SessionError } from './errors.ts';
import type { PromptOutcome } from './tickets.ts';

/** The prompts that wait until what goes on beside the conversation is over; until then each may be taken back. */
export class HeldPrompts {
	readonly #takeBack = new Map<string, () => void>();

	/** Lets a prompt go on when `over` resolves, unless it is taken back before: then it rejects with `CANCELLED`. */
	hold(promptId: string, over: Promise<void>, goOn: () => Promise<PromptOutcome>): Promise<PromptOutcome> {
		return new Promise((resolve, reject) => {
			this.#takeBack.set(promptId, () => {
				const why = 'was taken back, or the session aborted, before a run took it';
				reject(new SessionError('CANCELLED', `prompt ${promptId} ${why}`));
			});
			void over.then(() => {
				if (this.#takeBack.delete(promptId)) goOn().then(resolve, reject);
			});
		});
	}

	/** Whether any waits: the first will begin a run. */
	get areWaiting(): boolean {
		return this.#takeBack.size > 0;
	}

	/** Takes one back, all if none is named; whether there was any. */
	takeBack(promptId?: string): boolean {
		const ids = promptId === undefined ? [...this.#takeBack.keys()] : [promptId];
		const held = ids.filter((id) => this.#takeBack.has(id));
		for (const id of held) {
			this.#takeBack.get(id)?.();
			this.#takeBack.delete(id);
		}
		return held.length > 0;
	}
}

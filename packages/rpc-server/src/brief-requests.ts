import type { Clock } from '@myelin/core';
import { ServerError } from './errors.ts';

/** Requests that are being answered and wait for no run: at an end they have a little time, and are refused then. */
export class BriefRequests {
	readonly #open = new Map<Promise<unknown>, (error: ServerError) => void>();
	readonly #clock: Clock;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** The answer of a request, unless that is refused before. */
	track<Answer>(answered: Promise<Answer>): Promise<Answer> {
		const open = new Promise<Answer>((resolve, reject) => {
			this.#open.set(answered, reject);
			answered.then(resolve, reject);
		});
		return open.finally(() => this.#open.delete(answered));
	}

	/** Resolves when all that are open now have their answers, or have had so many milliseconds for it. */
	async settled(ms: number): Promise<void> {
		let callOff = () => {};
		const late = new Promise<void>((resolve) => {
			callOff = this.#clock.after(ms, resolve);
		});
		await Promise.race([Promise.allSettled(this.#open.keys()), late]);
		callOff();
	}

	/** Answers those that are still open with SHUTTING_DOWN. */
	refuse(): void {
		const error = new ServerError(
			'SHUTTING_DOWN',
			'the shutdown came before the answer, which nobody waits for any longer',
		);
		for (const reject of [...this.#open.values()]) reject(error);
	}
}

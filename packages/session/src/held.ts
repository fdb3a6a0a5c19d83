import { SessionError } from './errors.ts';

/** What waits until something that goes on is over; until then each may be taken back. */
export class Held {
	readonly #takeBack = new Map<string | symbol, () => void>();

	/** Lets something go on when `over` resolves, unless it is taken back before: then it rejects with `CANCELLED`, which begins with `what`. */
	hold<T>(key: string | symbol, what: string, over: Promise<void>, goOn: () => Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			this.#takeBack.set(key, () => {
				reject(new SessionError('CANCELLED', `${what} was taken back, or the session aborted, before its turn came`));
			});
			void over.then(() => {
				if (this.#takeBack.delete(key)) goOn().then(resolve, reject);
			});
		});
	}

	/** Whether anything waits. */
	get areWaiting(): boolean {
		return this.#takeBack.size > 0;
	}

	/** Takes one back, all if none is named; whether there was any. */
	takeBack(key?: string | symbol): boolean {
		const keys = key === undefined ? [...this.#takeBack.keys()] : [key];
		const held = keys.filter((each) => this.#takeBack.has(each));
		for (const each of held) {
			this.#takeBack.get(each)?.();
			this.#takeBack.delete(each);
		}
		return held.length > 0;
	}
}

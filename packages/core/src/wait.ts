/** Thrown inside a run when what it waits for is no longer worth waiting for. */
export class Interrupted extends Error {
	override readonly name = 'Interrupted';
}

/** Waits for promises until its signal aborts. */
export interface Waiter {
	/** The promise's outcome, or a rejection with `Interrupted` as soon as the signal aborts; what comes later is ignored. */
	wait<T>(promise: PromiseLike<T>): Promise<T>;
	/** Rejects what is waited for now, for a reason of the caller's. */
	fail(reason: Error): void;
	/** A waiter that is interrupted with this one, and whose `fail` is its own. */
	fork(): Waiter;
	/** Takes the waiter off its signal, or off the one it was forked from. */
	release(): void;
}

/**
 * One listener on the signal serves every wait of a run, and a wait that is over leaves nothing behind: a race against one
 * long-lived promise would keep a record per wait until the run ends. `onWait` is called before each wait, so that a test can abort at any of them.
 */
export function createWaiter(signal: AbortSignal, onWait: () => void = () => undefined): Waiter {
	const root = new SignalWaiter(signal, onWait, () => signal.removeEventListener('abort', interrupt));
	const interrupt = () => root.interrupt();
	signal.addEventListener('abort', interrupt, { once: true });
	return root;
}

class SignalWaiter implements Waiter {
	readonly #signal: AbortSignal;
	readonly #onWait: () => void;
	readonly release: () => void;
	readonly #waiting = new Set<(reason: Error) => void>();
	readonly #forks = new Set<SignalWaiter>();

	constructor(signal: AbortSignal, onWait: () => void, release: () => void) {
		this.#signal = signal;
		this.#onWait = onWait;
		this.release = release;
	}

	wait<T>(promise: PromiseLike<T>): Promise<T> {
		this.#onWait();
		return new Promise<T>((resolve, reject) => {
			if (this.#signal.aborted) reject(new Interrupted('the run was interrupted'));
			else this.#waiting.add(reject);
			promise.then(
				(value) => {
					this.#waiting.delete(reject);
					resolve(value);
				},
				(thrown) => {
					this.#waiting.delete(reject);
					reject(thrown);
				},
			);
		});
	}

	fail(reason: Error): void {
		for (const reject of this.#waiting) reject(reason);
		this.#waiting.clear();
	}

	interrupt(): void {
		for (const waiter of [this, ...this.#forks]) waiter.fail(new Interrupted('the run was interrupted'));
	}

	fork(): Waiter {
		const fork: SignalWaiter = new SignalWaiter(this.#signal, this.#onWait, () => this.#forks.delete(fork));
		this.#forks.add(fork);
		return fork;
	}
}

/** Whether a listener or hook returned something to wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

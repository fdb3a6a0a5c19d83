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
	/** Takes the waiter off its signal. */
	release(): void;
}

/**
 * One listener on the signal serves every wait of a run, and a wait that is over leaves nothing behind: a race against one
 * long-lived promise would keep a record per wait until the run ends. `onWait` is called before each wait, so that a test can abort at any of them.
 */
export function createWaiter(signal: AbortSignal, onWait: () => void = () => undefined): Waiter {
	const waiting = new Set<(reason: Error) => void>();
	const fail = (reason: Error) => {
		for (const reject of waiting) reject(reason);
		waiting.clear();
	};
	const interrupt = () => fail(new Interrupted('the run was interrupted'));
	signal.addEventListener('abort', interrupt, { once: true });
	return {
		wait<T>(promise: PromiseLike<T>): Promise<T> {
			onWait();
			return new Promise<T>((resolve, reject) => {
				if (signal.aborted) reject(new Interrupted('the run was interrupted'));
				else waiting.add(reject);
				promise.then(
					(value) => {
						waiting.delete(reject);
						resolve(value);
					},
					(thrown) => {
						waiting.delete(reject);
						reject(thrown);
					},
				);
			});
		},
		fail,
		release: () => signal.removeEventListener('abort', interrupt),
	};
}

/** Whether a listener or hook returned something to wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

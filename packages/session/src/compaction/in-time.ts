import { type Clock, ModelError } from '@myelin/core';

/** What bounds some work. */
export interface TimeBounds {
	readonly signal: AbortSignal;
	readonly clock: Clock;
	readonly limitMs: number;
}

/**
 * Waits for some work until it is over, its signal aborts, or its time is over; then it is told by its own signal, and whatever comes
 * of it later is ignored. Rejects with the signal's reason, and with `TIMEOUT`.
 */
export async function inTime<T>(
	work: (signal: AbortSignal) => Promise<T>,
	{ signal, clock, limitMs }: TimeBounds,
): Promise<T> {
	signal.throwIfAborted();
	const own = new AbortController();
	let quit = (_reason: unknown) => {};
	const quitted = new Promise<never>((_, reject) => {
		quit = (reason) => {
			reject(reason);
			own.abort(reason);
		};
	});
	const onAbort = () => quit(signal.reason);
	signal.addEventListener('abort', onAbort, { once: true });
	const callOff = clock.after(limitMs, () => quit(new ModelError('TIMEOUT', `it was not done after ${limitMs} ms`)));
	try {
		return await Promise.race([work(own.signal), quitted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
		callOff();
	}
}

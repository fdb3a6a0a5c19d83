import { setMaxListeners } from 'node:events';
import { type Clock, errorText, isThenable, isThrown } from '@myelin/core';
import { cutText } from './cut-text.ts';
import { HookError, type HookErrorCode } from './errors.ts';
import type { Interrupt } from './plugin-record.ts';
import type { Heard } from './ui.ts';

/** What came of a guarded call. `heard`: a person was asked for it. `cancelled`: the run was aborted, and nobody waits for the answer any longer. */
export type Outcome<T> =
	| { readonly kind: 'answer'; readonly value: T; readonly heard?: Heard }
	| { readonly kind: 'failure'; readonly code: HookErrorCode; readonly message: string; readonly thrown: unknown }
	| { readonly kind: 'cancelled' };

/** The terms of one call of foreign code. */
export interface GuardedCall<T> {
	/** Calls the foreign code. */
	call(): unknown;
	/** Checks and reads what it answered; throws `HookError` with `INVALID` when that is nonsense. */
	check(answer: unknown): T;
	/** Milliseconds; `Infinity` for no limit. */
	readonly timeoutMs: number;
	/** Ends the wait at once, as `cancelled`. A call made after it aborted is not waited for at all. */
	readonly signal: AbortSignal;
	/** Where the call can be ended from outside while it is waited for. */
	readonly pending: Set<Interrupt>;
	readonly clock: Clock;
	/** Told once, when nobody waits any longer for an answer that has not come. */
	onAbandoned?(reason: unknown): void;
	/** Told when an abandoned call fails after all. */
	onLateFailure?(thrown: unknown): void;
}

/** Calls foreign code and never throws. Code that answers at once costs neither a timer nor a microtask. */
export function guarded<T>(terms: GuardedCall<T>): Outcome<T> | Promise<Outcome<T>> {
	try {
		const answer = terms.call();
		return isThenable(answer) ? waitFor(answer, terms) : { kind: 'answer', value: terms.check(answer) };
	} catch (thrown) {
		return failure(thrown);
	}
}

/** The wait ends with the answer, with the time for it, with the abort of the run, or when whoever was asked is gone. */
function waitFor<T>(answer: PromiseLike<unknown>, terms: GuardedCall<T>): Promise<Outcome<T>> {
	return new Promise((resolve) => {
		let waiting = true;
		let stopTimer: () => void = () => undefined;
		const settle = (outcome: Outcome<T>) => {
			waiting = false;
			stopTimer();
			terms.signal.removeEventListener('abort', cancel);
			terms.pending.delete(interrupt);
			resolve(outcome);
		};
		const abandon = (outcome: Outcome<T>, reason: unknown) => {
			if (!waiting) return;
			settle(outcome);
			terms.onAbandoned?.(reason);
		};
		const cancel = () => abandon({ kind: 'cancelled' }, terms.signal.reason);
		const interrupt: Interrupt = (code, message) => {
			const error = new HookError(code, message);
			abandon(failure(error), error);
		};
		Promise.resolve(answer).then(
			(value) => waiting && settle(checked(value, terms)),
			(thrown) => (waiting ? settle(failure(thrown)) : terms.onLateFailure?.(thrown)),
		);
		if (terms.signal.aborted) return cancel();
		// As many calls may wait as there are events and hooks: that is no leak.
		setMaxListeners(0, terms.signal);
		terms.signal.addEventListener('abort', cancel, { once: true });
		terms.pending.add(interrupt);
		if (terms.timeoutMs === Number.POSITIVE_INFINITY) return;
		const late = () => interrupt('TIMEOUT', `no answer within ${terms.timeoutMs} ms`);
		stopTimer = terms.clock.after(terms.timeoutMs, late);
	});
}

function checked<T>(answer: unknown, terms: GuardedCall<T>): Outcome<T> {
	try {
		return { kind: 'answer', value: terms.check(answer) };
	} catch (thrown) {
		return failure(thrown);
	}
}

function failure(thrown: unknown): Outcome<never> {
	const code = isThrown(thrown, HookError) ? thrown.code : 'CRASH';
	return { kind: 'failure', code, message: cutText(errorText(thrown)), thrown };
}

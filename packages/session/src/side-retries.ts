import { type Clock, errorInfo, type Model, type RetryPolicy, retryDelay } from '@myelin/core';
import { askRecorded, type SideAnswer, type SideCall, type SideLimits, type SideQuestion } from './side-request.ts';

/** How questions beside the conversation are tried again: as the calls of a turn are. */
export interface SideRetries {
	readonly policy: RetryPolicy;
	/** A number in [0, 1). */
	random(): number;
}

/**
 * Asks as `askRecorded` does, and again where the model failed in a way that may pass; each try is recorded by itself. A model that
 * was silent until its time was over is not asked again: others wait for the answer. Rejects with what the last try threw, and with
 * the signal's reason, also between tries.
 */
export async function askWithRetries(
	model: Model,
	question: SideQuestion,
	limits: SideLimits,
	called: (call: SideCall) => void | Promise<void>,
	{ policy, random }: SideRetries,
): Promise<SideAnswer> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await askRecorded(model, question, limits, called);
		} catch (thrown) {
			const error = errorInfo(thrown);
			const mayPass = error.retryable && error.code !== 'TIMEOUT';
			if (!mayPass || attempt >= policy.maxAttempts) throw thrown;
			await pause(retryDelay(policy, attempt, error, random()), limits);
		}
	}
}

/** Rejects with the signal's reason as soon as it aborts. */
async function pause(ms: number, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
	signal.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const onAbort = () => {
			callOff();
			reject(signal.reason);
		};
		const callOff = clock.after(ms, () => {
			signal.removeEventListener('abort', onAbort);
			resolve();
		});
		signal.addEventListener('abort', onAbort, { once: true });
	});
}

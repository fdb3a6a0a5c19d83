import type { ErrorInfo } from './errors.ts';

/** When and how often a failed model call is tried again. Milliseconds. */
export interface RetryPolicy {
	/** All tries, the first included. */
	readonly maxAttempts: number;
	readonly baseDelayMs: number;
	readonly maxDelayMs: number;
}

/** Three tries, half a second doubled, never more than half a minute. */
export const defaultRetry: RetryPolicy = { maxAttempts: 3, baseDelayMs: 500, maxDelayMs: 30_000 };

/**
 * How long to wait before the try after `attempt` (counted from 1): exponential with full jitter, but never less than the
 * provider asked for, and never more than the policy allows. `random` is in [0, 1).
 */
export function retryDelay(policy: RetryPolicy, attempt: number, error: ErrorInfo, random: number): number {
	const exponential = Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
	const wished = Math.max(random * exponential, error.retryAfterMs ?? 0);
	return Math.round(Math.min(policy.maxDelayMs, wished));
}

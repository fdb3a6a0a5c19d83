import { expect, it } from 'vitest';
import { retryWait } from './retry-wait.ts';

const now = Date.UTC(2026, 10, 30, 12, 0, 0);

it.each([
	[{ error: { message: 'Rate limit reached. Please try again in 1.5s. Visit https://x' } }, 1_500],
	[{ error: { message: 'Rate limit reached. Please try again in 7m12.5s.' } }, 432_500],
	[{ error: { message: 'Please try again in 250ms.' } }, 250],
	[{ error: { message: 'Please retry after 27 seconds.' } }, 27_000],
	[{ message: 'retry in 2 minutes' }, 120_000],
	['Too many requests, try again in 3s', 3_000],
	[{ error: { retry_after: 4.5 } }, 4_500],
	[{ error: { details: [{ '@type': 'x' }, { retryDelay: '17s' }] } }, 17_000],
	[{ error: { metadata: { headers: { 'X-RateLimit-Reset': String(now + 9_000) } } } }, 9_000],
	[{ error: { metadata: { headers: { 'Retry-After': 3 } } } }, 3_000],
	[{ error: { message: 'Please retry shortly' } }, undefined],
	[{ error: { message: 'exceeded by 30 s' } }, undefined],
	[undefined, undefined],
])('a body %j asks to wait %s ms', (body, ms) => {
	expect(retryWait(() => undefined, body, now)).toBe(ms);
});

it('a header counts before the body', () => {
	expect(retryWait((name) => (name === 'retry-after' ? '7' : null), { error: { retry_after: 1 } }, now)).toBe(7_000);
});

import type { Json } from '@myelin/plugins';
import { listOf, objectOf, textOf } from './json-fields.ts';

/** Reads a response header. */
export type HeaderReader = (name: string) => string | null | undefined;

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/**
 * How long the service asks to wait, in milliseconds: by `retry-after-ms`, by `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3), else by
 * what its error body says in fields or in words. `now` is in Unix milliseconds.
 */
export function retryWait(header: HeaderReader, body: Json | undefined, now: number): number | undefined {
	const whole = Array.isArray(body) ? (body as readonly Json[])[0] : body;
	return byHeaders(header, now) ?? byFields(whole, now) ?? byWords(wordsOf(whole));
}

function byHeaders(header: HeaderReader, now: number): number | undefined {
	const ms = Number(header('retry-after-ms') || Number.NaN);
	if (Number.isFinite(ms)) return Math.max(0, ms);
	const value = header('retry-after');
	if (!value) return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** `retry_after` in seconds, a `retryDelay` such as `17s` in the details, or an upstream's own headers. */
function byFields(body: Json | undefined, now: number): number | undefined {
	const outer = objectOf(body);
	const inner = objectOf(outer.error);
	const seconds = [inner.retry_after, outer.retry_after].find((value) => typeof value === 'number');
	if (typeof seconds === 'number') return Math.max(0, seconds * 1000);
	const delay = listOf(inner.details)
		.map((detail) => duration(textOf(objectOf(detail).retryDelay)))
		.find((ms) => ms !== undefined);
	if (delay !== undefined) return delay;
	const headers = objectOf(objectOf(inner.metadata).headers);
	const upstream = byHeaders((name) => headerIn(headers, name), now);
	if (upstream !== undefined) return upstream;
	const reset = Number(headerIn(headers, 'x-ratelimit-reset') ?? Number.NaN);
	return Number.isFinite(reset) ? Math.max(0, reset - now) : undefined;
}

function headerIn(headers: Readonly<Record<string, Json | undefined>>, name: string): string | undefined {
	const found = Object.entries(headers).find(([own]) => own.toLowerCase() === name)?.[1];
	return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

function byWords(text: string): number | undefined {
	const wait = /(?:try again|retry)(?: after| in)? +((?:\d+(?:\.\d+)? ?(?:ms|[dhms])[a-z]*[ ,]*)+)/i.exec(text)?.[1];
	return wait === undefined ? undefined : duration(wait);
}

/** `1m30.5s`, `250ms`, `27 seconds` in milliseconds. */
function duration(text: string): number | undefined {
	const parts = [...text.matchAll(/(\d+(?:\.\d+)?) ?(ms|[dhms])/gi)];
	if (parts.length === 0) return undefined;
	const ms = parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitMs[unit.toLowerCase()] ?? 0), 0);
	return Math.round(ms);
}

function wordsOf(body: Json | undefined): string {
	if (typeof body === 'string') return body;
	const outer = objectOf(body);
	const inner = objectOf(outer.error);
	const words = [inner.message, outer.error, outer.message, objectOf(inner.metadata).raw].map(textOf);
	return words.join(' ').slice(0, 2_000);
}

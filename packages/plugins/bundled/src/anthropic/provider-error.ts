import { type Json, type JsonObject, ModelError } from '@myelin/plugins';

type Code = ModelError['code'];

/** What is known of an answer that says no. `body` is parsed JSON where it was JSON, else text. */
export interface FailedAnswer {
	readonly status?: number | undefined;
	readonly body: Json | undefined;
	/** Reads a response header. */
	header(name: string): string | null | undefined;
}

const codesByType: Readonly<Record<string, Code>> = {
	rate_limit_error: 'RATE_LIMIT',
	overloaded_error: 'OVERLOADED',
	authentication_error: 'AUTH',
	permission_error: 'AUTH',
	billing_error: 'QUOTA',
	timeout_error: 'TIMEOUT',
	request_too_large: 'CONTEXT_OVERFLOW',
};

const codesByStatus: Readonly<Record<number, Code>> = {
	401: 'AUTH',
	402: 'QUOTA',
	403: 'AUTH',
	408: 'TIMEOUT',
	409: 'OVERLOADED',
	413: 'CONTEXT_OVERFLOW',
	429: 'RATE_LIMIT',
	504: 'TIMEOUT',
};

/** What the API says only in words: https://platform.claude.com/docs/en/api/errors names no type for them. */
const codesByText: readonly (readonly [RegExp, Code])[] = [
	[
		/prompt is too long|context (?:window|length|limit)|too many (?:input )?tokens|maximum context/i,
		'CONTEXT_OVERFLOW',
	],
	[/credit balance|spend(?:ing)? limit|usage limit|billing|quota/i, 'QUOTA'],
	[/content filter|usage polic/i, 'CONTENT_FILTER'],
];

/** The error for an answer with an HTTP status that is no success, or an `error` body in one that is. `now` is in Unix milliseconds. */
export function answerError({ status, body, header }: FailedAnswer, now: number): ModelError {
	const { type, text } = described(body);
	const request = header('request-id');
	const said = [status, type, text].filter((part) => part !== undefined && part !== '').join(' ');
	const message = `the Claude API answered ${said || 'with an error that says nothing'}${request ? ` (request ${request})` : ''}`;
	return new ModelError(codeOf(status, type, text), message, { status, retryAfterMs: retryAfter(header, now) });
}

/** The error for an `error` event in a stream that had begun. */
export function streamError(data: string): ModelError {
	const { type, text } = described(parsed(data));
	const code = codeOf(undefined, type, text);
	return new ModelError(code, `the Claude API broke its answer off: ${[type, text].filter(Boolean).join(' ')}`);
}

/** The error for a stream that is not what the protocol says. */
export function brokenStream(what: string, cause?: unknown): ModelError {
	return new ModelError('STREAM_BROKEN', `the answer of the Claude API is broken: ${what}`, { cause });
}

function codeOf(status: number | undefined, type: string, text: string): Code {
	const byType = codesByType[type];
	if (byType !== undefined && byType !== 'RATE_LIMIT') return byType;
	const byText = codesByText.find(([pattern]) => pattern.test(text))?.[1];
	const isRefused =
		type === 'invalid_request_error' || byType === 'RATE_LIMIT' || (status !== undefined && status < 500);
	if (byText !== undefined && isRefused && !(byText === 'CONTEXT_OVERFLOW' && status === 429)) return byText;
	if (byType !== undefined) return byType;
	if (status === undefined) return type === 'invalid_request_error' ? 'INVALID_REQUEST' : 'STREAM_BROKEN';
	return codesByStatus[status] ?? (status >= 500 ? 'OVERLOADED' : 'INVALID_REQUEST');
}

/** The type and the words of an error body, whatever its shape: `{ error: { type, message } }`, `{ error: "…" }`, `{ message }`, `{ detail }` or plain text. */
function described(body: Json | undefined): { type: string; text: string } {
	if (typeof body === 'string') return { type: '', text: shortened(body) };
	const outer = objectOr(body);
	const inner = objectOr(outer.error);
	const words = [inner.message, outer.error, outer.message, outer.detail].find((value) => typeof value === 'string');
	const type = typeof inner.type === 'string' ? inner.type : '';
	return { type, text: shortened(typeof words === 'string' ? words : body === undefined ? '' : JSON.stringify(body)) };
}

function shortened(text: string): string {
	const line = text
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** `retry-after-ms`, else `retry-after` in seconds or as an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(header: FailedAnswer['header'], now: number): number | undefined {
	const ms = Number(header('retry-after-ms') || Number.NaN);
	if (Number.isFinite(ms)) return Math.max(0, ms);
	const value = header('retry-after');
	if (!value) return undefined;
	const seconds = Number(value);
	const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - now;
	return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

function parsed(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

function objectOr(value: Json | undefined): JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

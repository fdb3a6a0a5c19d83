import { type Json, ModelError } from '@myelin/plugins';
import { objectOf, parsedOr, textOf } from './json-fields.ts';
import { type HeaderReader, retryWait } from './retry-wait.ts';

type Code = ModelError['code'];

/** What is known of an answer that says no. `body` is parsed JSON where it was JSON, else text. */
export interface FailedAnswer {
	readonly status?: number | undefined;
	readonly body: Json | undefined;
	readonly header: HeaderReader;
}

/** What services call their errors, in `type` or in `code`. */
const codesByName: Readonly<Record<string, Code>> = {
	rate_limit_error: 'RATE_LIMIT',
	rate_limit_exceeded: 'RATE_LIMIT',
	RateLimitReached: 'RATE_LIMIT',
	overloaded_error: 'OVERLOADED',
	server_error: 'OVERLOADED',
	service_unavailable: 'OVERLOADED',
	engine_overloaded: 'OVERLOADED',
	authentication_error: 'AUTH',
	permission_error: 'AUTH',
	invalid_api_key: 'AUTH',
	billing_error: 'QUOTA',
	insufficient_quota: 'QUOTA',
	billing_hard_limit_reached: 'QUOTA',
	timeout_error: 'TIMEOUT',
	request_too_large: 'CONTEXT_OVERFLOW',
	context_length_exceeded: 'CONTEXT_OVERFLOW',
	exceed_context_size_error: 'CONTEXT_OVERFLOW',
	content_filter: 'CONTENT_FILTER',
	content_policy_violation: 'CONTENT_FILTER',
	invalid_request_error: 'INVALID_REQUEST',
	model_not_found: 'INVALID_REQUEST',
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

/** What is said only in words: https://platform.claude.com/docs/en/api/errors names no type for them, and few services name a code. */
const codesByText: readonly (readonly [RegExp, Code])[] = [
	[
		/prompt (?:is )?too long|input is too long|context (?:window|length|limit|size)|too many (?:input )?tokens|max(?:imum)? (?:context|prompt length)/i,
		'CONTEXT_OVERFLOW',
	],
	[
		/input token count|maximum number of tokens|model token limit|exceeds max length|range of input length|reduce the length of/i,
		'CONTEXT_OVERFLOW',
	],
	[
		/credit balance|insufficient (?:balance|credits|quota|funds)|spend(?:ing)? limit|usage limit|billing|quota/i,
		'QUOTA',
	],
	[/content filter|content management policy|content exists risk|usage polic|flagged|moderation/i, 'CONTENT_FILTER'],
	[/(?:api key not valid|(?:invalid|incorrect) api key|no auth credentials)/i, 'AUTH'],
];

/** Who says how long to wait, and that it is not long, will answer then: whatever it calls the limit, it is one of rate. Milliseconds. */
const longestRateWait = 600_000;

/** The error for an answer with an HTTP status that is no success, or an error body in one that is. `now` is in Unix milliseconds. */
export function answerError(service: string, { status, body, header }: FailedAnswer, now: number): ModelError {
	const said = described(body);
	const request = header('request-id') ?? header('x-request-id');
	const words = [status, said.type, said.text].filter((part) => part !== undefined && part !== '').join(' ');
	const message = `${service} answered ${words || 'with an error that says nothing'}${request ? ` (request ${request})` : ''}`;
	const retryAfterMs = retryWait(header, body, now);
	const code = codeOf(status ?? said.status, said, retryAfterMs);
	return new ModelError(code, message, { status: status ?? said.status, retryAfterMs });
}

/** The error for one that came in a stream that had begun. `now` is in Unix milliseconds. */
export function streamError(service: string, data: Json, now: number): ModelError {
	const body = typeof data === 'string' ? parsedOr(data) : data;
	const said = described(body);
	const retryAfterMs = retryWait(() => null, body, now);
	const code = isFailedCall(said) ? 'STREAM_BROKEN' : codeOf(said.status, said, retryAfterMs);
	const message = `${service} broke its answer off: ${[said.type, said.text].filter(Boolean).join(' ')}`;
	return new ModelError(code, message, { status: said.status, retryAfterMs });
}

/** The error for a stream that is not what the protocol says. */
export function brokenStream(service: string, what: string, cause?: unknown): ModelError {
	return new ModelError('STREAM_BROKEN', `the answer of ${service} is broken: ${what}`, { cause });
}

interface Described {
	readonly type: string;
	/** A name of the error beside its type. */
	readonly name: string;
	readonly text: string;
	/** The HTTP status that the body names. */
	readonly status: number | undefined;
}

/** The model called a tool wrongly, and its service says so instead of passing it on: another try may do better. */
function isFailedCall({ name }: Described): boolean {
	return name === 'tool_use_failed';
}

function codeOf(status: number | undefined, { type, name, text }: Described, wait: number | undefined): Code {
	const named = codesByName[name] ?? codesByName[type];
	// Also a rate limit that one request alone exceeds.
	if (status === 413) return 'CONTEXT_OVERFLOW';
	if (named !== undefined && named !== 'RATE_LIMIT' && named !== 'INVALID_REQUEST') return named;
	const isRefused = named !== undefined || (status !== undefined && status < 500);
	const byText = isRefused ? codeByText(text) : undefined;
	const isRate = named === 'RATE_LIMIT' || status === 429;
	if (isRate && (byText === 'CONTEXT_OVERFLOW' || (wait !== undefined && wait <= longestRateWait))) return 'RATE_LIMIT';
	if (byText !== undefined) return byText;
	if (named === 'RATE_LIMIT') return named;
	if (status !== undefined) return codesByStatus[status] ?? (status >= 500 ? 'OVERLOADED' : 'INVALID_REQUEST');
	return named ?? 'STREAM_BROKEN';
}

/** Addresses in a text say where to go, not what is wrong. */
function codeByText(text: string): Code | undefined {
	const words = text.replace(/https?:\/\/\S+/g, '');
	return codesByText.find(([pattern]) => pattern.test(words))?.[1];
}

/**
 * An error body, whatever its shape: `{ error: { type, code, message } }`, `{ error: "…" }`, `{ message }`, `{ detail }`, a list of one of them, or plain
 * text. What an upstream said is added where a proxy tells it.
 */
function described(body: Json | undefined): Described {
	if (typeof body === 'string') return { type: '', name: '', text: shortened(body), status: undefined };
	const outer = objectOf(Array.isArray(body) ? body[0] : body);
	const inner = objectOf(outer.error);
	const words = [inner.message, outer.error, outer.message, outer.detail].map(wordsOf).find((text) => text !== '');
	const upstream = textOf(objectOf(inner.metadata).raw);
	const text = words ?? (body === undefined ? '' : JSON.stringify(body));
	return {
		type: textOf(inner.type),
		name: textOf(inner.code) || textOf(outer.code),
		text: shortened(upstream === '' ? text : `${text}: ${upstream}`),
		status: [inner.code, inner.status_code, outer.code, outer.status].find(isStatus),
	};
}

function wordsOf(value: Json | undefined): string {
	return Array.isArray(value) && value.length > 0 ? JSON.stringify(value) : textOf(value);
}

function isStatus(value: Json | undefined): value is number {
	return typeof value === 'number' && value >= 400 && value < 600;
}

function shortened(text: string): string {
	const line = text
		.slice(0, 5_000)
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

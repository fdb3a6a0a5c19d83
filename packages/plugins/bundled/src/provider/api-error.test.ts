import type { Json } from '@myelin/plugins';
import { describe, expect, it } from 'vitest';
import { answerError, streamError } from './api-error.ts';

const noon = Date.UTC(2026, 10, 30, 12, 0, 0);

function failed(status: number | undefined, body: Json | undefined, headers: Record<string, string> = {}) {
	return answerError('the Claude API', { status, body, header: (name) => headers[name] }, noon);
}

const api = (type: string, message = 'words') => ({ type: 'error', error: { type, message } });

describe('an answer that says no', () => {
	it.each([
		[400, api('invalid_request_error', 'messages: at least one message is required'), 'INVALID_REQUEST'],
		[400, api('invalid_request_error', 'prompt is too long: 3333404 tokens > 200000 maximum'), 'CONTEXT_OVERFLOW'],
		[400, api('invalid_request_error', 'input length and `max_tokens` exceed context limit'), 'CONTEXT_OVERFLOW'],
		[400, api('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'), 'QUOTA'],
		[400, api('invalid_request_error', 'Output blocked by content filtering policy'), 'CONTENT_FILTER'],
		[401, api('authentication_error', 'invalid x-api-key'), 'AUTH'],
		[402, api('billing_error'), 'QUOTA'],
		[403, api('permission_error'), 'AUTH'],
		[404, api('not_found_error', 'model: claude-none'), 'INVALID_REQUEST'],
		[408, undefined, 'TIMEOUT'],
		[413, api('request_too_large'), 'CONTEXT_OVERFLOW'],
		[429, api('rate_limit_error', 'Number of input tokens has exceeded your per-minute rate limit'), 'RATE_LIMIT'],
		[429, api('rate_limit_error', 'This request would exceed your organization’s spend limit'), 'QUOTA'],
		[429, 'Too Many Requests', 'RATE_LIMIT'],
		[500, api('api_error', 'Internal server error'), 'OVERLOADED'],
		[502, '<html><h1>502 Bad Gateway</h1></html>', 'OVERLOADED'],
		[504, api('timeout_error'), 'TIMEOUT'],
		[529, api('overloaded_error', 'Overloaded'), 'OVERLOADED'],
		[
			429,
			{ error: { code: 'rate_limit_exceeded', message: 'Limit 3. Try again in 20s. See https://x.example/billing' } },
			'RATE_LIMIT',
		],
		[
			429,
			{ error: { code: 'rate_limit_exceeded', message: 'Upgrade at https://x.example/settings/billing' } },
			'RATE_LIMIT',
		],
		[429, { error: { code: 'insufficient_quota', message: 'check your plan and billing details' } }, 'QUOTA'],
		[
			429,
			[{ error: { code: 429, message: 'You exceeded your current quota', details: [{ retryDelay: '17s' }] } }],
			'RATE_LIMIT',
		],
		[
			413,
			{ error: { code: 'rate_limit_exceeded', message: 'Request too large: tokens per minute' } },
			'CONTEXT_OVERFLOW',
		],
		[400, { error: 'Your request exceeded model token limit: 131072' }, 'CONTEXT_OVERFLOW'],
		[400, { error: { message: 'maximum prompt length is 131072 but the request contains' } }, 'CONTEXT_OVERFLOW'],
		[400, { error: { message: 'API key not valid. Please pass a valid API key.' } }, 'AUTH'],
		[400, { error: { message: 'Content Exists Risk', type: 'invalid_request_error' } }, 'CONTENT_FILTER'],
		[403, { error: { message: 'Your input was flagged', code: 403 } }, 'CONTENT_FILTER'],
		[418, { detail: 'teapot' }, 'INVALID_REQUEST'],
		[undefined, { error: 'model is loading' }, 'STREAM_BROKEN'],
	] as const)('%s %j is %s', (status, body, code) => {
		expect(failed(status, body)).toMatchObject({ name: 'ModelError', code, status });
	});

	it('says what came back, shortly and without markup', () => {
		expect(failed(529, api('overloaded_error', 'Overloaded'), { 'request-id': 'req_7' }).message).toBe(
			'the Claude API answered 529 overloaded_error Overloaded (request req_7)',
		);
		expect(failed(502, '<html>\n<h1>Bad  Gateway</h1></html>').message).toBe('the Claude API answered 502 Bad Gateway');
		expect(failed(400, { detail: 'no such field' }).message).toBe('the Claude API answered 400 no such field');
		expect(failed(500, 'x'.repeat(5000)).message.length).toBeLessThan(350);
		expect(failed(503, undefined).message).toBe('the Claude API answered 503');
	});

	it.each([
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': '0.5' }, 500],
		[{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
		[{ 'retry-after': 'Mon, 30 Nov 2026 12:00:20 GMT' }, 20_000],
		[{ 'retry-after': 'Mon, 30 Nov 2026 11:00:00 GMT' }, 0],
		[{ 'retry-after': 'soon' }, undefined],
		[{}, undefined],
	])('with %j may be tried again after %s ms', (headers, ms) => {
		expect(failed(429, api('rate_limit_error'), headers).retryAfterMs).toBe(ms);
	});
});

describe('an error event in a stream', () => {
	it.each([
		[
			'{"type":"error","error":{"details":null,"type":"api_error","message":"Internal server error"}      }',
			'STREAM_BROKEN',
		],
		['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', 'OVERLOADED'],
		['{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}', 'RATE_LIMIT'],
		['{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long"}}', 'CONTEXT_OVERFLOW'],
		['{"type":"error","error":{"type":"invalid_request_error","message":"no"}}', 'INVALID_REQUEST'],
		['upstream connect error', 'STREAM_BROKEN'],
	])('%s is %s', (data, code) => {
		expect(streamError('the Claude API', data, noon)).toMatchObject({ name: 'ModelError', code });
	});
});

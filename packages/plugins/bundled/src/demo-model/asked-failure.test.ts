import { describe, expect, it } from 'vitest';
import { askedFailure, besidesFailure } from './asked-failure.ts';

describe('a failure is asked for by', () => {
	it.each([
		['fail with overloaded twice', { code: 'OVERLOADED', times: 2, midway: false }],
		['please fail with rate limit 3 times', { code: 'RATE_LIMIT', times: 3, midway: false }],
		['Fail midway with a broken stream', { code: 'STREAM_BROKEN', times: 1, midway: true }],
		['hello, fail with timeout always', { code: 'TIMEOUT', times: Number.POSITIVE_INFINITY, midway: false }],
		['fail with an invalid request once and read a.txt', { code: 'INVALID_REQUEST', times: 1, midway: false }],
		['fail with style', { code: 'UNKNOWN', times: 1, midway: false }],
	])('%s', (prompt, failure) => {
		expect(askedFailure(prompt)).toEqual(failure);
	});

	it.each(['', 'why do tests fail with a timeout?', 'failing with style'])('not by: %s', (prompt) => {
		expect(askedFailure(prompt)).toBeUndefined();
	});
});

it('what is asked for besides stays', () => {
	expect(besidesFailure('fail with overloaded twice and read a.txt')).toBe(' and read a.txt');
	expect(besidesFailure('read a.txt; fail with quota')).toBe('read a.txt;');
	expect(besidesFailure('read a.txt')).toBe('read a.txt');
});

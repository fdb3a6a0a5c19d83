import type { Message, RunSummary } from '@myelin/core';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { retryOf } from './run-retries.ts';

const busy = { code: 'OVERLOADED', message: 'too busy', retryable: true } as const;
const calls = { maxAttempts: 3, baseDelayMs: 100, maxDelayMs: 1000 };
const policy = { maxAttempts: 2, calls, random: () => 1 };

function summary(more: Partial<RunSummary>): RunSummary {
	const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
	return { turnCount: 1, toolCalls: 0, toolErrors: 0, endReason: 'error', usage, durationMs: 0, ...more };
}

const base = { id: 'm', timestamp: 0, content: [] };
const asked: Message = { ...base, role: 'user' };
const toolSaid: Message = { ...base, role: 'tool', toolCallId: 'c', toolName: 'echo', isError: false };
const note: Message = { ...base, role: 'custom:note' };
const answered = (stopReason: 'stop' | 'pause' | 'aborted'): Message => ({
	...base,
	role: 'assistant',
	model: { provider: 'test', id: 'scripted' },
	stopReason,
});

describe('whether a run is gone on with', () => {
	it.each([
		{ what: 'a question', messages: [asked] },
		{ what: 'what a tool said', messages: [asked, answered('stop'), toolSaid] },
		{ what: 'an answer that paused', messages: [asked, answered('pause')] },
		{ what: 'an answer that was cut off', messages: [asked, answered('aborted')] },
		{ what: 'a question, and a note beside the conversation', messages: [asked, note] },
	])('it is where history ends with $what', ({ messages }) => {
		verifies('R110');
		expect(retryOf(summary({ error: busy }), messages, 0, policy)).toMatchObject({ attempt: 1, maxAttempts: 2 });
	});

	it.each([
		{ what: 'history ends with an answer', ended: { error: busy }, messages: [asked, answered('stop')], made: 0 },
		{
			what: 'only notes were taken since an answer',
			ended: { error: busy },
			messages: [answered('stop'), note],
			made: 0,
		},
		{ what: 'nothing was said', ended: { error: busy }, messages: [], made: 0 },
		{ what: 'it would fail again', ended: { error: { ...busy, retryable: false } }, messages: [asked], made: 0 },
		{ what: 'it was aborted', ended: { endReason: 'aborted', error: busy }, messages: [asked], made: 0 },
		{ what: 'it ended well', ended: { endReason: 'stop' }, messages: [asked], made: 0 },
		{ what: 'it was often enough', ended: { error: busy }, messages: [asked], made: 2 },
	] as const)('it is not where $what', ({ ended, messages, made }) => {
		verifies('R110');
		expect(retryOf(summary(ended), messages, made, policy)).toBeUndefined();
	});

	it.each([
		{ made: 0, random: 1, retryAfterMs: undefined, delayMs: 400 },
		{ made: 1, random: 1, retryAfterMs: undefined, delayMs: 800 },
		{ made: 0, random: 0.5, retryAfterMs: undefined, delayMs: 200 },
		{ made: 0, random: 0, retryAfterMs: 700, delayMs: 700 },
		{ made: 0, random: 0, retryAfterMs: 60_000, delayMs: 1000 },
	])('it waits as the next try of its last call would have (%j)', ({ made, random, retryAfterMs, delayMs }) => {
		const error = retryAfterMs === undefined ? busy : { ...busy, retryAfterMs };
		expect(retryOf(summary({ error }), [asked], made, { ...policy, random: () => random })?.delayMs).toBe(delayMs);
	});
});

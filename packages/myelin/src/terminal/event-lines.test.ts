import type { SessionEvent } from '@myelin/client';
import { expect, it } from 'vitest';
import { eventLines, summaryText } from './event-lines.ts';

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 0 };
const summary = { turnCount: 2, toolCalls: 2, toolErrors: 1, endReason: 'stop', usage, durationMs: 1250 } as const;
const error = { code: 'OVERLOADED', message: 'too busy', retryable: true };

it('the facts of a run are one line', () => {
	expect(summaryText(summary)).toBe(
		'— stop · 2 turns · 2 tool calls (1 failed or denied) · 12 tokens in, 5 out · 1.3 s',
	);
	expect(summaryText({ ...summary, toolCalls: 1, toolErrors: 0, usage: { ...usage, costUsd: 0.00123 } })).toBe(
		'— stop · 2 turns · 1 tool call · 12 tokens in, 5 out · $0.0012 · 1.3 s',
	);
});

const lines: readonly (readonly [object, readonly string[]])[] = [
	[{ type: 'retry', attempt: 1, maxAttempts: 3, delayMs: 500, error }, ['… too busy; trying again in 500 ms']],
	[{ type: 'error', error }, ['✗ OVERLOADED: too busy']],
	[{ type: 'session_error', error }, ['! OVERLOADED: too busy']],
	[{ type: 'plugin_error', plugin: 'p', hook: 'h', message: 'boom' }, ['! plugin p failed in h: boom']],
	[{ type: 'notice', level: 'warning', message: 'mind\u0007' }, ['! mind␇']],
	[{ type: 'agent_end', willRetry: true, newMessages: [], summary }, []],
	[{ type: 'auto_retry_start', scope: 'call', attempt: 1, maxAttempts: 3, delayMs: 500, error }, []],
	[
		{ type: 'auto_retry_start', scope: 'run', attempt: 1, maxAttempts: 1, delayMs: 500, error },
		['… too busy; the run goes on in 500 ms'],
	],
	[{ type: 'compaction_start', reason: 'manual' }, []],
	[
		{ type: 'compaction_end', reason: 'manual', tokensBefore: 900, tokensAfter: 80, summaryId: 'm9' },
		['— the model is shown less from here on: 900 tokens became 80'],
	],
	[
		{ type: 'compaction_end', reason: 'overflow', tokensBefore: 900, error },
		['! what the model is shown could not be made shorter: too busy'],
	],
	[
		{
			type: 'goal_updated',
			goal: { text: 'tidy up\nall', status: 'active', used: { tokens: 0, costUsd: 0, runs: 0 } },
		},
		['◎ goal active: tidy up'],
	],
	[
		{
			type: 'goal_updated',
			goal: { text: 'tidy up', status: 'blocked', reason: 'no key', used: { tokens: 70, costUsd: 0, runs: 1 } },
		},
		['◎ goal blocked (no key): tidy up · 1 run, 70 tokens'],
	],
	[{ type: 'goal_updated', goal: null }, ['◎ there is no goal any longer']],
	[
		{ type: 'model_changed', from: { provider: 'a', id: 'b' }, to: { provider: 'c', id: 'd' } },
		['— the model is now c/d'],
	],
	[
		{ type: 'ui_request', questionId: 'q', plugin: 'p', kind: 'confirm', title: 'Delete?', default: false },
		['? p asks: Delete?'],
	],
	[{ type: 'ui_resolved', questionId: 'q', value: false, by: 'chat' }, ['? false, by chat']],
	[{ type: 'ui_resolved', questionId: 'q', by: 'default' }, ['? nobody answered']],
	[{ type: 'session_idle' }, []],
	[{ type: 'of_a_later_version' }, []],
];

it.each(lines)('%j is read as %j', (event, expected) => {
	expect(eventLines(event as SessionEvent).map(({ text }) => text)).toEqual(expected);
});

import type { SessionEvent, ToolCallInfo } from '@myelin/client';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { createPrinter, summaryText } from './printer.ts';

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 0 };
const summary = { turnCount: 2, toolCalls: 2, toolErrors: 1, endReason: 'stop', usage, durationMs: 1250 } as const;

function printed(events: readonly object[], calls: readonly ToolCallInfo[] = []): string {
	let text = '';
	const printer = createPrinter(
		(piece) => {
			text += piece;
		},
		false,
		(id) => calls.find(({ toolCallId }) => toolCallId === id),
	);
	for (const event of events) printer.print(event as SessionEvent);
	return text;
}

const delta = (text: string, deltaKind = 'text') => ({
	type: 'message_update',
	delta: text,
	deltaKind,
	contentIndex: 0,
});
const end = (toolCallId: string, toolName: string, text: string, isError = false) => ({
	type: 'tool_execution_end',
	toolCallId,
	toolName,
	result: { content: [{ type: 'text', text }] },
	isError,
});

describe('what a person reads', () => {
	it('is the text as it comes, ended by one line break, and never the arguments of a call', () => {
		verifies('R120');
		expect(
			printed([delta('Hel'), delta('lo'), delta('{"x":1}', 'tool_call'), { type: 'message_end', messageId: 'm' }]),
		).toBe('Hello\n');
	});

	it('shows each tool as one block when it is over, so that parallel tools never mix', () => {
		verifies('R115');
		verifies('R118');
		verifies('R132');
		const calls = [
			{ toolCallId: 'a', toolName: 'read', args: { path: 'x.txt' } },
			{ toolCallId: 'b', toolName: 'bash', args: { command: 'ls' } },
		];
		const start = (call: ToolCallInfo) => ({ type: 'tool_execution_start', ...call });
		const says = (toolCallId: string) => ({
			type: 'tool_execution_update',
			toolCallId,
			kind: 'progress',
			update: { kind: 'output', delta: 'noise' },
		});
		const events = [
			...calls.map(start),
			says('a'),
			says('b'),
			end('b', 'bash', 'no such file', true),
			end('a', 'read', 'one\ntwo\n'),
		];
		expect(printed(events, calls)).toBe(
			'● bash command="ls"\n  │ no such file\n● read path="x.txt"\n  │ one\n  │ two\n',
		);
	});

	it('cuts a long result, and says by how much', () => {
		const lines = Array.from({ length: 12 }, (_, line) => `line ${line}`).join('\n');
		expect(
			printed([end('a', 'read', lines)])
				.split('\n')
				.at(-2),
		).toBe('  │ … 4 more lines');
	});

	it('shows control characters instead of obeying them', () => {
		expect(printed([delta('a\u001b[2Jb\r\n'), { type: 'message_end', messageId: 'm' }])).toBe('a␛[2Jb␍\n');
		expect(printed([end('a', 'bash', '\u001b]0;title\u0007')])).toContain('␛]0;title␇');
	});

	it('names who denied a call, and why', () => {
		const decisions = [
			{ by: 'guard', hookId: 'h', answer: 'block', reason: 'not today', cause: 'policy', durationMs: 1 },
		];
		expect(printed([{ type: 'tool_decision', toolCallId: 'a', toolName: 'bash', answer: 'block', decisions }])).toBe(
			'✗ bash denied by guard: not today\n',
		);
	});

	it('ends with the facts of the run', () => {
		expect(summaryText(summary)).toBe(
			'— stop · 2 turns · 2 tool calls (1 failed or denied) · 12 tokens in, 5 out · 1.3 s',
		);
		expect(summaryText({ ...summary, toolCalls: 1, toolErrors: 0, usage: { ...usage, costUsd: 0.00123 } })).toBe(
			'— stop · 2 turns · 1 tool call · 12 tokens in, 5 out · $0.0012 · 1.3 s',
		);
	});
});

import type { SessionEvent, ToolCallInfo } from '@myelin/client';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../../test/verifies.ts';
import { createPrinter } from './printer.ts';
import { type Coloured, plainScreen, type Screen } from './screen.ts';

const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 2, cacheWriteTokens: 0 };
const summary = { turnCount: 2, toolCalls: 2, toolErrors: 1, endReason: 'stop', usage, durationMs: 1250 } as const;

function finder(calls: readonly ToolCallInfo[]) {
	return (id: string) => calls.find(({ toolCallId }) => toolCallId === id);
}

/** What stays on the screen. */
function printed(events: readonly object[], calls: readonly ToolCallInfo[] = [], colour = false): string {
	let text = '';
	const output = {
		write(piece: string) {
			text += piece;
		},
	};
	const printer = createPrinter(plainScreen(output, colour), finder(calls));
	for (const event of events) printer.print(event as SessionEvent);
	return text;
}

/** What is in progress after each event, as it is drawn then. */
function inProgress(events: readonly object[], calls: readonly ToolCallInfo[] = []): string[] {
	let build: () => readonly Coloured[] = () => [];
	const screen: Screen = {
		print: () => undefined,
		typed: () => undefined,
		live(next) {
			build = next;
		},
	};
	const printer = createPrinter(screen, finder(calls));
	return events.map((event) => {
		printer.print(event as SessionEvent);
		return build()
			.map(({ text }) => `${text}\n`)
			.join('');
	});
}

const delta = (text: string, deltaKind = 'text') => ({
	type: 'message_update',
	delta: text,
	deltaKind,
	contentIndex: 0,
});
const textBlock = (text: string) => ({ type: 'text', text });
const message = (...content: object[]) => ({ id: 'm', role: 'assistant', timestamp: 0, content, usage });
const snapshot = (...content: object[]) => ({ ...delta('?'), message: message(...content) });
const formed = (...content: object[]) => ({ type: 'message_end', messageId: 'm', message: message(...content) });
const begin = (call: ToolCallInfo) => ({ type: 'tool_execution_start', ...call });
const says = (toolCallId: string, kind: string, text: string) => ({
	type: 'tool_execution_update',
	toolCallId,
	toolName: 'x',
	kind: 'progress',
	update: { kind, delta: text },
});
const end = (toolCallId: string, toolName: string, text: string, isError = false) => ({
	type: 'tool_execution_end',
	toolCallId,
	toolName,
	result: { content: [textBlock(text)] },
	isError,
});
const read = { toolCallId: 'a', toolName: 'read', args: { path: 'x.txt' } };
const bash = { toolCallId: 'b', toolName: 'bash', args: { command: 'ls' } };

describe('a message', () => {
	it('is in the live area while it streams, and one block of the scrollback when it is formed', () => {
		verifies('R111');
		const events = [snapshot(textBlock('Hel')), snapshot(textBlock('Hello')), formed(textBlock('Hello'))];
		expect(inProgress(events)).toEqual(['Hel\n', 'Hello\n', '… 12 tokens in, 5 out\n']);
		expect(printed(events.slice(0, 2))).toBe('');
		expect(printed(events)).toBe('Hello\n');
	});

	it('that comes whole takes the place of what was shown: a delta that was missed does no harm', () => {
		verifies('R112');
		verifies('R66');
		const events = [snapshot(textBlock('He')), snapshot(textBlock('Hello wor')), snapshot()];
		expect(inProgress(events)).toEqual(['He\n', 'Hello wor\n', 'Hello wor\n']);
	});

	it('that does not come with its deltas is put together from them, the arguments of calls left out', () => {
		verifies('R113');
		verifies('R120');
		const events = [delta('Hm', 'thinking'), delta('Hel'), delta('lo'), delta('{"x":1}', 'tool_call')];
		expect(inProgress(events)).toEqual(['Hm\n', 'Hm\nHel\n', 'Hm\nHello\n', 'Hm\nHello\n']);
		expect(printed([...events, { type: 'message_end', messageId: 'm' }])).toBe('Hm\nHello\n');
	});

	it('leaves nothing behind for the next one, counts as used, and is not printed if it was discarded', () => {
		verifies('R114');
		const discarded = { ...formed(textBlock('Hel')), discarded: true };
		const events = [
			snapshot(textBlock('Hel')),
			discarded,
			delta('a'),
			formed({ type: 'thinking', thinking: 'Hm' }, textBlock('ab')),
		];
		expect(inProgress(events)).toEqual([
			'Hel\n',
			'… 12 tokens in, 5 out\n',
			'a\n… 12 tokens in, 5 out\n',
			'… 24 tokens in, 10 out\n',
		]);
		expect(printed(events)).toBe('(this answer was discarded)\nHm\nab\n');
		const next = [{ type: 'agent_end', willRetry: false, newMessages: [], summary }, { type: 'agent_start' }];
		expect(inProgress([...events, ...next]).at(-1)).toBe('');
	});
});

describe('a tool call', () => {
	it('is one block when it is over, so that parallel tools never mix', () => {
		verifies('R115');
		verifies('R118');
		verifies('R132');
		const events = [
			begin(read),
			begin(bash),
			says('a', 'output', 'noise'),
			says('b', 'output', 'noise'),
			end('b', 'bash', 'no such file', true),
			end('a', 'read', 'one\ntwo\n'),
		];
		expect(printed(events, [read, bash])).toBe(
			'● bash command="ls"\n  │ no such file\n● read path="x.txt"\n  │ one\n  │ two\n',
		);
	});

	it('shows what it is about to do as a diff, apart from what it says', () => {
		verifies('R116');
		const diff = '-old\n+new';
		const preview = {
			type: 'tool_execution_update',
			toolCallId: 'a',
			toolName: 'read',
			kind: 'preview',
			update: { diff },
		};
		const events = [begin(read), preview, says('a', 'output', 'busy\n'), end('a', 'read', 'done')];
		expect(inProgress(events, [read])[2]).toBe('○ read path="x.txt"\n  │ busy\n');
		expect(printed(events, [read])).toBe('● read path="x.txt"\n  ┊ -old\n  ┊ +new\n  │ done\n');
		expect(printed(events, [read], true)).toContain('\u001b[31m  ┊ -old\u001b[0m\n\u001b[32m  ┊ +new\u001b[0m\n');
	});

	it('keeps apart what an agent that it runs says and thinks, and what the tool prints', () => {
		verifies('R117');
		const events = [
			begin(bash),
			says('b', 'thinking', 'let me '),
			says('b', 'tool_delta', 'I look'),
			says('b', 'output', 'line\n'),
			says('b', 'thinking', 'see'),
			says('b', 'tool_delta', ' at it'),
			says('b', 'status', 'step 1'),
			says('b', 'status', 'step 2'),
		];
		expect(inProgress(events, [bash]).at(-1)).toBe(
			'○ bash command="ls" · step 2\n  │ let me see\n  │ I look at it\n  │ line\n',
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

	it('names who denied it, and why', () => {
		const decisions = [
			{ by: 'guard', hookId: 'h', answer: 'block', reason: 'not today', cause: 'policy', durationMs: 1 },
		];
		expect(printed([{ type: 'tool_decision', toolCallId: 'a', toolName: 'bash', answer: 'block', decisions }])).toBe(
			'✗ bash denied by guard: not today\n',
		);
		expect(printed([{ type: 'session_decision', point: 'session_before_fork', answer: 'block', decisions }])).toBe(
			'✗ a fork was denied by guard: not today\n',
		);
	});
});

it('control characters are shown and not obeyed', () => {
	expect(printed([formed(textBlock('a\u001b[2Jb\r\n'))])).toBe('a␛[2Jb␍\n');
	expect(inProgress([delta('a\u001b[2Jb')])).toEqual(['a␛[2Jb\n']);
	expect(printed([end('a', 'bash', '\u001b]0;title\u0007')])).toContain('␛]0;title␇');
});

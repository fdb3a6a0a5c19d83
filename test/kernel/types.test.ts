import {
	Agent,
	type AgentEvent,
	type AgentOptions,
	type AssistantMessage,
	type Block,
	defineTool,
	type EndReason,
	type Gates,
	type JsonObject,
	type Message,
	type ModelErrorCode,
	type RunSummary,
	type Tool,
	type ToolMessage,
	type Verdict,
} from '@myelin/core';
import { expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { verifies } from '../verifies.ts';

// The compiler reads these claims (`pnpm typecheck`); running them proves nothing more.

it('a message is told apart by its role, and a block by its type', () => {
	verifies('R12', 'R13');
	expectTypeOf<Extract<Message, { role: 'assistant' }>>().toEqualTypeOf<AssistantMessage>();
	expectTypeOf<Extract<Message, { role: 'tool' }>>().toEqualTypeOf<ToolMessage>();
	expectTypeOf<Message['content']>().toEqualTypeOf<readonly Block[]>();
	expectTypeOf<Block['type']>().toEqualTypeOf<'text' | 'thinking' | 'tool_call' | 'image' | 'opaque'>();
});

it('an event is told apart by its type, and has that type’s fields alone', () => {
	verifies('R18', 'R36');
	type Of<Type extends AgentEvent['type']> = Extract<AgentEvent, { type: Type }>;
	expectTypeOf<AgentEvent['type']>().toEqualTypeOf<
		| 'agent_start'
		| 'turn_start'
		| 'message_start'
		| 'message_update'
		| 'message_end'
		| 'tool_execution_start'
		| 'tool_execution_update'
		| 'tool_execution_end'
		| 'turn_end'
		| 'retry'
		| 'error'
		| 'agent_end'
	>();
	expectTypeOf<keyof Of<'agent_start'>>().toEqualTypeOf<'type'>();
	expectTypeOf<keyof Of<'turn_start'>>().toEqualTypeOf<'type'>();
	expectTypeOf<keyof Of<'tool_execution_end'>>().toEqualTypeOf<
		'type' | 'toolCallId' | 'toolName' | 'result' | 'isError'
	>();
	expectTypeOf<Of<'turn_end'>['message']>().toEqualTypeOf<AssistantMessage | null>();
	expectTypeOf<Extract<Of<'tool_execution_update'>, { kind: 'preview' }>['update']>().toEqualTypeOf<JsonObject>();
});

it('a summary and its reasons are facts with names', () => {
	verifies('R33');
	expectTypeOf<keyof RunSummary>().toEqualTypeOf<
		'turnCount' | 'toolCalls' | 'toolErrors' | 'endReason' | 'usage' | 'durationMs' | 'error'
	>();
	expectTypeOf<EndReason>().toEqualTypeOf<
		'stop' | 'length' | 'max_turns' | 'budget' | 'guard' | 'refusal' | 'terminated' | 'aborted' | 'error'
	>();
	expectTypeOf<ModelErrorCode>().toExtend<string>();
});

it('what an agent gives away cannot be written to', () => {
	const agent = new Agent();
	// @ts-expect-error history is read only
	agent.state().messages.push;
	// @ts-expect-error and so is every field
	void ((message: Message) => (message.id = 'x'));
	expectTypeOf(agent.prompt).returns.toEqualTypeOf<Promise<RunSummary>>();
	expectTypeOf(agent.subscribe).returns.toEqualTypeOf<() => void>();
});

it('a guard lets a call run, or blocks it with a reason; nothing else compiles', () => {
	verifies('R84');
	expectTypeOf<Verdict>().toEqualTypeOf<{ readonly block: true; readonly reason: string } | undefined>();
	// @ts-expect-error a block needs its reason
	const silent: Gates = { toolCall: () => ({ block: true }) };
	// @ts-expect-error true is no verdict
	const vague: Gates = { toolCall: () => true };
	void [silent, vague];
});

it('a defined tool knows its arguments, and fits where any tool does', () => {
	const read = defineTool({
		name: 'read',
		description: '',
		parameters: z.object({ path: z.string(), lines: z.array(z.number()).optional() }),
		concurrency(args) {
			expectTypeOf(args.path).toEqualTypeOf<string>();
			return 'parallel';
		},
		execute(args) {
			expectTypeOf(args).toEqualTypeOf<{ path: string; lines?: number[] | undefined }>();
			return args.path;
		},
	});
	expectTypeOf(read).toEqualTypeOf<Tool>();
	expectTypeOf<AgentOptions['tools']>().toEqualTypeOf<readonly Tool[] | (() => readonly Tool[]) | undefined>();
	const older = { '~standard': { version: 1 } } as const;
	// @ts-expect-error a schema that cannot be written as JSON Schema
	void (() => defineTool({ name: 'x', description: '', parameters: older, execute: () => '' }));
});

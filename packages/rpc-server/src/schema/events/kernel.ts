import * as z from 'zod';
import { count, define, jsonObject, lazy } from '../define.ts';
import { AssistantMessage, Block, Message, ToolMessage, Usage } from '../messages.ts';

export const ErrorInfo = define(
	'ErrorInfo',
	'An error as plain data. `code` is UPPER_SNAKE and open.',
	z.object({
		code: z.string(),
		message: z.string(),
		retryable: z.boolean(),
		status: z.int().optional(),
		retryAfterMs: count.optional(),
		data: jsonObject.optional(),
	}),
);

export const EndReason = define(
	'EndReason',
	'Why a run ended.',
	z.enum(['stop', 'length', 'max_turns', 'budget', 'guard', 'refusal', 'terminated', 'aborted', 'error']),
);

export const RunSummary = define(
	'RunSummary',
	'Facts of a run.',
	z.object({
		turnCount: count,
		toolCalls: count,
		toolErrors: count,
		endReason: EndReason,
		usage: Usage,
		durationMs: count,
		error: ErrorInfo.optional(),
	}),
);

export const DeltaKind = define(
	'DeltaKind',
	'Which part of a message a delta belongs to.',
	z.enum(['text', 'thinking', 'tool_call', 'none']),
);

export const ToolProgress = define(
	'ToolProgress',
	'What a tool says while it runs: `status` replaces the one before, the others append.',
	z.object({ kind: z.enum(['output', 'tool_delta', 'thinking', 'status']), delta: z.string() }),
);

export const ToolResult = define(
	'ToolResult',
	'What a tool answers. `details` is for user interfaces and never sent to a model.',
	z.object({
		content: z.array(Block),
		details: jsonObject.optional(),
		isError: z.boolean().optional(),
		terminate: z.boolean().optional(),
	}),
);

export const AgentStart = define('AgentStart', 'A run begins.', z.object({ type: z.literal('agent_start') }));

export const TurnStart = define(
	'TurnStart',
	'One model call and the tools it asks for begin.',
	z.object({ type: z.literal('turn_start') }),
);

export const MessageStart = define(
	'MessageStart',
	'A message begins: whole for every role but the assistant.',
	z.object({ type: z.literal('message_start'), message: Message }),
);

export const MessageUpdate = define(
	'MessageUpdate',
	'A streamed piece of an assistant message; `message` is the whole message so far.',
	z.object({
		type: z.literal('message_update'),
		delta: z.string(),
		deltaKind: DeltaKind,
		contentIndex: count,
		block: Block.optional(),
		message: lazy(AssistantMessage),
		chunk: z.unknown().optional(),
	}),
);

export const MessageEnd = define(
	'MessageEnd',
	'A message is complete. `message` is absent if its start was never sent to this client; `discarded`: it never enters history.',
	z.object({
		type: z.literal('message_end'),
		messageId: z.string(),
		message: Message.optional(),
		discarded: z.literal(true).optional(),
	}),
);

/** What every event about a tool call names. */
export const call = { toolCallId: z.string(), toolName: z.string() };

export const ToolExecutionStart = define(
	'ToolExecutionStart',
	'A tool call begins; `args` as the model gave them.',
	z.object({ type: z.literal('tool_execution_start'), ...call, args: jsonObject }),
);

export const ToolExecutionUpdate = define(
	'ToolExecutionUpdate',
	'A running tool says something (`progress`, a ToolProgress), or what it is about to do (`preview`).',
	z.object({
		type: z.literal('tool_execution_update'),
		...call,
		kind: z.enum(['preview', 'progress']),
		update: jsonObject,
	}),
);

export const ToolExecutionEnd = define(
	'ToolExecutionEnd',
	'A tool call is over, exactly once per start.',
	z.object({ type: z.literal('tool_execution_end'), ...call, result: ToolResult, isError: z.boolean() }),
);

export const TurnEnd = define(
	'TurnEnd',
	'A model call and its tools are over. Messages that were never sent to this client stay ids.',
	z.object({
		type: z.literal('turn_end'),
		messageId: z.string().nullable(),
		message: AssistantMessage.optional(),
		toolResultIds: z.array(z.string()),
		toolResults: z.array(ToolMessage),
	}),
);

export const Retry = define(
	'Retry',
	'The model is called again after `delayMs`.',
	z.object({
		type: z.literal('retry'),
		attempt: count,
		maxAttempts: count,
		delayMs: count,
		error: ErrorInfo,
	}),
);

export const ErrorEvent = define(
	'ErrorEvent',
	'What ends the run; `agent_end` follows.',
	z.object({ type: z.literal('error'), error: ErrorInfo }),
);

export const AgentEnd = define(
	'AgentEnd',
	'The last event of a run on every path. Messages that were never sent to this client stay ids.',
	z.object({
		type: z.literal('agent_end'),
		newMessageIds: z.array(z.string()),
		newMessages: z.array(Message),
		summary: RunSummary,
		willRetry: z.boolean(),
	}),
);

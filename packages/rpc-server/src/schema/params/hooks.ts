import { pointNames } from '@myelin/plugins/host';
import * as z from 'zod';
import { count, define, each, jsonObject } from '../define.ts';
import { ToolResult } from '../events/kernel.ts';
import { CompactionReason, ThinkingLevel } from '../events/session.ts';
import { Block, Message } from '../messages.ts';
import { sessionId } from '../session-id.ts';

export const HookPoint = define(
	'HookPoint',
	'Where a client may interfere, or look on: the points of a plugin. Every event is a point of its own, to observe.',
	z.enum(pointNames()),
);

export const HookSpec = define(
	'HookSpec',
	'One hook. `timeoutMs` is what it has to answer, 0 for no limit: for one that asks a person. `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a transform: its failure ends the run.',
	z.strictObject({
		hookId: z.string().min(1).max(64),
		point: HookPoint,
		timeoutMs: count.optional(),
		onFailure: z.enum(['deny', 'allow']).optional(),
		required: z.boolean().optional(),
	}),
);

export const HooksRegisterParams = define(
	'HooksRegisterParams',
	'Registers hooks for one session, or for all sessions of this connection.',
	z.object({ hooks: each(HookSpec), sessionId: sessionId.optional() }),
);

export const Rejected = define(
	'Rejected',
	'What was not registered, and why.',
	z.object({ id: z.string(), reason: z.string() }),
);

export const HooksRegisterResult = define(
	'HooksRegisterResult',
	'The hooks in force, with the terms in force, and those refused.',
	z.object({ accepted: z.array(HookSpec), rejected: z.array(Rejected) }),
);

export const UnregisterParams = define(
	'UnregisterParams',
	'What goes: hook ids, or names of tools or commands.',
	z.object({ ids: z.array(z.string()) }),
);

export const HookCallParams = define(
	'HookCallParams',
	'The server asks a hook. `payload` is a ToolCallInfo at `tool_call` and `tool_args`, a ToolResultPayload at `tool_result`, a SystemPromptPayload, ContextPayload or ModelRequestPayload at the point of that name, an InputPayload at `input`, a NavigatePayload, ForkPayload or CompactPayload at `session_before_navigate`, `session_before_fork` and `session_before_compact`, a CompactionPayload at `compaction`, nothing at `session_before_delete`, `session_start` and `session_shutdown`, and the whole event where one is observed; a `message_update` has no `message` there.',
	z.object({ hookId: z.string(), sessionId, point: HookPoint, payload: jsonObject }),
);

export const ContextPayload = define(
	'ContextPayload',
	'What a model is about to be shown: the ids of all messages in order, and the bodies of those this connection was not sent.',
	z.object({
		messageIds: z.array(z.string()),
		messages: z.array(Message),
		systemPrompt: z.string(),
		thinkingLevel: ThinkingLevel,
	}),
);

export const NewMessage = define(
	'NewMessage',
	'A whole message, or a text that becomes a user message.',
	z.union([z.string(), Message]),
);

const newMessages = z.array(NewMessage);

export const ContextPatch = define(
	'ContextPatch',
	'A change to the messages of one request. A call and its result go together.',
	z.object({
		prepend: newMessages.optional(),
		append: newMessages.optional(),
		insertBefore: z.record(z.string(), newMessages).optional(),
		replace: z.record(z.string(), Message).optional(),
		drop: z.array(z.string()).optional(),
	}),
);

export const Verdict = define(
	'Verdict',
	"A guard's answer; anything else denies.",
	z.object({ decision: z.enum(['allow', 'block']), reason: z.string().optional() }),
);

export const HookValue = define(
	'HookValue',
	"A transform's answer at every point: a ContextPatch at `context`, the new messages at `input` (a list of NewMessage), the new text at `system_prompt`, the new arguments at `tool_args`, a ToolResultPatch at `tool_result`, a ModelRequestPatch at `model_request`, a CompactionSummary at `compaction`.",
	z.object({ value: z.unknown() }),
);

export const InputPayload = define(
	'InputPayload',
	'What a person says, before it is queued or run. `how`: it is to begin a run, or to wait in the one that is live, where it is one message.',
	z.object({ messages: z.array(Message), how: z.enum(['prompt', 'steer', 'follow_up']) }),
);

export const SystemPromptPayload = define(
	'SystemPromptPayload',
	'The system prompt of one request.',
	z.object({ systemPrompt: z.string() }),
);

export const ToolResultPayload = define(
	'ToolResultPayload',
	"A tool's result before anybody is told, and the call that it answers.",
	z.object({ toolCallId: z.string(), toolName: z.string(), args: jsonObject, result: ToolResult }),
);

export const ToolResultPatch = define(
	'ToolResultPatch',
	'The members of a result that are replaced.',
	z.object({
		content: z.array(Block).optional(),
		details: jsonObject.optional(),
		isError: z.boolean().optional(),
	}),
);

export const ModelRequestPayload = define(
	'ModelRequestPayload',
	'The request as the model will get it, after all else: the ids of all messages in order, and the bodies of those this connection was not sent.',
	z.object({
		messageIds: z.array(z.string()),
		messages: z.array(Message),
		systemPrompt: z.string(),
		thinkingLevel: ThinkingLevel,
		tools: z.array(
			define(
				'OfferedTool',
				'A tool as the model is told of it. `jsonSchema` describes its arguments.',
				z.object({ name: z.string(), description: z.string(), jsonSchema: jsonObject }),
			),
		),
	}),
);

export const ModelRequestPatch = define(
	'ModelRequestPatch',
	'What of a request is changed; `tools` names those that the model is still told of.',
	z.object({
		systemPrompt: z.string().optional(),
		thinkingLevel: ThinkingLevel.optional(),
		tools: z.array(z.string()).optional(),
	}),
);

export const NavigatePayload = define(
	'NavigatePayload',
	'The entry that the session is to go on behind; null is its beginning.',
	z.object({ entryId: z.string().nullable() }),
);

export const ForkPayload = define(
	'ForkPayload',
	'The last entry of the fork, null for none, and the id that it will have.',
	z.object({ entryId: z.string().nullable(), newSessionId: sessionId }),
);

export const CompactPayload = define(
	'CompactPayload',
	'Why the model is to be shown less.',
	z.object({ reason: CompactionReason }),
);

export const CompactionPayload = define(
	'CompactionPayload',
	'What a summary is to stand for: the ids of the messages in order, and the bodies of those this connection was not sent; the summary of all before them, what a person asked to be heeded, and the summary that a plugin before has supplied.',
	z.object({
		reason: CompactionReason,
		messageIds: z.array(z.string()),
		messages: z.array(Message),
		previousSummary: z.string().optional(),
		instructions: z.string().optional(),
		summary: z.string().optional(),
	}),
);

export const CompactionSummary = define(
	'CompactionSummary',
	'A summary, instead of asking the model for one.',
	z.object({ summary: z.string() }),
);

/** What hooks are given and answer; no method names these by itself. */
export const hookForms = [
	InputPayload,
	ContextPayload,
	SystemPromptPayload,
	ToolResultPayload,
	ToolResultPatch,
	ModelRequestPayload,
	ModelRequestPatch,
	NavigatePayload,
	ForkPayload,
	CompactPayload,
	CompactionPayload,
	CompactionSummary,
] as const;

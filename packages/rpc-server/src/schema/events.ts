import * as z from 'zod';
import { count, define, jsonObject, lazy, union, wireOnly } from './define.ts';
import { AssistantMessage, Block, Message, ModelRef, ToolMessage, Usage } from './messages.ts';

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

const call = { toolCallId: z.string(), toolName: z.string() };

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

export const QueueItem = define(
	'QueueItem',
	'A message that waits for its turn; `id` is the id its message will have.',
	z.object({ id: z.string(), text: z.string() }),
);

export const QueueUpdate = define(
	'QueueUpdate',
	'The waiting messages changed.',
	z.object({ type: z.literal('queue_update'), steering: z.array(QueueItem), followUp: z.array(QueueItem) }),
);

export const ModelChanged = define(
	'ModelChanged',
	'The model was changed.',
	z.object({ type: z.literal('model_changed'), from: ModelRef, to: ModelRef }),
);

export const ThinkingLevel = define(
	'ThinkingLevel',
	'How much a model thinks first.',
	z.enum(['off', 'low', 'medium', 'high']),
);

export const ThinkingLevelChanged = define(
	'ThinkingLevelChanged',
	'The thinking level was changed.',
	z.object({ type: z.literal('thinking_level_changed'), from: ThinkingLevel, to: ThinkingLevel }),
);

export const SessionInfoChanged = define(
	'SessionInfoChanged',
	"The session's name was changed, or the label of `entryId`; null is none.",
	z.object({
		type: z.literal('session_info_changed'),
		field: z.enum(['name', 'label']),
		entryId: z.string().optional(),
		from: z.string().nullable(),
		to: z.string().nullable(),
	}),
);

export const BranchChanged = define(
	'BranchChanged',
	'The conversation goes on from another entry; null stands for its beginning.',
	z.object({ type: z.literal('branch_changed'), from: z.string().nullable(), to: z.string().nullable() }),
);

/** Named `GuardDecision` for clients, whose `Decision` is the answer that a guard of their own gives. */
export const Decision = define(
	'GuardDecision',
	'Who was asked about a tool call, what came back, and how long it took.',
	z.object({
		by: z.string(),
		hookId: z.string(),
		answer: z.enum(['allow', 'block']),
		reason: z.string().optional(),
		cause: z.enum(['policy', 'user', 'timeout', 'crash', 'disconnect', 'invalid', 'default']),
		durationMs: count,
	}),
);

export const ToolDecision = define(
	'ToolDecision',
	'Everybody who was asked about one tool call; `args` if the final ones differ.',
	z.object({
		type: z.literal('tool_decision'),
		...call,
		answer: z.enum(['allow', 'block']),
		decisions: z.array(Decision),
		args: jsonObject.optional(),
	}),
);

export const PluginError = define(
	'PluginError',
	'A plugin failed in one hook; everybody else goes on.',
	z.object({ type: z.literal('plugin_error'), plugin: z.string(), hook: z.string(), message: z.string() }),
);

export const PluginStatus = define(
	'PluginStatus',
	'A plugin came or went; a `lost` guard stays as a shut gate.',
	z.object({
		type: z.literal('plugin_status'),
		plugin: z.string(),
		status: z.enum(['loaded', 'quarantined', 'lost', 'unloaded']),
		message: z.string().optional(),
	}),
);

export const SessionErrorEvent = define(
	'SessionErrorEvent',
	'Something failed beside the run.',
	z.object({ type: z.literal('session_error'), error: ErrorInfo }),
);

export const Notice = define(
	'Notice',
	'Something worth telling a person.',
	z.object({ type: z.literal('notice'), level: z.enum(['info', 'warning']), message: z.string() }),
);

export const SessionIdle = define(
	'SessionIdle',
	'Nothing runs and nothing will start by itself.',
	z.object({ type: z.literal('session_idle') }),
);

export const ToolCallInfo = define(
	'ToolCallInfo',
	'A tool call: its arguments as they are known at that point.',
	z.object({ toolCallId: z.string(), toolName: z.string(), args: jsonObject }),
);

export const SessionState = define(
	'SessionState',
	'Where a session stands, without its history. `leaf` is the entry that the conversation goes on behind.',
	z.object({
		sessionId: z.string().min(1),
		cwd: z.string(),
		name: z.string().optional(),
		leaf: z.string().optional(),
		model: ModelRef.optional(),
		thinkingLevel: ThinkingLevel,
		isRunning: z.boolean(),
		runId: z.string().optional(),
		promptIds: z.array(z.string()).optional(),
		streamingMessage: AssistantMessage.optional(),
		pendingToolCalls: z.array(ToolCallInfo),
		steering: z.array(QueueItem),
		followUp: z.array(QueueItem),
		totalUsage: Usage,
		lastError: ErrorInfo.optional(),
	}),
);

export const Gap = define(
	'Gap',
	'What a subscriber gets instead of events that are no longer there: the numbers missed, both included, and where the session stands.',
	z.object({ type: z.literal('gap'), from: count, to: count, state: SessionState }),
);

const ownEvents = [
	QueueUpdate,
	ModelChanged,
	ThinkingLevelChanged,
	SessionInfoChanged,
	BranchChanged,
	ToolDecision,
	PluginError,
	PluginStatus,
	SessionErrorEvent,
	Notice,
	SessionIdle,
	Gap,
] as const;

const unchanged = [
	AgentStart,
	TurnStart,
	ToolExecutionStart,
	ToolExecutionUpdate,
	ToolExecutionEnd,
	Retry,
	ErrorEvent,
] as const;

export const SessionEvent = union(
	'SessionEvent',
	'All that a session says, told apart by `type`.',
	z.discriminatedUnion('type', [
		MessageStart,
		MessageUpdate,
		MessageEnd,
		TurnEnd,
		AgentEnd,
		...unchanged,
		...ownEvents,
	]),
);

export const WireMessage = wireOnly(
	'WireMessage',
	'A message as it travels. A tool result has no `content` and `details` where `tool_execution_end` carried them.',
	z.looseObject({ id: z.string(), role: z.string(), timestamp: z.int(), content: z.array(Block).optional() }),
);

export const WireMessageStart = wireOnly(
	'WireMessageStart',
	'`message_start` as it travels.',
	z.object({ type: z.literal('message_start'), message: WireMessage }),
);

export const WireMessageUpdate = wireOnly(
	'WireMessageUpdate',
	"`message_update` as it travels: `deltaKind` and `contentIndex` are absent while they are those of this subscription's update before; `message` and `chunk` only if asked for.",
	z.object({
		type: z.literal('message_update'),
		delta: z.string(),
		deltaKind: DeltaKind.optional(),
		contentIndex: count.optional(),
		block: Block.optional(),
		message: AssistantMessage.optional(),
		chunk: z.unknown().optional(),
	}),
);

export const WireMessageEnd = wireOnly(
	'WireMessageEnd',
	"`message_end` as it travels: the whole `message` for an assistant's, which wins over the deltas; else `messageId`.",
	z.object({
		type: z.literal('message_end'),
		message: AssistantMessage.optional(),
		messageId: z.string().optional(),
		discarded: z.literal(true).optional(),
	}),
);

export const WireTurnEnd = wireOnly(
	'WireTurnEnd',
	'`turn_end` as it travels.',
	z.object({ type: z.literal('turn_end'), messageId: z.string().nullable(), toolResultIds: z.array(z.string()) }),
);

export const WireAgentEnd = wireOnly(
	'WireAgentEnd',
	'`agent_end` as it travels.',
	z.object({
		type: z.literal('agent_end'),
		newMessageIds: z.array(z.string()),
		summary: RunSummary,
		willRetry: z.boolean(),
	}),
);

export const WireEvent = wireOnly(
	'WireEvent',
	'An event as it travels, told apart by `type`.',
	z.discriminatedUnion('type', [
		WireMessageStart,
		WireMessageUpdate,
		WireMessageEnd,
		WireTurnEnd,
		WireAgentEnd,
		...unchanged,
		...ownEvents,
	]),
);

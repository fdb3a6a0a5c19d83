import type { ErrorInfo } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { AssistantMessage, Block, Message, ToolMessage, Usage } from './messages.ts';
import type { ModelChunk } from './model.ts';
import type { ToolProgress, ToolResult } from './tools.ts';

/** A run begins. */
export interface AgentStart {
	readonly type: 'agent_start';
}

/** One model call and the tools it asks for begin. */
export interface TurnStart {
	readonly type: 'turn_start';
}

/** A message begins: whole for every role but the assistant's, whose first fragment has arrived. */
export interface MessageStart {
	readonly type: 'message_start';
	readonly message: Message;
}

/** Which part of an assistant message a delta belongs to; `none` marks a block that has no deltas (image, opaque). */
export type DeltaKind = 'text' | 'thinking' | 'tool_call' | 'none';

/** A streamed piece of an assistant message. `message` is the whole message so far: immutable, built when first read, absent from JSON. */
export interface MessageUpdate {
	readonly type: 'message_update';
	readonly message: AssistantMessage;
	readonly delta: string;
	readonly deltaKind: DeltaKind;
	readonly contentIndex: number;
	/** On the first update of each `contentIndex`: the block's fixed fields, its text empty. */
	readonly block?: Block;
	/** The model's own chunk, untouched; absent from JSON. */
	readonly chunk: ModelChunk;
}

/** A message is complete. `discarded` says that it never enters history. */
export interface MessageEnd {
	readonly type: 'message_end';
	readonly message: Message;
	readonly discarded?: true;
}

/** A tool call begins, whatever becomes of it; `args` as the model gave them. */
export interface ToolExecutionStart {
	readonly type: 'tool_execution_start';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** A running tool says something (`progress`), or what it is about to do (`preview`). */
export type ToolExecutionUpdate = {
	readonly type: 'tool_execution_update';
	readonly toolCallId: string;
	readonly toolName: string;
} & (
	| { readonly kind: 'progress'; readonly update: ToolProgress }
	| { readonly kind: 'preview'; readonly update: JsonObject }
);

/** A tool call is over: exactly once per start. */
export interface ToolExecutionEnd {
	readonly type: 'tool_execution_end';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly result: ToolResult;
	readonly isError: boolean;
}

/** A model call and its tools are over; `message` is null if none was kept. */
export interface TurnEnd {
	readonly type: 'turn_end';
	readonly message: AssistantMessage | null;
	readonly toolResults: readonly ToolMessage[];
}

/** The model is called again after `delayMs`; `attempt` counts from 1. */
export interface Retry {
	readonly type: 'retry';
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly error: ErrorInfo;
}

/** What ends the run; at most one a run, and `agent_end` follows. */
export interface ErrorEvent {
	readonly type: 'error';
	readonly error: ErrorInfo;
}

/** Why a run ended. */
export type EndReason =
	| 'stop'
	| 'length'
	| 'max_turns'
	| 'budget'
	| 'guard'
	| 'refusal'
	| 'terminated'
	| 'aborted'
	| 'error';

/** Facts of a run; `toolErrors` counts the calls that ended with `isError`, denials included. */
export interface RunSummary {
	readonly turnCount: number;
	readonly toolCalls: number;
	readonly toolErrors: number;
	readonly endReason: EndReason;
	readonly usage: Usage;
	readonly durationMs: number;
	readonly error?: ErrorInfo;
}

/** The last event of a run on every path. */
export interface AgentEnd {
	readonly type: 'agent_end';
	/** Every message that this run added to history. */
	readonly newMessages: readonly Message[];
	readonly summary: RunSummary;
}

/** All that the kernel says: agent ⊃ turn ⊃ message or tool execution, each opened and closed; `retry` and `error` stand between. */
export type AgentEvent =
	| AgentStart
	| TurnStart
	| MessageStart
	| MessageUpdate
	| MessageEnd
	| ToolExecutionStart
	| ToolExecutionUpdate
	| ToolExecutionEnd
	| TurnEnd
	| Retry
	| ErrorEvent
	| AgentEnd;

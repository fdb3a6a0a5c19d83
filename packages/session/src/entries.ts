import type {
	JsonObject,
	Message,
	ModelRef,
	RunSummary,
	StopReason,
	ThinkingLevel,
	ToolMessage,
	ToolResult,
	Usage,
} from '@myelin/core';
import type { KeptCut } from './compaction/kept-cut.ts';
import type { Goal } from './goals/goal.ts';

/** A tool's message as it is kept: what the tool said stands in the entry `resultOf`, once. */
export type ResultlessMessage = Omit<ToolMessage, 'content' | 'details'>;

/** A message entered history. `promptId` with the message that a prompt became, and a digest of what was asked. */
export interface MessageEntry {
	readonly type: 'message';
	readonly data:
		| { readonly message: Message; readonly promptId?: string; readonly digest?: string }
		| { readonly message: ResultlessMessage; readonly resultOf: string };
}

/** A tool call is over: known even if its message never came to be. */
export interface ToolExecutionEntry {
	readonly type: 'tool_execution';
	readonly data: {
		readonly toolCallId: string;
		readonly toolName: string;
		/** The final arguments, where they are not the model's. */
		readonly args?: JsonObject;
		readonly result: ToolResult;
	};
}

/** The model was changed. */
export interface ModelChangeEntry {
	readonly type: 'model_change';
	readonly data: { readonly from: ModelRef; readonly to: ModelRef };
}

/** The thinking level was changed. */
export interface ThinkingLevelChangeEntry {
	readonly type: 'thinking_level_change';
	readonly data: { readonly from: ThinkingLevel; readonly to: ThinkingLevel };
}

/** Other tools were chosen; null stands for all that there are. */
export interface ToolsChangeEntry {
	readonly type: 'tools_change';
	readonly data: { readonly from: readonly string[] | null; readonly to: readonly string[] | null };
}

/** A model was called. Written with the message that it answered, or when it is known to have failed without one. */
export interface LlmCallEntry {
	readonly type: 'llm_call';
	readonly data: {
		readonly model: ModelRef;
		/** What for; absent for an answer in the conversation. */
		readonly purpose?: string;
		/** The message that came of it, kept or discarded; of a call for `memory`, the last one that is in the notes since. */
		readonly messageId?: string;
		readonly stopReason: StopReason;
		/** Absent where the provider told none. */
		readonly usage?: Usage;
		/** The `code` of what it failed with, where no message says that it did. */
		readonly errorCode?: string;
		/** Milliseconds from the request to the first piece of the answer, and to its end. */
		readonly firstTokenMs?: number;
		readonly totalMs: number;
	};
}

/** The session was named; null takes the name away. */
export interface SessionInfoEntry {
	readonly type: 'session_info';
	readonly data: { readonly name: string | null };
}

/** An entry was labelled; null takes the label away. */
export interface LabelEntry {
	readonly type: 'label';
	readonly data: { readonly entryId: string; readonly label: string | null };
}

/** The goal as it is from here on; null is none. */
export interface GoalEntry {
	readonly type: 'goal';
	readonly data: { readonly goal: Goal | null };
}

/** A run is over. Written before its end is told, so that the same prompt is answered and never run again. */
export interface RunEntry {
	readonly type: 'run';
	readonly data: { readonly runId: string; readonly promptIds: readonly string[]; readonly summary: RunSummary };
}

/** From here on the model is shown less of what stands before; the entries before it stay as they are. */
export interface CompactionEntry {
	readonly type: 'compaction';
	readonly data: KeptCut;
}

/** The conversation goes on behind another entry; null stands for its beginning. */
export interface LeafEntry {
	readonly type: 'leaf';
	readonly data: { readonly entryId: string | null };
}

/** What an entry says. */
export type EntryBody =
	| MessageEntry
	| ToolExecutionEntry
	| ModelChangeEntry
	| ThinkingLevelChangeEntry
	| ToolsChangeEntry
	| LlmCallEntry
	| SessionInfoEntry
	| LabelEntry
	| GoalEntry
	| RunEntry
	| CompactionEntry
	| LeafEntry;

/** One entry of a session's tree, never changed once it is written. */
export type Entry = EntryBody & {
	/** Unique within its session. */
	readonly id: string;
	/** The entry that it follows; null for the first. */
	readonly parentId: string | null;
	/** The newest event when it was written. */
	readonly seq: number;
	/** Unix milliseconds. */
	readonly at: number;
};

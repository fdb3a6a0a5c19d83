import type { AssistantMessage, ErrorInfo, ModelRef, ThinkingLevel, ToolCall, Usage } from '@myelin/core';
import type { CompactionReason } from './compaction/budget.ts';
import type { Goal } from './goals/goal.ts';
import type { QueueItem } from './queue-item.ts';
import type { RunNames } from './run-names.ts';

/**
 * Where a session stands, without its history; frozen. What its run does is exactly as the events up to `seq` say. What may be set, and
 * what waits, is as it is now: the event that says it whole may be still to come.
 */
export interface SessionState extends RunNames {
	readonly sessionId: string;
	/** The newest event that subscribers have been told: the next one has a higher number. */
	readonly seq: number;
	readonly cwd: string;
	readonly name: string | undefined;
	/** The entry that the conversation goes on behind; null at its beginning and where nothing is kept. */
	readonly leaf: string | null;
	readonly model: ModelRef | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly isRunning: boolean;
	readonly streamingMessage: AssistantMessage | null;
	readonly pendingToolCalls: readonly ToolCall[];
	/** Why what its model is shown is being made shorter: prompts wait for that. Nothing while it is not. */
	readonly compacting: CompactionReason | undefined;
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
	readonly goal: Goal | null;
	readonly totalUsage: Usage;
	readonly lastError: ErrorInfo | undefined;
}

import type { AgentEnd, AgentEvent, ErrorInfo, JsonObject, ModelRef, ThinkingLevel } from '@myelin/core';
import type { CompactionReason } from './compaction/budget.ts';
import type { Goal } from './goals/goal.ts';
import type { SessionStep } from './hooks.ts';
import type { QueueItem } from './queue-item.ts';
import type { SessionState } from './session-state.ts';

/** Who was asked about a tool call, what came back, and how long it took. */
export interface Decision {
	/** The plugin's or client's name. */
	readonly by: string;
	readonly hookId: string;
	readonly answer: 'allow' | 'block';
	readonly reason?: string;
	/** Why it was answered so: by its own rule (`policy`), a person, or because the guard itself failed. */
	readonly cause: 'policy' | 'user' | 'timeout' | 'crash' | 'disconnect' | 'invalid' | 'default';
	/** Milliseconds. */
	readonly durationMs: number;
}

/** A hook that gave a call other arguments. */
export interface Rewrite {
	/** The plugin's or client's name. */
	readonly by: string;
	readonly hookId: string;
	/** Milliseconds. */
	readonly durationMs: number;
}

/**
 * Everybody who was asked about one tool call, before it runs; also said where nobody was, and a hook gave it other arguments. `args` is
 * set when the final arguments differ from the model's, `rewrittenBy` when hooks made them so.
 */
export interface ToolDecision {
	readonly type: 'tool_decision';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly answer: 'allow' | 'block';
	readonly decisions: readonly Decision[];
	readonly args?: JsonObject;
	readonly rewrittenBy?: readonly Rewrite[];
}

/** Everybody who was asked about something that the session is about to do to itself. */
export interface SessionDecision {
	readonly type: 'session_decision';
	readonly point: SessionStep['point'];
	readonly answer: 'allow' | 'block';
	readonly decisions: readonly Decision[];
}

/** The waiting messages changed. */
export interface QueueUpdate {
	readonly type: 'queue_update';
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
}

/** The model was changed. */
export interface ModelChanged {
	readonly type: 'model_changed';
	readonly from: ModelRef;
	readonly to: ModelRef;
}

/** The thinking level was changed. */
export interface ThinkingLevelChanged {
	readonly type: 'thinking_level_changed';
	readonly from: ThinkingLevel;
	readonly to: ThinkingLevel;
}

/** The tools on offer changed: because others were chosen, or because there are others. */
export interface ToolsChanged {
	readonly type: 'tools_changed';
	/** Names, in the order in which they are offered. */
	readonly from: readonly string[];
	readonly to: readonly string[];
}

/**
 * Something that failed is tried again after `delayMs`; `attempt` counts from 1. `call`: a model call, as the kernel's `retry`
 * says it. `run`: the tries of a call ran out, and the session goes on with the run itself.
 */
export interface AutoRetryStart {
	readonly type: 'auto_retry_start';
	readonly scope: 'call' | 'run';
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly error: ErrorInfo;
}

/**
 * How trying again ended, as it really did: once for all tries of a call, with the last one's number, and once for each of a run's.
 * `error` is set when it failed with one; an abort has none.
 */
export interface AutoRetryEnd {
	readonly type: 'auto_retry_end';
	readonly scope: 'call' | 'run';
	readonly attempt: number;
	readonly success: boolean;
	readonly error?: ErrorInfo;
}

/** The session's name was changed, or an entry's label; null is none. */
export interface SessionInfoChanged {
	readonly type: 'session_info_changed';
	readonly field: 'name' | 'label';
	/** The entry whose label it is. */
	readonly entryId?: string;
	readonly from: string | null;
	readonly to: string | null;
}

/** The conversation goes on from another entry; null stands for its beginning. */
export interface BranchChanged {
	readonly type: 'branch_changed';
	readonly from: string | null;
	readonly to: string | null;
}

/** The commands that there are now, by name. */
export interface CommandsChanged {
	readonly type: 'commands_changed';
	readonly commands: readonly string[];
}

/** What the model is shown is being made shorter. */
export interface CompactionStart {
	readonly type: 'compaction_start';
	readonly reason: CompactionReason;
}

/** What the model is shown is shorter now, or is as it was and `error` says why. Sizes are those of the next request, in tokens. */
export interface CompactionEnd {
	readonly type: 'compaction_end';
	readonly reason: CompactionReason;
	readonly tokensBefore: number;
	/** Absent when it failed. */
	readonly tokensAfter?: number;
	/** The message that stands for those left out; absent where short forms of old ones were enough. */
	readonly summaryId?: string;
	readonly error?: ErrorInfo;
}

/** The session's goal was changed, or has used more of its budget; null is none. */
export interface GoalUpdated {
	readonly type: 'goal_updated';
	readonly goal: Goal | null;
}

/** A plugin failed in one hook; everybody else goes on. */
export interface PluginError {
	readonly type: 'plugin_error';
	readonly plugin: string;
	readonly hook: string;
	readonly message: string;
}

/** A plugin came or went. `lost` guards stay as shut gates. */
export interface PluginStatus {
	readonly type: 'plugin_status';
	readonly plugin: string;
	readonly status: 'loaded' | 'quarantined' | 'lost' | 'unloaded';
	readonly message?: string;
}

/** Something failed beside the run. */
export interface SessionErrorEvent {
	readonly type: 'session_error';
	readonly error: ErrorInfo;
}

/** Something worth telling a person. */
export interface Notice {
	readonly type: 'notice';
	readonly level: 'info' | 'warning';
	readonly message: string;
}

/** What a person may choose; it is shown as `label`, or as its `value` if it has none. */
export interface QuestionOption {
	readonly value: string;
	readonly label?: string;
}

/** A person is asked; `default` is what holds if nobody answers. */
export interface UiRequest {
	readonly type: 'ui_request';
	readonly questionId: string;
	/** Who asks. */
	readonly plugin: string;
	readonly kind: 'confirm' | 'select' | 'input';
	readonly title: string;
	readonly message?: string;
	readonly options?: readonly QuestionOption[];
	readonly placeholder?: string;
	readonly default?: boolean | string;
}

/** A question has ended; `value` is absent where nobody answered and there is no default. */
export interface UiResolved {
	readonly type: 'ui_resolved';
	readonly questionId: string;
	readonly value?: boolean | string;
	/** The client that answered, or `default`. */
	readonly by: string;
}

/** Nothing runs and nothing will start by itself. */
export interface SessionIdle {
	readonly type: 'session_idle';
}

/** Why a session is over: somebody closed it, or had it deleted, or the process that has it open ends. */
export type SessionEndReason = 'closed' | 'deleted' | 'shutdown';

/** The session is over here: nothing follows, and its subscriptions end. One that is kept and not deleted may be opened again. */
export interface SessionEnd {
	readonly type: 'session_end';
	readonly reason: SessionEndReason;
}

/** What a subscriber gets instead of events that are no longer there: the numbers missed, both included, and where the session stands. */
export interface Gap {
	readonly type: 'gap';
	readonly from: number;
	readonly to: number;
	readonly state: SessionState;
}

/** The end of a run; `willRetry` says that the session itself goes on with it. */
export interface SessionAgentEnd extends AgentEnd {
	readonly willRetry: boolean;
}

/** What a session adds to the kernel's events. */
export type OwnEvent =
	| QueueUpdate
	| ModelChanged
	| ThinkingLevelChanged
	| ToolsChanged
	| AutoRetryStart
	| AutoRetryEnd
	| SessionInfoChanged
	| BranchChanged
	| CommandsChanged
	| CompactionStart
	| CompactionEnd
	| GoalUpdated
	| ToolDecision
	| SessionDecision
	| PluginError
	| PluginStatus
	| SessionErrorEvent
	| Notice
	| UiRequest
	| UiResolved
	| SessionIdle
	| SessionEnd;

/** All that a session says: one flat union, one total order. */
export type SessionEvent = Exclude<AgentEvent, AgentEnd> | SessionAgentEnd | OwnEvent | Gap;

/** An event with its place in the session's order. */
export interface Envelope {
	readonly sessionId: string;
	/** Rises with every event and is never used again. */
	readonly seq: number;
	/** The seq of the event before it: the last one that a subscriber was given, also where deltas were merged. */
	readonly prev: number;
	/** Unix milliseconds. */
	readonly at: number;
	/** With `agent_start` and `agent_end`. */
	readonly runId?: string;
	/** With `agent_start` and `agent_end`: the prompts that this run answers. */
	readonly promptIds?: readonly string[];
	readonly event: SessionEvent;
}

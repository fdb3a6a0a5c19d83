import type { AgentEnd, AgentEvent, ErrorInfo, JsonObject, ModelRef } from '@myelin/core';

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

/** Everybody who was asked about one tool call. `args` is set when the final arguments differ from the model's. */
export interface ToolDecision {
	readonly type: 'tool_decision';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly answer: 'allow' | 'block';
	readonly decisions: readonly Decision[];
	readonly args?: JsonObject;
}

/** A message that waits for its turn; its id is the id its message will have. */
export interface QueueItem {
	readonly id: string;
	readonly text: string;
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

/** Nothing runs and nothing will start by itself. */
export interface SessionIdle {
	readonly type: 'session_idle';
}

/** The end of a run; `willRetry` says that the session itself goes on with it. */
export interface SessionAgentEnd extends AgentEnd {
	readonly willRetry: boolean;
}

/** What a session adds to the kernel's events. */
export type OwnEvent =
	| QueueUpdate
	| ModelChanged
	| ToolDecision
	| PluginError
	| PluginStatus
	| SessionErrorEvent
	| Notice
	| SessionIdle;

/** All that a session says: one flat union, one total order. */
export type SessionEvent = Exclude<AgentEvent, AgentEnd> | SessionAgentEnd | OwnEvent;

/** An event with its place in the session's order. */
export interface Envelope {
	readonly sessionId: string;
	/** Rises with every event and is never used again. */
	readonly seq: number;
	/** The seq of the event before it. */
	readonly prev: number;
	/** Unix milliseconds. */
	readonly at: number;
	/** With `agent_start` and `agent_end`. */
	readonly runId?: string;
	/** With `agent_start` and `agent_end`: the prompts that this run answers. */
	readonly promptIds?: readonly string[];
	readonly event: SessionEvent;
}

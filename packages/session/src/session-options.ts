import type {
	AssistantMessage,
	Clock,
	ErrorInfo,
	Identify,
	Message,
	ModelRef,
	RetryPolicy,
	ThinkingLevel,
	ToolCall,
	Usage,
} from '@myelin/core';
import type { ModelCatalog, ToolSource } from './catalog.ts';
import type { Envelope, QueueItem } from './events.ts';
import type { SessionHooks } from './hooks.ts';
import type { RunNames } from './journal.ts';

/** What a session stands on. */
export interface SessionPorts {
	readonly hooks: SessionHooks;
	readonly models: ModelCatalog;
	readonly tools: ToolSource;
	readonly clock?: Clock;
	readonly identify?: Identify;
	/** Hears what is nobody's event. */
	onDiagnostic?(text: string): void;
}

/** How to make a session. */
export interface SessionOptions {
	readonly id: string;
	/** The working folder: an absolute path. */
	readonly cwd: string;
	/** The catalog's default if absent. */
	readonly model?: ModelRef;
	readonly thinkingLevel?: ThinkingLevel;
	readonly systemPrompt?: string;
	readonly messages?: readonly Message[];
	readonly retry?: RetryPolicy;
	readonly maxTurns?: number;
	/** Milliseconds that tools and subscribers have to stop after an abort. */
	readonly abortGraceMs?: number;
}

/** How a prompt is to be taken. */
export interface PromptOptions {
	/** Minted by the caller; `agent_start` and `agent_end` of the run that answers carry it. */
	readonly promptId?: string;
	/** While a run is live: refuse (the default), or wait in a queue. */
	readonly whenBusy?: 'reject' | 'steer' | 'follow_up';
}

/** Where a session stands, without its history; frozen, and of the moment of `seq`. */
export interface SessionState extends RunNames {
	readonly sessionId: string;
	readonly seq: number;
	readonly cwd: string;
	readonly model: ModelRef | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly isRunning: boolean;
	readonly streamingMessage: AssistantMessage | null;
	readonly pendingToolCalls: readonly ToolCall[];
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
	readonly totalUsage: Usage;
	readonly lastError: ErrorInfo | undefined;
}

/** Hears every envelope in order; returning a promise holds the session until it settles. */
export type SessionListener = (envelope: Envelope) => void | PromiseLike<void>;

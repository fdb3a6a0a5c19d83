import type { Budget, Clock, Gates, Identify, Message, ModelRef, RetryPolicy, ThinkingLevel } from '@myelin/core';
import type { AfterRun } from './after-run.ts';
import type { ModelCatalog, ToolSource } from './catalog.ts';
import type { CompactionSettings } from './compaction/budget.ts';
import type { ConcernSource } from './concern.ts';
import type { Envelope } from './events.ts';
import type { SessionHooks } from './hooks.ts';
import type { MemorySettings } from './memory/session-memory.ts';

/** What a session stands on. */
export interface SessionPorts {
	readonly hooks: SessionHooks;
	readonly models: ModelCatalog;
	readonly tools: ToolSource;
	readonly clock?: Clock;
	readonly identify?: Identify;
	/** What the session does about its own events: all that it can if absent. */
	readonly concerns?: readonly ConcernSource[];
	/** Who may want something when a run is over and nobody else has begun anything, in this order. */
	readonly afterRun?: readonly AfterRun[];
	/** A number in [0, 1), for the waits between tries. */
	random?(): number;
	/** Where it is kept what the session finds out about its project; nothing is, and no model is asked for it, if absent. */
	readonly memory?: MemorySettings;
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
	/** How often the session goes on by itself with a run whose model calls failed to the last try: 1 if absent. */
	readonly runRetries?: number;
	/** Turns after which a run ends with the reason `max_turns`: 100 if absent. */
	readonly maxTurns?: number;
	/** What one run may spend; it ends with the reason `budget` after the turn that reaches it. No bound if absent. */
	readonly budget?: Budget;
	/** Asked where a run would stop by itself. */
	readonly stop?: NonNullable<Gates['stop']>;
	readonly compaction?: CompactionSettings;
	/** Milliseconds that tools and subscribers have to stop after an abort. */
	readonly abortGraceMs?: number;
	/** About the bytes of recent events that are kept for subscribers that come late or fall behind: 4 MiB if absent. */
	readonly replayBytes?: number;
}

/** How a prompt is to be taken. */
export interface PromptOptions {
	/** Minted by the caller; `agent_start` and `agent_end` of the run that answers carry it. */
	readonly promptId?: string;
	/** While a run is live: refuse (the default), or wait in a queue. A prompt with choices of its own cannot join a live run. */
	readonly whenBusy?: 'reject' | 'steer' | 'follow_up';
	/** For the run that the prompt starts alone, instead of what the session has; likewise the next two. */
	readonly model?: ModelRef;
	readonly thinkingLevel?: ThinkingLevel;
	/** Names of the only tools that are offered. */
	readonly tools?: readonly string[];
}

/** How to compact by hand. */
export interface CompactOptions {
	/** What the summary should heed. */
	readonly instructions?: string;
	/** Ends it; `Session.abort` does so too. */
	readonly signal?: AbortSignal;
}

/** How a session is asked to do something to itself. */
export interface StepOptions {
	/** Calls it off while it waits for a compaction to end; `Session.abort` does so too. */
	readonly signal?: AbortSignal | undefined;
}

/** Where a subscription begins. */
export interface SubscribeOptions {
	/** The newest event that the subscriber has; from now on if absent. */
	readonly afterSeq?: number;
	/** The newest event that somebody behind the subscriber has: deltas up to it are told each by itself, and so can be left out. */
	readonly seenSeq?: number;
}

/** Hears every envelope in order; returning a promise holds the session until it settles. `signal` is that of the run. */
export type SessionListener = (envelope: Envelope, signal: AbortSignal) => void | PromiseLike<void>;

/** How to open a session that a store has. */
export interface OpenOptions
	extends Pick<
		SessionOptions,
		'retry' | 'runRetries' | 'maxTurns' | 'budget' | 'stop' | 'compaction' | 'abortGraceMs' | 'replayBytes'
	> {
	/** Reads only: nobody else is kept from writing, and nothing can be prompted or changed. */
	readonly readOnly?: boolean;
	/** Instead of the one that the session was made with. */
	readonly systemPrompt?: string;
}

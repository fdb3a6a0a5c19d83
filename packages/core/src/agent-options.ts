import type { Budget } from './after-turn.ts';
import type { Clock } from './clock.ts';
import type { ErrorInfo } from './errors.ts';
import type { Gates, ToolCall } from './gates.ts';
import type { Identify } from './identify.ts';
import type { AssistantMessage, Block, Message, ModelMessage, Usage } from './messages.ts';
import type { Model, ThinkingLevel } from './model.ts';
import type { RepeatPolicy } from './repeats.ts';
import type { RetryPolicy } from './retry.ts';
import type { Queue, Settings } from './state.ts';
import type { Tool } from './tools.ts';

/** How to make an agent; everything has a default but a model, which a run needs. Milliseconds. */
export interface AgentOptions extends Partial<Settings> {
	/** History to begin with. */
	readonly messages?: readonly Message[];
	readonly gates?: Gates;
	/** The working folder that tools are given: an absolute path. */
	readonly cwd?: string;
	/** 100 if absent. */
	readonly maxTurns?: number;
	/** What one run may spend; it ends after the turn that reaches it. No bound if absent. */
	readonly budget?: Budget;
	/** How many parallel calls of one answer run at a time: 8 if absent. */
	readonly maxConcurrentTools?: number;
	/** How long a tool may run that sets no `timeoutMs` itself: ten minutes if absent. */
	readonly toolTimeoutMs?: number;
	/** How many UTF-16 units the texts of one tool result may hold before the rest is left out: 1 Mi if absent. */
	readonly maxResultChars?: number;
	/** When turns that repeat each other are told the model, and when they end the run. */
	readonly repeats?: RepeatPolicy;
	readonly retry?: RetryPolicy;
	/** How long a model may be silent: two minutes if absent. */
	readonly idleTimeoutMs?: number;
	/** How long tools and listeners may take to stop after an abort: 2000 if absent. */
	readonly abortGraceMs?: number;
	/** A listener slower than this is reported, once a run: 1000 if absent. */
	readonly slowListenerMs?: number;
	readonly takeSteering?: 'one' | 'all';
	readonly takeFollowUps?: 'one' | 'all';
	convertToModel?(messages: readonly Message[]): readonly ModelMessage[];
	readonly clock?: Clock;
	readonly identify?: Identify;
	random?(): number;
	/** Hears what is nobody's event: a slow listener, one that was dropped, one that threw too late to change the run. */
	onDiagnostic?(text: string): void;
	/** Called before each wait for something outside the agent, so that a test can interfere at any of them. */
	onWait?(): void;
}

/** What to say to a model: a text, blocks, or whole messages. */
export type Input = string | readonly Block[] | { readonly messages: readonly Message[] };

/** Where an agent stands; frozen, and of one moment. */
export interface AgentState {
	readonly messages: readonly Message[];
	/** The message that streams, as far as it has come; null when none does. */
	readonly streamingMessage: AssistantMessage | null;
	/** The calls between their start and their end. */
	readonly pendingToolCalls: readonly ToolCall[];
	readonly totalUsage: Usage;
	readonly isRunning: boolean;
	readonly queue: Queue;
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly systemPrompt: string;
	readonly tools: readonly Tool[];
	readonly lastError: ErrorInfo | undefined;
}

/** What an abort did. */
export interface AbortReceipt {
	/** Whether a run was live; of a session also whether something was said that a plugin or a summary still held up. */
	readonly stopped: boolean;
	/** The calls that did not stop in time. */
	readonly abandoned: readonly string[];
	/** What still waits: an abort loses nothing. */
	readonly queue: Queue;
}

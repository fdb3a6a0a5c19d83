import {
	type AssistantMessage,
	addUsage,
	type ErrorInfo,
	type ModelRef,
	type ThinkingLevel,
	type ToolCall,
	type Usage,
} from '@myelin/core';
import type { Archive } from './archive.ts';
import type { Conversation } from './conversation.ts';
import type { QueueItem } from './events.ts';
import type { Goal } from './goals/goal.ts';
import type { RunNames } from './journal.ts';
import { refOf } from './model-choice.ts';
import { queueItem } from './queue-item.ts';

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
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
	readonly goal: Goal | null;
	readonly totalUsage: Usage;
	readonly lastError: ErrorInfo | undefined;
}

/** What a state is made of. */
export interface StateParts {
	readonly sessionId: string;
	readonly cwd: string;
	readonly archive: Archive;
	readonly conversation: Conversation;
}

/** Where the session stands at this moment. */
export function stateOf({ sessionId, cwd, archive, conversation }: StateParts): SessionState {
	const { agent, choices, work, stream } = conversation;
	const { isRunning, names, streamingMessage, pendingToolCalls, usage, lastError } = stream.told;
	return Object.freeze({
		sessionId,
		seq: stream.journal.told,
		cwd,
		name: archive.name,
		leaf: archive.leaf,
		model: refOf(choices.chosen.model),
		thinkingLevel: choices.chosen.thinkingLevel,
		isRunning,
		...names,
		streamingMessage,
		pendingToolCalls,
		steering: agent.queue.steering.map(queueItem),
		followUp: agent.queue.followUp.map(queueItem),
		goal: work.goals.goal,
		totalUsage: addUsage(archive.usage, usage),
		lastError,
	});
}

import { addUsage } from '@myelin/core';
import type { Archive } from './archive.ts';
import type { Conversation } from './conversation.ts';
import { refOf } from './model-choice.ts';
import { queueItem } from './queue-item.ts';
import type { SessionState } from './session-state.ts';

/** What a state is made of. */
export interface StateParts {
	readonly sessionId: string;
	readonly cwd: string;
	readonly archive: Archive;
	readonly conversation: Conversation;
}

/** Where the session stands at this moment. */
export function readState({ sessionId, cwd, archive, conversation }: StateParts): SessionState {
	const { agent, choices, work, stream } = conversation;
	const { isRunning, names, streamingMessage, pendingToolCalls, compacting, usage, lastError } = stream.told;
	return Object.freeze({
		sessionId,
		seq: stream.journal.stands,
		cwd,
		name: archive.name,
		leaf: archive.leaf,
		model: refOf(choices.chosen.model),
		thinkingLevel: choices.chosen.thinkingLevel,
		isRunning,
		...names,
		streamingMessage,
		pendingToolCalls,
		compacting,
		steering: agent.queue.steering.map(queueItem),
		followUp: agent.queue.followUp.map(queueItem),
		goal: work.goals.goal,
		totalUsage: addUsage(archive.usage, usage),
		lastError,
	});
}

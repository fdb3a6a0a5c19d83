import type { AssistantMessage, Message, ModelMessage, ToolMessage, UserMessage } from './messages.ts';
import { toolCalls } from './messages.ts';

/** The default conversion: a program's own messages are not for the model. */
export function dropCustomMessages(messages: readonly Message[]): readonly ModelMessage[] {
	return messages.filter(isModelMessage);
}

function isModelMessage(message: Message): message is ModelMessage {
	return message.role === 'user' || message.role === 'assistant' || message.role === 'tool';
}

/**
 * The messages of one request, repaired so that a provider accepts them: every call has its result right behind its message
 * (a missing one says that the outcome is unknown), a result without its call is dropped, and an answer that was
 * interrupted is followed by a note that says so. History itself is never changed.
 */
export function repairSequence(messages: readonly ModelMessage[]): readonly ModelMessage[] {
	const results = new Map<string, ToolMessage>();
	for (const message of messages) if (message.role === 'tool') results.set(message.toolCallId, message);
	const repaired: ModelMessage[] = [];
	for (const message of messages) {
		if (message.role === 'tool') continue;
		repaired.push(message);
		if (message.role !== 'assistant') continue;
		for (const call of toolCalls(message)) repaired.push(results.get(call.id) ?? unknownOutcome(message, call));
		if (message.stopReason === 'aborted') repaired.push(interruptionNote(message));
	}
	return repaired;
}

/** The messages of each next request of a history that only grows, without looking at all of it again. */
export class RequestView {
	readonly #messages: ModelMessage[] = [];
	/** How many messages of history the view holds. */
	#taken = 0;

	/**
	 * What `repairSequence` makes of a history whose calls all have their results, but for those that never will. The list is copied
	 * when it is asked for.
	 */
	of(history: readonly Message[]): () => readonly ModelMessage[] {
		for (const message of repairSequence(dropCustomMessages(history.slice(this.#taken)))) this.#messages.push(message);
		this.#taken = history.length;
		const { length } = this.#messages;
		return () => this.#messages.slice(0, length);
	}
}

function unknownOutcome(message: AssistantMessage, call: { id: string; name: string }): ToolMessage {
	const text = 'The outcome of this call is unknown: it was interrupted. Inspect what it changed before you repeat it.';
	return {
		id: `${message.id}-${call.id}`,
		role: 'tool',
		timestamp: message.timestamp,
		toolCallId: call.id,
		toolName: call.name,
		content: [{ type: 'text', text }],
		isError: true,
	};
}

function interruptionNote(message: AssistantMessage): UserMessage {
	const text = '[The answer above was interrupted before it was complete.]';
	return {
		id: `${message.id}-interrupted`,
		role: 'user',
		timestamp: message.timestamp,
		content: [{ type: 'text', text }],
	};
}

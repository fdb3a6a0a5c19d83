import { type Message, toolCalls } from '@myelin/core';

/**
 * What a model would refuse in a list of messages, one sentence each: an id that is there twice, a tool call without its
 * result, a result without its call, and anything a model is shown that stands between the two.
 */
export function pairFaults(messages: readonly Message[]): ReadonlySet<string> {
	const faults = new Set<string>();
	const ids = new Set<string>();
	/** The calls of the last assistant message that still wait for their result. */
	let open = new Set<string>();
	const close = () => {
		if (open.size === 0) return;
		for (const id of open) faults.add(`the tool call ${id} has no result right after it`);
		open = new Set();
	};
	for (const message of messages) {
		if (ids.has(message.id)) faults.add(`two messages have the id ${message.id}`);
		ids.add(message.id);
		if (message.role === 'tool') {
			if (!open.delete(message.toolCallId))
				faults.add(`the result ${message.id} does not follow its call ${message.toolCallId}`);
		} else if (message.role === 'user') {
			close();
		} else if (message.role === 'assistant') {
			close();
			open = new Set(toolCalls(message).map((call) => call.id));
		}
	}
	close();
	return faults;
}

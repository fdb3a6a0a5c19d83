import { textContent, type UserMessage } from '@myelin/core';

/** A message that waits for its turn; its id is the id its message will have. */
export interface QueueItem {
	readonly id: string;
	readonly text: string;
}

/** A waiting message, as a queue shows it. */
export function queueItem(message: UserMessage): QueueItem {
	return { id: message.id, text: textContent(message) };
}

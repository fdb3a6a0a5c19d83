import { textContent, type UserMessage } from '@myelin/core';
import type { QueueItem } from './events.ts';

/** A waiting message, as a queue shows it. */
export function queueItem(message: UserMessage): QueueItem {
	return { id: message.id, text: textContent(message) };
}

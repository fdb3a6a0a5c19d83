import { type Queue, textContent, type UserMessage } from '@myelin/core';
import type { QueueItem, QueueUpdate } from './events.ts';

/** A waiting message, as a queue shows it. */
export function queueItem(message: UserMessage): QueueItem {
	return { id: message.id, text: textContent(message) };
}

/** What waits, as an event. */
export function queueUpdate({ steering, followUp }: Queue): QueueUpdate {
	return { type: 'queue_update', steering: steering.map(queueItem), followUp: followUp.map(queueItem) };
}

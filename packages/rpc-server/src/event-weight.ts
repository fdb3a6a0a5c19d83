import type { SessionEvent } from '@myelin/session';

/** About the bytes that any event takes on the wire. */
const envelopeWeight = 150;

/** About the bytes that an event takes on the wire: what it says, without the messages that travel as ids. */
export function weightOf(event: SessionEvent): number {
	switch (event.type) {
		case 'message_update':
			return envelopeWeight + event.delta.length;
		case 'turn_end':
		case 'agent_end':
			return envelopeWeight * 4;
		default:
			return envelopeWeight + textIn(event);
	}
}

/** The characters of all strings in a value. */
function textIn(value: unknown): number {
	if (typeof value === 'string') return value.length;
	if (typeof value !== 'object' || value === null) return 0;
	let sum = 0;
	for (const part of Object.values(value)) sum += textIn(part) + 8;
	return sum;
}

import type { ToolResult } from '@myelin/core';
import type { EntryBody } from './entries.ts';
import type { Envelope, OwnEvent, SessionEvent } from './events.ts';

/** What a concern may ask its session. */
export interface SessionFacts {
	/** The prompt that a message was. */
	promptOf(messageId: string): string | undefined;
	/** What a tool said, where that is written already. */
	writtenResult(toolCallId: string): ToolResult | undefined;
	/** Whether a message has just left the queue. */
	wasQueued(messageId: string): boolean;
	/** The queue as it is. */
	queue(): Extract<OwnEvent, { readonly type: 'queue_update' }>;
}

/** What is to be done about an event: written before anybody hears of it, said after it, or made to survive a power loss. */
export type Effect =
	| { readonly kind: 'write'; readonly entry: EntryBody }
	| { readonly kind: 'say'; readonly event: OwnEvent }
	| { readonly kind: 'sync' };

/** One thing that a session does about its own events: events and facts in, effects out. A session works without any of them. */
export interface Concern {
	readonly on: readonly SessionEvent['type'][];
	effects(envelope: Envelope, facts: SessionFacts): readonly Effect[];
}

/** The concerns that an event concerns, by its type. */
export type ConcernTable = ReadonlyMap<SessionEvent['type'], readonly Concern[]>;

/** Sorts concerns by the events that they are about. */
export function concernTable(concerns: readonly Concern[]): ConcernTable {
	const table = new Map<SessionEvent['type'], Concern[]>();
	for (const concern of concerns) {
		for (const type of concern.on) table.set(type, [...(table.get(type) ?? []), concern]);
	}
	return table;
}

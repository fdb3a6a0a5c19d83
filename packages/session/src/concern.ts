import type { ModelRef, ToolResult } from '@myelin/core';
import type { EntryBody } from './entries.ts';
import type { Envelope, OwnEvent, SessionEvent } from './events.ts';
import type { Goal } from './goals/goal.ts';

/** What a concern may ask its session. */
export interface SessionFacts {
	/** The prompt that a message was. */
	promptOf(messageId: string): string | undefined;
	/** What was asked by a prompt, as a digest. */
	digestOf(promptId: string): string | undefined;
	/** What a tool said, where that is written already. */
	writtenResult(toolCallId: string): ToolResult | undefined;
	/** Whether a message has just left the queue. */
	wasQueued(messageId: string): boolean;
	/** What the event makes of the session's goal, where it changes it; asked once for each. */
	goalAfter(envelope: Envelope): Goal | undefined;
	/** The queue as it is. */
	queue(): Extract<OwnEvent, { readonly type: 'queue_update' }>;
	/** Whether the session was ever named, or is being named. */
	isNamed(): boolean;
	/** Whether the live run is being aborted. */
	isAborting(): boolean;
	/** The model that is called next, or was called last. */
	model(): ModelRef;
	/** When the request of this turn was ready for the model; nothing before that. Unix milliseconds. */
	requestedAt(): number | undefined;
}

/** What is to be done about an event: written before anybody hears of it, said after it, or made to survive a power loss. */
export type Effect =
	| { readonly kind: 'write'; readonly entry: EntryBody }
	| { readonly kind: 'say'; readonly event: OwnEvent }
	| { readonly kind: 'sync' };

/** One thing that a session does about its own events: events and facts in, effects out. A session works without any of them. */
export interface Concern {
	readonly on: readonly SessionEvent['type'][];
	/**
	 * `written`, the default: asked before the event is told; what it says is said only if what it writes is written.
	 * `told`: asked when all is written, about the event as it is told; it writes nothing.
	 */
	readonly when?: 'written' | 'told';
	effects(envelope: Envelope, facts: SessionFacts): readonly Effect[];
}

/** A concern, or what makes one for each session: those that remember. */
export type ConcernSource = Concern | { forSession(): Concern };

/** The concerns that an event concerns, by its type. */
export type ConcernTable = ReadonlyMap<SessionEvent['type'], readonly Concern[]>;

/** Sorts concerns of one kind by the events that they are about. */
export function concernTable(concerns: readonly Concern[], kind: NonNullable<Concern['when']>): ConcernTable {
	const table = new Map<SessionEvent['type'], Concern[]>();
	for (const concern of concerns) {
		if ((concern.when ?? 'written') !== kind) continue;
		for (const type of concern.on) table.set(type, [...(table.get(type) ?? []), concern]);
	}
	return table;
}

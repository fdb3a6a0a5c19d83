import { createEventQueue, type EventQueue } from './event-queue.ts';
import {
	type AssistantMessage,
	type ContextPayload,
	type JsonObject,
	parseAssistantMessage,
	parseContextPayload,
	parseMessageUpdate,
	parseSessionEvent,
	type SessionEvent,
	type SessionEventParams,
	type ToolCallInfo,
} from './generated/protocol.ts';
import { createInflater } from './inflate.ts';

/** An event with its place in the session's order. */
export interface Envelope extends Omit<SessionEventParams, 'event'> {
	readonly event: SessionEvent;
}

/** What one session says: inflated once, given to everybody who listens. */
export interface SessionStream {
	/** Takes what the server sent. */
	receive(params: SessionEventParams): void;
	/** Listens from now on; returns the undo. A listener must not throw. */
	subscribe(listener: (envelope: Envelope) => void): () => void;
	/** A queue of everything from now on. */
	open(): EventQueue<SessionEvent>;
	/** Nothing more will come: ends the queues, by the error if there is one. */
	end(error?: Error): void;
	/** The full form of what a context hook is given. */
	contextPayload(payload: JsonObject): ContextPayload;
	toolCall(toolCallId: string): ToolCallInfo | undefined;
}

/** The stream of a session whose first event is still to come. */
export function createSessionStream(): SessionStream {
	const inflater = createInflater();
	const listeners = new Set<(envelope: Envelope) => void>();
	const queues = new Set<EventQueue<SessionEvent>>();
	let ending: { readonly error: Error | undefined } | undefined;

	function read(wire: JsonObject): SessionEvent {
		const { event, buildMessage } = inflater.inflate(wire);
		if (buildMessage === undefined) return parseSessionEvent(event);
		return parseMessageUpdate(event, (): AssistantMessage => parseAssistantMessage(buildMessage()));
	}

	return {
		receive(params) {
			const envelope = { ...params, event: read(params.event) };
			for (const queue of queues) queue.push(envelope.event);
			for (const listener of [...listeners]) listener(envelope);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		open() {
			const queue: EventQueue<SessionEvent> = createEventQueue(() => queues.delete(queue));
			if (ending === undefined) queues.add(queue);
			else queue.end(ending.error);
			return queue;
		},
		end(error) {
			ending ??= { error };
			for (const queue of queues) queue.end(error);
			queues.clear();
			listeners.clear();
		},
		contextPayload: (payload) => parseContextPayload(inflater.inflateContext(payload)),
		toolCall(toolCallId) {
			const call = inflater.toolCall(toolCallId);
			return call && { toolCallId, ...call };
		},
	};
}

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

/** Is given each event, and its place as the server sent it. Must not throw. */
export type EventListener = (event: SessionEvent, place: SessionEventParams) => void;

/** What one session says: inflated once, given to everybody who listens. */
export interface SessionStream {
	/** Takes what the server sent. */
	receive(params: SessionEventParams): void;
	/** Listens from now on; returns the undo. */
	subscribe(listener: EventListener): () => void;
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
	const listeners = new Set<EventListener>();
	const queues = new Set<EventQueue<SessionEvent>>();
	let ending: { readonly error: Error | undefined } | undefined;

	function read(wire: JsonObject): SessionEvent {
		const { event, buildMessage } = inflater.inflate(wire);
		if (buildMessage === undefined) return parseSessionEvent(event);
		return parseMessageUpdate(event, (): AssistantMessage => parseAssistantMessage(buildMessage()));
	}

	return {
		receive(params) {
			const event = read(params.event);
			for (const queue of queues) queue.push(event);
			for (const listener of listeners) listener(event, params);
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

import type { JsonObject } from './generated/protocol.ts';
import { createSnapshot, type Snapshot, unknownHead } from './snapshot.ts';

/** An event in its full form, still raw JSON. `buildMessage` belongs to `message_update` and gives its `message`. */
export interface Inflated {
	readonly event: JsonObject;
	readonly buildMessage?: () => JsonObject;
}

/** What one session was sent, and what its events mean in the light of it. */
export interface Inflater {
	/** The full form of an event as it travels, which is the next one if it has no number. Takes the events of one subscription in their order; never throws on what it does not know. An update that is none throws, and leaves no trace in its message. */
	inflate(wire: JsonObject, seq?: number): Inflated;
	/** The full form of a `context` payload: `messages` holds the bodies of all `messageIds` that are known. */
	inflateContext(payload: JsonObject): JsonObject;
	/** Goes on from where a session stands at a number, instead of from the events before. */
	standAt(state: JsonObject, seq: number): void;
	/** The next event is the one behind this number, which may have come before. */
	rewind(seq: number): void;
	/** The call with its final arguments as far as they are known; of calls that are over, the last 64 at least are. */
	toolCall(toolCallId: string): { readonly toolName: string; readonly args: JsonObject } | undefined;
}

/** The last calls that stay known when they are over, at least. */
const keptCalls = 64;

type Calls = Map<string, { readonly toolName: string; readonly args: JsonObject }>;

interface Sent {
	/** The messages that the server goes by, and those of the run before, for who goes back to it. */
	messages: Map<string, JsonObject>;
	earlierMessages: Map<string, JsonObject>;
	readonly results: Map<string, JsonObject>;
	/** The calls by id, the older ones by themselves. */
	calls: Calls;
	earlierCalls: Calls;
	/** The number of the event that came last. */
	seq: number;
	streaming: Snapshot;
	deltaKind: string;
	contentIndex: number;
}

/** An inflater for a new subscription. */
export function createInflater(): Inflater {
	const sent: Sent = {
		messages: new Map(),
		earlierMessages: new Map(),
		results: new Map(),
		calls: new Map(),
		earlierCalls: new Map(),
		seq: 0,
		streaming: createSnapshot(unknownHead),
		deltaKind: 'text',
		contentIndex: 0,
	};
	return {
		inflate(wire, seq = sent.seq + 1) {
			sent.seq = seq;
			return inflateEvent(sent, wire);
		},
		inflateContext(payload) {
			for (const body of list(payload.messages)) sent.messages.set(String(body.id), body);
			return { ...payload, messages: known(sent, payload.messageIds) };
		},
		standAt(state, seq) {
			sent.seq = seq;
			standAt(sent, state);
		},
		rewind(seq) {
			sent.seq = seq;
			sent.streaming = sent.streaming.until(seq);
			sent.deltaKind = 'text';
			sent.contentIndex = 0;
		},
		toolCall: (toolCallId) => sent.calls.get(toolCallId) ?? sent.earlierCalls.get(toolCallId),
	};
}

function standAt(sent: Sent, { streamingMessage, pendingToolCalls }: JsonObject): void {
	sent.streaming = createSnapshot((streamingMessage ?? unknownHead) as JsonObject, sent.seq);
	for (const call of list(pendingToolCalls)) noteCall(sent, call);
}

function inflateEvent(sent: Sent, wire: JsonObject): Inflated {
	switch (wire.type) {
		case 'message_update':
			return inflateUpdate(sent, wire);
		case 'message_start':
			return { event: inflateStart(sent, wire) };
		case 'message_end':
			return { event: inflateEnd(sent, wire) };
		case 'turn_end':
			return { event: inflateTurnEnd(sent, wire) };
		case 'agent_end':
			return { event: inflateRunEnd(sent, wire) };
		case 'tool_execution_start':
			noteCall(sent, wire);
			return { event: wire };
		case 'tool_decision':
			if (wire.args !== undefined) noteCall(sent, wire);
			return { event: wire };
		case 'gap':
			standAt(sent, wire.state as JsonObject);
			return { event: wire };
		case 'tool_execution_end':
			sent.results.set(String(wire.toolCallId), wire.result as JsonObject);
			return { event: wire };
		default:
			return { event: wire };
	}
}

function inflateUpdate(sent: Sent, wire: JsonObject): Inflated {
	const { delta, deltaKind = sent.deltaKind, contentIndex = sent.contentIndex } = wire;
	if (typeof delta !== 'string' || typeof deltaKind !== 'string' || !isPlace(contentIndex)) {
		throw new TypeError('its delta and kind must be strings, and its index a number of blocks');
	}
	sent.deltaKind = deltaKind;
	sent.contentIndex = contentIndex;
	const block = wire.block as JsonObject | undefined;
	const buildMessage = sent.streaming.add({ delta, deltaKind, contentIndex, block }, sent.seq);
	const { message, ...rest } = wire;
	const event: Record<string, unknown> = rest;
	// Measured: a spread with further members costs six times as much, and this runs for every delta.
	event.deltaKind = deltaKind;
	event.contentIndex = contentIndex;
	return { event, buildMessage: message === undefined ? buildMessage : () => message as JsonObject };
}

function isPlace(index: unknown): index is number {
	return Number.isInteger(index) && (index as number) >= 0;
}

function inflateStart(sent: Sent, wire: JsonObject): JsonObject {
	const travelled = wire.message as JsonObject;
	if (travelled.role === 'assistant') {
		sent.streaming = createSnapshot(travelled, sent.seq);
		return wire;
	}
	const message = travelled.content === undefined ? withResult(sent, travelled) : travelled;
	sent.messages.set(String(message.id), message);
	return message === travelled ? wire : { ...wire, message };
}

/** A tool's message begins after its call has ended, and says nothing twice. */
function withResult(sent: Sent, message: JsonObject): JsonObject {
	const toolCallId = String(message.toolCallId);
	const { content, details } = sent.results.get(toolCallId) ?? {};
	sent.results.delete(toolCallId);
	return { ...message, content: content ?? [], ...(details === undefined ? {} : { details }) };
}

function inflateEnd(sent: Sent, wire: JsonObject): JsonObject {
	const brought = wire.message as JsonObject | undefined;
	const messageId = String(wire.messageId ?? brought?.id);
	const message = brought ?? known(sent, [messageId])[0];
	if (wire.discarded === true) sent.messages.delete(messageId);
	else if (message !== undefined) sent.messages.set(messageId, message);
	return { ...wire, messageId, ...(message === undefined ? {} : { message }) };
}

function inflateTurnEnd(sent: Sent, wire: JsonObject): JsonObject {
	const [message] = known(sent, [wire.messageId]);
	return { ...wire, ...(message === undefined ? {} : { message }), toolResults: known(sent, wire.toolResultIds) };
}

/** The server says when it names nothing of before any more; some of it stays, for whoever shows it late or goes back. */
function inflateRunEnd(sent: Sent, { forget, ...wire }: JsonObject): JsonObject {
	const event = { ...wire, newMessages: known(sent, wire.newMessageIds) };
	if (forget === true) {
		sent.earlierMessages = sent.messages;
		sent.messages = new Map();
	}
	if (wire.willRetry === true) return event;
	sent.results.clear();
	if (sent.calls.size >= keptCalls) {
		sent.earlierCalls = sent.calls;
		sent.calls = new Map();
	}
	return event;
}

function noteCall(sent: Sent, wire: JsonObject): void {
	sent.calls.set(String(wire.toolCallId), {
		toolName: String(wire.toolName),
		args: wire.args as JsonObject,
	});
}

function known(sent: Sent, ids: unknown): readonly JsonObject[] {
	return list(ids).flatMap<JsonObject>(
		(id) => sent.messages.get(String(id)) ?? sent.earlierMessages.get(String(id)) ?? [],
	);
}

function list(value: unknown): readonly JsonObject[] {
	return Array.isArray(value) ? value : [];
}

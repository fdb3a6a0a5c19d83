import type { AgentEvent, Message, MessageUpdate, ToolMessage } from '@myelin/core';
import type { Envelope, SessionEvent } from '@myelin/session';
import { fits, fitted, longestEscape } from './fitting.ts';
import { wireState } from './wire-state.ts';

/** What a subscriber asked to be sent besides the deltas. */
export interface WireOptions {
	/** The message so far with every update. */
	readonly snapshots: boolean;
	/** The model's own chunk with every update. */
	readonly chunks: boolean;
}

/** What one subscription was sent, as far as later events leave it out. */
interface Sent {
	/** The seq of the newest event. */
	seq: number;
	deltaKind: string | undefined;
	contentIndex: number | undefined;
	/** The messages whose bodies were sent. */
	readonly messageIds: Set<string>;
	/** The calls whose results were sent and whose messages were not. */
	readonly results: Set<string>;
}

/** The parameters of `session/event`, as far as they are looked at here. */
interface Told {
	readonly event: object;
}

/** Turns a session's envelopes into what one subscription is sent, in order; nothing large goes out twice. */
export interface WireForm {
	/** The parameters of `session/event` for the next envelope. */
	next(envelope: Envelope): Told;
	/** The whole notification for the next envelope, serialised; its large parts are left out where it would be too large. Throws for one that JSON cannot hold, or that is too large even so, which then was not sent. */
	message(envelope: Envelope): string;
	/** The client is not sent this event, for it did not ask for its type. */
	leaveOut(event: SessionEvent): void;
	/** Whether this message's body was sent. */
	knows(messageId: string): boolean;
}

/**
 * The wire form of a subscription that has been sent everything up to `seq`, or nothing yet. `isShownHistory` says whether the client
 * is shown the messages of earlier runs, so that keeping them spares sending them again. No message is larger than `maxBytes`.
 */
export function createWireForm(
	options: WireOptions,
	seq: number,
	isShownHistory: () => boolean,
	maxBytes = Number.POSITIVE_INFINITY,
): WireForm {
	const sent: Sent = {
		seq,
		deltaKind: undefined,
		contentIndex: undefined,
		messageIds: new Set(),
		results: new Set(),
	};
	const form = { options, sent, isShownHistory };
	const next = ({ sessionId, seq: number, at, runId, promptIds, event }: Envelope) => {
		const prev = sent.seq === number - 1 ? {} : { prev: sent.seq };
		sent.seq = number;
		const named = { ...(runId === undefined ? {} : { runId }), ...(promptIds === undefined ? {} : { promptIds }) };
		const time = event.type === 'message_update' ? {} : { at };
		return { sessionId, seq: number, ...prev, ...time, ...named, event: wireEvent(event, form) };
	};
	return {
		next,
		message(envelope) {
			const { event } = envelope;
			if (event.type === 'message_update' && isPlain(event, options, sent) && isShort(event, maxBytes))
				return plainUpdate(envelope, event, sent);
			const { seq: before } = sent;
			try {
				return notification(next(envelope), maxBytes, event.type === 'gap');
			} catch (thrown) {
				sent.seq = before;
				forget(event, sent);
				throw thrown;
			}
		},
		leaveOut(event) {
			if (event.type === 'message_start') forgetPlace(sent);
		},
		knows: (messageId) => sent.messageIds.has(messageId),
	};
}

/** Whether a plain update is known to fit. */
function isShort({ delta }: MessageUpdate, maxBytes: number): boolean {
	return delta.length * longestEscape + 1024 <= maxBytes;
}

/** `goesAnyway` is said of a gap: nothing smaller could tell of it. */
function notification(params: Told, maxBytes: number, goesAnyway: boolean): string {
	const text = write(params);
	if (fits(text, maxBytes)) return text;
	const short = fitted(params.event, (left) => write({ ...params, leftOut: true, event: left }), maxBytes);
	if (short.fits || goesAnyway) return short.text;
	throw new RangeError(`its message has more than ${maxBytes} bytes, even without its large parts`);
}

function write(params: object): string {
	return JSON.stringify({ jsonrpc: '2.0', method: 'session/event', params });
}

/** Whether there is nothing to say of an update but its delta. */
function isPlain(event: MessageUpdate, { snapshots, chunks }: WireOptions, sent: Sent): boolean {
	const isNamed = event.deltaKind !== sent.deltaKind || event.contentIndex !== sent.contentIndex;
	return !snapshots && !chunks && !isNamed && event.block === undefined;
}

/** The same text as `JSON.stringify` makes, for the one event that there are many of. Session ids need no escapes. */
function plainUpdate({ sessionId, seq }: Envelope, { delta }: MessageUpdate, sent: Sent): string {
	const prev = sent.seq === seq - 1 ? '' : `,"prev":${sent.seq}`;
	sent.seq = seq;
	const event = `{"type":"message_update","delta":${JSON.stringify(delta)}}`;
	return `{"jsonrpc":"2.0","method":"session/event","params":{"sessionId":"${sessionId}","seq":${seq}${prev},"event":${event}}}`;
}

/** What this event brought has not been sent after all. */
function forget(event: SessionEvent, sent: Sent): void {
	forgetPlace(sent);
	if (event.type === 'message_start' || event.type === 'message_end') sent.messageIds.delete(event.message.id);
	if (event.type === 'tool_execution_end') sent.results.delete(event.toolCallId);
}

function forgetPlace(sent: Sent): void {
	sent.deltaKind = undefined;
	sent.contentIndex = undefined;
}

/** What decides how an event travels. */
interface Form {
	readonly options: WireOptions;
	readonly sent: Sent;
	readonly isShownHistory: () => boolean;
}

function wireEvent(event: SessionEvent, form: Form): object {
	const { options, sent } = form;
	switch (event.type) {
		case 'message_start':
			return startOf(event.message, sent);
		case 'message_update':
			return updateOf(event, options, sent);
		case 'message_end':
			return endOf(event, sent);
		case 'tool_execution_end':
			sent.results.add(event.toolCallId);
			return event;
		case 'turn_end':
			return {
				type: event.type,
				messageId: event.message?.id ?? null,
				toolResultIds: event.toolResults.map(({ id }) => id),
			};
		case 'agent_end':
			return runEndOf(event, form);
		case 'gap':
			forgetPlace(sent);
			return { ...event, state: wireState(event.state) };
		default:
			return event;
	}
}

/** The end of a run, with which the client may let go of the messages that it was sent, unless they would have to be sent again. */
function runEndOf(event: SessionEvent & { type: 'agent_end' }, { sent, isShownHistory }: Form): object {
	const { type, newMessages, summary, willRetry } = event;
	sent.results.clear();
	const forget = !willRetry && !isShownHistory();
	if (forget) sent.messageIds.clear();
	return { type, newMessageIds: newMessages.map(({ id }) => id), summary, willRetry, ...(forget ? { forget } : {}) };
}

function startOf(message: Message, sent: Sent): object {
	forgetPlace(sent);
	if (message.role !== 'assistant') sent.messageIds.add(message.id);
	return { type: 'message_start', message: message.role === 'tool' ? withoutResult(message, sent) : message };
}

/** The result went out with `tool_execution_end`. */
function withoutResult(message: ToolMessage, sent: Sent): object {
	if (!sent.results.delete(message.toolCallId)) return message;
	const { content: _content, details: _details, ...rest } = message;
	return rest;
}

function updateOf(event: AgentEvent & { type: 'message_update' }, options: WireOptions, sent: Sent): object {
	const { type, delta, deltaKind, contentIndex, block, chunk } = event;
	const where = deltaKind === sent.deltaKind && contentIndex === sent.contentIndex ? {} : { deltaKind, contentIndex };
	sent.deltaKind = deltaKind;
	sent.contentIndex = contentIndex;
	return {
		type,
		delta,
		...where,
		...(block === undefined ? {} : { block }),
		...(options.snapshots ? { message: event.message } : {}),
		...(options.chunks ? { chunk } : {}),
	};
}

function endOf({ type, message, discarded }: AgentEvent & { type: 'message_end' }, sent: Sent): object {
	const flag = discarded === undefined ? {} : { discarded };
	if (message.role !== 'assistant') return { type, messageId: message.id, ...flag };
	sent.messageIds.add(message.id);
	return { type, message, ...flag };
}

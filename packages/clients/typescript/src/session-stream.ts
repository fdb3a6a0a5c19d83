import { stepOf } from './chain.ts';
import type { Requests } from './connection.ts';
import { createCredit } from './credit.ts';
import { MyelinError } from './errors.ts';
import { checkSent, checkWhole } from './event-check.ts';
import { createEventTap, type EventStream, type EventTap, type Sent } from './event-tap.ts';
import {
	type AssistantMessage,
	type ContextPayload,
	type JsonObject,
	parseAssistantMessage,
	parseContextPayload,
	parseMessageUpdate,
	parseSessionEvent,
	type SessionEnd,
	type SessionEndReason,
	type SessionEvent,
	type SessionEventParams,
	type ToolCallInfo,
	UnknownEvent,
} from './generated/protocol.ts';
import { createInflater } from './inflate.ts';

/** Is given each event once, and its place as the server sent it. Must not throw. */
export type EventListener = (sent: Sent, place: SessionEventParams) => void;

/** Where a session stood when the server subscribed us: raw JSON, but for the seq. */
export interface Standing {
	readonly seq: number;
	readonly state: JsonObject;
}

/** Behind which event a subscription begins. `seenSeq`: up to there somebody has been given them, so that no delta may cover more. */
export interface Behind {
	readonly afterSeq: number;
	readonly seenSeq?: number;
}

/** What a stream asks of the server. */
export interface StreamPorts {
	/** The connection that is there. */
	readonly requests: Requests;
	/** Subscribes anew, behind a seq. `accept` is given the answer before anything that came after it is looked at; the promise settles as the request does. */
	attach(requests: Requests, behind: Behind, accept: (standing: Standing) => void): Promise<void>;
	/** The same at a server that may be another, which first opens the session from where it is kept if it does not have it. */
	rejoin: StreamPorts['attach'];
	/** Gives credit back. */
	ack(seq: number): void;
	/** The session was closed or deleted, by whomever: nothing more comes of it. */
	onOver(reason: SessionEndReason): void;
	/** Whether a failure is that of a connection that will be there again, and the stream attached anew. */
	isPassing(error: unknown): boolean;
}

/** What one session says: followed without a gap, inflated once, given to everybody who listens. */
export interface SessionStream {
	/** Takes what the server sent, in so many characters. */
	receive(params: SessionEventParams, characters: number): void;
	/** Listens from now on; returns the undo. */
	subscribe(listener: EventListener): () => void;
	/** A tap for the events that a listener picks. */
	tap(): EventTap;
	/** Everything from this turn of the event loop on if the subscription began in it, else from now on; or after a number: what came before is asked for again, and only they get it who have not. */
	open(afterSeq?: number): EventStream;
	/** The connection is a new one: subscribes anew behind the last event. */
	restore(requests: Requests): Promise<void>;
	/** What is asked for by who wants all after a number. */
	behind(afterSeq: number): Behind;
	/** A program subscribed anew by itself: goes on from there. */
	begin(standing: Standing, asked: Behind | undefined): void;
	/** The subscription is over for now: ends the queues. */
	pause(): void;
	/** Nothing more will come: ends the queues, by the error if there is one. */
	end(error?: Error): void;
	/** The full form of what a context hook is given. */
	contextPayload(payload: JsonObject): ContextPayload;
	toolCall(toolCallId: string): ToolCallInfo | undefined;
}

interface Place {
	/** The seq of the event that came last. */
	last: number;
	/** The seq of the newest event that ever came: beyond `last` while events come again. */
	newest: number;
	/** While `away`: behind which seq the subscription begins that was asked for. */
	from: number;
	/** `away`: a new subscription was asked for, and what the old one still sends counts no more. `paused`: there is none. */
	phase: 'following' | 'away' | 'paused' | 'ended';
	/** Counts new subscriptions: only the newest one's answer counts. */
	turn: number;
	/** New subscriptions in a row that brought nothing. */
	inVain: number;
	ending: Error | undefined;
	/** The event that came last is the session's end. */
	isOver: boolean;
}

/** So often a broken chain is mended without an event in between. */
const mostInVain = 3;

/** The stream of a session that stands somewhere; `windowBytes` is what may be on its way. */
export function createSessionStream(standing: Standing, windowBytes: number, ports: StreamPorts): SessionStream {
	const inflater = createInflater();
	const credit = createCredit(standing.seq, windowBytes, (seq) => {
		if (place.phase === 'following') ports.ack(seq);
	});
	const listeners = new Set<EventListener>();
	const taps = new Set<EventTap>();
	const warned = new Set<unknown>();
	const place: Place = {
		last: standing.seq,
		newest: standing.seq,
		from: standing.seq,
		phase: 'following',
		turn: 0,
		inVain: 0,
		ending: undefined,
		isOver: false,
	};
	/** What came in the turn in which the program was given the session, and so cannot have asked for it yet. */
	let early: Sent[] | undefined;
	keepEarly();
	inflater.standAt(standing.state, standing.seq);

	function keepEarly(): void {
		early = [];
		setImmediate(() => {
			early = undefined;
		});
	}

	/** An event that is not as the protocol has it is one that this version does not know; the first of each type is warned of. */
	function read(wire: JsonObject, seq: number): SessionEvent {
		try {
			// Of a delta the inflater itself sees to that.
			if (wire.type !== 'message_update') checkSent(wire);
			const { event, buildMessage } = inflater.inflate(wire, seq);
			if (buildMessage === undefined) {
				checkWhole(event);
				return parseSessionEvent(event);
			}
			return parseMessageUpdate(event, (): AssistantMessage => parseAssistantMessage(buildMessage()));
		} catch (error) {
			warnOnce(wire.type, seq, error as Error);
			return new UnknownEvent(wire);
		}
	}

	function warnOnce(type: unknown, seq: number, { message }: Error): void {
		if (warned.has(type)) return;
		warned.add(type);
		process.emitWarning(`event ${seq}, a ${type}, breaks the protocol and comes as an UnknownEvent: ${message}`, {
			type: 'MyelinWarning',
		});
	}

	function behind(afterSeq: number): Behind {
		return afterSeq < place.newest ? { afterSeq, seenSeq: place.newest } : { afterSeq };
	}

	function goOn({ seq, state }: Standing, afterSeq: number | undefined): void {
		if (afterSeq === undefined) inflater.standAt(state, seq);
		// What streamed up to the last event is known; behind an earlier place only the events up to there count.
		else if (afterSeq < place.last) inflater.rewind(afterSeq);
		place.last = afterSeq ?? seq;
		place.newest = Math.max(place.newest, place.last);
		place.phase = 'following';
		place.isOver = false;
		credit.restart(place.last);
	}

	async function attachAfter(seq: number, requests: Requests, attach = ports.attach): Promise<void> {
		place.from = place.phase === 'away' ? Math.min(place.from, seq) : seq;
		place.phase = 'away';
		place.turn += 1;
		const { turn, from } = place;
		try {
			await attach(requests, behind(from), (found) => {
				if (turn === place.turn && place.phase === 'away') goOn(found, from);
			});
		} catch (error) {
			if (turn === place.turn && !ports.isPassing(error)) end(error as Error);
		}
	}

	function mend(): void {
		place.inVain += 1;
		if (place.inVain <= mostInVain) void attachAfter(place.last, ports.requests);
		else end(new MyelinError('CHAIN_BROKEN', `the server left events out behind ${place.last}, again and again`));
	}

	function tap(after: number, onLeave?: () => void): EventTap {
		return createEventTap({ credit, after, keep: windowBytes, ...(onLeave && { onLeave }) });
	}

	function endTaps(error?: Error): void {
		for (const one of taps) one.end(error);
		taps.clear();
	}

	function end(error?: Error): void {
		if (place.phase === 'ended') return;
		place.phase = 'ended';
		// A loss of what had said that it ends is none.
		place.ending = place.isOver ? undefined : error;
		endTaps(place.ending);
		listeners.clear();
	}

	/** A server that ends takes the session with it: it goes on where the next one has it, and ends with the connection if there is none. */
	function over({ reason }: SessionEnd): void {
		place.isOver = true;
		if (reason === 'shutdown') return;
		end();
		ports.onOver(reason);
	}

	return {
		receive(params, characters) {
			if (place.phase !== 'following') return;
			const step = stepOf(params, place.last);
			if (step === 'double') return;
			if (step === 'broken') return mend();
			const sent = { event: read(params.event, params.seq), seq: params.seq, before: credit.received };
			place.last = params.seq;
			place.inVain = 0;
			place.isOver = false;
			early?.push(sent);
			for (const one of taps) one.offer(sent);
			if (params.seq > place.newest) {
				place.newest = params.seq;
				for (const listener of listeners) listener(sent, params);
			}
			credit.receive(params.seq, characters);
			if (sent.event.type === 'session_end') over(sent.event);
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		tap: () => tap(place.newest),
		open(from) {
			const reach = early?.[0]?.before.seq ?? place.newest;
			const afterSeq = from ?? reach;
			const due = place.phase === 'away' ? place.from : place.last;
			const isPast = afterSeq < Math.min(reach, due);
			const one = tap(afterSeq, () => taps.delete(one));
			if (place.phase === 'ended') {
				one.end(place.ending);
				return one.stream;
			}
			taps.add(one);
			for (const sent of early ?? []) one.offer(sent);
			one.hold();
			if (isPast) void attachAfter(afterSeq, ports.requests);
			return one.stream;
		},
		async restore(requests) {
			if (place.phase === 'following' || place.phase === 'away') await attachAfter(place.last, requests, ports.rejoin);
		},
		behind,
		begin(found, asked) {
			place.turn += 1;
			keepEarly();
			goOn(found, asked?.afterSeq);
			// Since it asked more was told than it said: a delta may cover what was and what was not.
			if (asked !== undefined && place.newest > (asked.seenSeq ?? asked.afterSeq)) {
				void attachAfter(asked.afterSeq, ports.requests);
			}
		},
		pause() {
			place.phase = 'paused';
			place.turn += 1;
			endTaps();
		},
		end,
		contextPayload: (payload) => parseContextPayload(inflater.inflateContext(payload)),
		toolCall(toolCallId) {
			const call = inflater.toolCall(toolCallId);
			return call && { toolCallId, ...call };
		},
	};
}

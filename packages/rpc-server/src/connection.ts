import type { Readable, Writable } from 'node:stream';
import type { Logger } from '@myelin/plugins';
import { type ConnectionEnd, endConnection } from './connection-end.ts';
import type { Framing } from './framing/framing.ts';
import type { Incoming } from './incoming.ts';
import { createOutbox, type Source } from './outbox.ts';
import { createPeer } from './peer.ts';
import { createReader } from './reader.ts';

/** What a server does with the messages of one connection. */
export interface Handler {
	/**
	 * Answers a request. Called in the order of arrival, without waiting for earlier answers. `params` is `{}` where the
	 * client sent none. A thrown `ServerError` is answered as it says; anything else as INTERNAL, its text only logged.
	 */
	request(method: string, params: unknown, call: Call): unknown;
	/** Takes a notification, in the same order as requests. What fails is logged. `exit` and `$/cancelRequest` never come here. */
	notification(method: string, params: unknown): void | Promise<void>;
	/** Hears why something that came is no message; it is answered without this. */
	refused?(why: string): void;
	/**
	 * Ends the work of this connection: its input has ended or it is lost. All that was read has been handed over before.
	 * Requests still without an answer some time after it resolved are answered SHUTTING_DOWN.
	 */
	closed(): Promise<void>;
}

/** One request of the client while it waits for its answer. */
export interface Call {
	/** The id as the client gave it. */
	readonly id: number | string;
	/** Aborts on `$/cancelRequest`; its reason is a ServerError with code CANCELLED, fit to be thrown. */
	readonly signal: AbortSignal;
	/** Runs `action` once the answer, also an error, is in the outgoing FIFO: whatever it sends comes after the answer. */
	afterAnswer(action: () => void): void;
}

/** The other side, as a server sees it. Everything that goes out passes one FIFO in the order of these calls. */
export interface Connection {
	/**
	 * Asks the client. Rejects with the signal's reason on abort (the client is told by `$/cancelRequest`, a late answer
	 * is ignored), with a ServerError DISCONNECTED when the connection ends, CLIENT_FAILED when the answer is an error
	 * (`data.rpcCode` and `data.clientData` are the client's).
	 */
	request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
	/** Tells the client; serialised at once. */
	notify(method: string, params: object): void;
	/** Sends one JSON-RPC message that is serialised already. A promise only when there is no room: resolves on room or close. */
	send(json: string): void | Promise<void>;
	/** Asks a source for its messages when there is room for them; anything sent otherwise may overtake them when there is not. */
	poke(source: Source): void;
	/** Asks sources now, as far as there is room, as sending anything does. */
	gather(): void;
	/** Bounds one message either way, in bytes. */
	readonly maxFrameBytes: number;
	/** Characters that the operating system has taken since the beginning. */
	readonly taken: number;
	/** Resolves when the operating system has taken everything handed in so far, or the connection is lost. */
	flush(): Promise<void>;
	/** Like `flush`, but hurries nothing; answers false if the connection was lost before. */
	delivered(): Promise<boolean>;
	/** Reads no more and ends in order, as if the input had ended here. */
	end(): void;
	/** Whether it is known to have ended, though what was read may still be handed on. */
	readonly isEnding: boolean;
	/** Resolves when the handler has ended its work and its answers are flushed or lost. */
	readonly closed: Promise<void>;
	/** Whether the end gave up a client that took nothing any more: its output may stop within a message. */
	readonly isCutOff: boolean;
}

/** What a connection needs beside its streams. */
export interface ConnectionOptions {
	/** Detected from the first bytes when absent. */
	readonly framing?: Framing | undefined;
	/** Bounds one message either way, in bytes: a request or an answer that is larger fails instead. */
	readonly maxFrameBytes: number;
	readonly log: Logger;
	/** Bytes that come before those of the input stream. */
	readonly firstBytes?: Uint8Array | undefined;
}

/** Reading pauses while more messages than `most` wait to be handed on, until fewer than `few` do. */
const backlogLimits = { most: 256, few: 64 };

/**
 * The same for the characters that wait to go out: only answers to a client that does not read can become so many. No
 * request is handed on above `forAnswers`, also when it was read before; what ends a wait is still read and handed on.
 */
const outgoingLimits = { forAnswers: 8 << 20, most: 16 << 20, few: 8 << 20 };

/**
 * Speaks JSON-RPC on two streams until the input ends, `exit` is read, the output is lost or `end` is called.
 * `createHandler` is called once, before anything is read.
 */
export function createConnection(
	streams: { readonly input: Readable; readonly output: Writable },
	options: ConnectionOptions,
	createHandler: (connection: Connection) => Handler,
): Connection {
	const { log, maxFrameBytes } = options;
	let isEnding = false;
	let isCutOff = false;
	let ending: ConnectionEnd | undefined;
	let markClosed: () => void = () => {};
	const closed = new Promise<void>((resolve) => {
		markClosed = resolve;
	});

	const outbox = createOutbox(streams.output, {
		framing: () => reader.framing,
		onTaken() {
			steer();
			peer.look();
			ending?.progress('taking');
		},
		onLost() {
			end();
			peer.look();
		},
	});
	const peer = createPeer({
		log,
		maxFrameBytes,
		send: outbox.send,
		request: (method, params, call) => handler.request(method, params, call),
		notification: (method, params) => handler.notification(method, params),
		hasRoom: () => outbox.size <= outgoingLimits.forAnswers,
		onHandedOn() {
			steer();
			ending?.progress('handing on');
		},
	});
	const reader = createReader(streams.input, { ...options, take, onChunk: steer, onEnd: end });

	/** An `exit` is the end of the input, whatever comes behind it. */
	function take(message: Incoming): void {
		if (message.kind === 'refused') handler.refused?.(message.error.message);
		if (message.kind === 'notification' && message.method === 'exit') end();
		else if (!isEnding) peer.take(message);
	}

	function steer(): void {
		if (peer.backlog > backlogLimits.most || outbox.size > outgoingLimits.most) reader.pause();
		else if (peer.backlog < backlogLimits.few && outbox.size < outgoingLimits.few) reader.resume();
	}

	function end(): void {
		if (isEnding) return;
		isEnding = true;
		reader.stop();
		ending = endConnection({ handler, peer, outbox, log });
		ending.finished.then(
			(isComplete) => {
				isCutOff = !isComplete;
				markClosed();
			},
			(error) => log.error('The connection did not end well.', error),
		);
	}

	const connection: Connection = {
		request: peer.request,
		notify: (method, params) => outbox.send(JSON.stringify({ jsonrpc: '2.0', method, params })),
		send(json) {
			outbox.send(json);
			return outbox.room();
		},
		poke: outbox.poke,
		gather: outbox.gather,
		maxFrameBytes,
		get taken() {
			return outbox.taken;
		},
		flush: outbox.flush,
		delivered: outbox.delivered,
		end,
		get isEnding() {
			return isEnding;
		},
		get isCutOff() {
			return isCutOff;
		},
		closed,
	};
	const handler = createHandler(connection);
	reader.start();
	return connection;
}

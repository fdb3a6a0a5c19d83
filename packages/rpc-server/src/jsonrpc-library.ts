import type { Logger } from '@myelin/plugins';
import {
	type CancellationStrategy,
	type CancellationToken,
	createMessageConnection,
	type DataCallback,
	Event,
	Message,
	type MessageConnection,
	type MessageReader,
	type MessageWriter,
	type ResponseMessage,
} from 'vscode-jsonrpc';
import type { Call } from './connection.ts';
import { rpcCodes } from './errors.ts';
import { fits, tooLarge } from './fitting.ts';
import { holdMessages } from './held-messages.ts';
import { firstServerId } from './incoming.ts';
import { installJsonRpcRuntime } from './jsonrpc-runtime.ts';

/** What the library is to do with what it is given. */
export interface LibraryOptions {
	readonly log: Logger;
	/** Bounds each request that goes out, in bytes. */
	readonly maxFrameBytes: number;
	/** Queues one serialised message. */
	send(json: string): void;
	/** Queues the answer to the request that was queued with this id. */
	answer(message: ResponseMessage): void;
	/** The open call of the request that was queued with this id. */
	callOf(id: number): Call;
	request(method: string, params: object, call: Call): Promise<unknown>;
	notification(method: string, params: object): void | Promise<void>;
	/** Whether the client may be given more to do now; what does not ask for anything is handed on all the same. */
	hasRoom(): boolean;
	/** A message has left the queue. */
	onHandedOn(): void;
}

/** A connection of `vscode-jsonrpc` that reads and writes through functions instead of streams. */
export interface Library {
	readonly connection: MessageConnection;
	/** Hands a message on, in a later turn of the event loop of its own; in the order of these calls. */
	queue(message: Message): void;
	/** Calls back when everything queued before has been handed on; `past` what only waits for room. */
	afterQueued(action: () => void, order?: 'past what is held'): void;
	/** There may be room. */
	look(): void;
	/** Hands nothing on any more that asks for something. */
	dispose(): void;
	/** Messages that are queued and not handed on yet. */
	readonly backlog: number;
}

/** Queued like a message: when its turn comes, all before it have been handed on. */
interface Marker extends Message {
	readonly action: () => void;
	/** Whether it waits only for its turn. */
	readonly passes: boolean;
}

type HandOn = (message: Message) => void;

type CallToken = CancellationToken & { readonly call: Call };

/** Notifications that the library would keep for itself. */
const reservedNotifications = ['$/progress', '$/logTrace'];

/** Notifications that belong to what has begun already. */
const passingNotifications = ['$/progress', 'session/ack'];

/** The ids that the library numbers from 0, as they go over the wire. */
export const wireId = (id: number | string | null): number => Number(id) + firstServerId;

/** Sets up the library. It speaks of requests by the ids that they are queued with. */
export function createLibrary(options: LibraryOptions): Library {
	installJsonRpcRuntime();
	let deliver: DataCallback = () => {};
	let backlog = 0;
	/** The requests that went out and have no answer yet, by the library's ids. */
	const unanswered = new Set<unknown>();
	let hasToldOfAnswers = false;
	const queue = (message: Message) => {
		// The library keeps one message an id: a second answer would take the place of the first that still waits for its turn.
		if (Message.isResponse(message) && !unanswered.delete(message.id)) {
			if (hasToldOfAnswers) return;
			hasToldOfAnswers = true;
			options.log.warn(
				`The client answered the request ${wireId(message.id)} again, or one that was never made; the first answer holds. More like it will be ignored without a word.`,
			);
			return;
		}
		backlog += 1;
		deliver(message);
	};
	const reader = readerInto((callback) => {
		deliver = callback;
	});
	const held = holdMessages<{ readonly message: Message; readonly handOn: HandOn }>({
		mayGo: options.hasRoom,
		passes: ({ message }) => passes(message),
		go({ message, handOn }) {
			backlog -= 1;
			options.onHandedOn();
			if (isMarker(message)) message.action();
			else handOn(message);
		},
	});
	const connection = createMessageConnection(reader, writerTo(options, unanswered), libraryLogger(options.log), {
		cancellationStrategy: cancellation(options, queue),
		messageStrategy: {
			handleMessage: (message, handOn) => held.take({ message, handOn }),
		},
	});
	const request = (method: string, params: object | undefined, token: CancellationToken) =>
		options.request(method, params ?? {}, (token as CallToken).call);
	const notification = (method: string, params: object | undefined) => options.notification(method, params ?? {});
	connection.onRequest(request);
	connection.onNotification(notification);
	for (const method of reservedNotifications) {
		connection.onNotification(method, (params: object) => notification(method, params));
	}
	connection.listen();
	return {
		connection,
		queue,
		afterQueued: (action, order) => queue({ jsonrpc: '2.0', action, passes: order !== undefined } as Marker),
		look: held.look,
		dispose() {
			held.drop();
			connection.dispose();
		},
		get backlog() {
			return backlog;
		},
	};
}

function readerInto(listen: (callback: DataCallback) => void): MessageReader {
	return {
		onError: Event.None,
		onClose: Event.None,
		onPartialMessage: Event.None,
		listen(callback) {
			listen(callback);
			return { dispose() {} };
		},
		dispose() {},
	};
}

function writerTo(options: LibraryOptions, unanswered: Set<unknown>): MessageWriter {
	return {
		onError: Event.None,
		onClose: Event.None,
		async write(message) {
			if (Message.isRequest(message)) {
				const text = JSON.stringify({ ...message, id: wireId(message.id) });
				if (!fits(text, options.maxFrameBytes)) throw new RangeError(tooLarge(text, options.maxFrameBytes));
				unanswered.add(message.id);
				options.send(text);
			} else if (Message.isResponse(message)) options.answer(message);
		},
		end() {},
		dispose() {},
	};
}

/**
 * Calls have a signal of their own, which aborts also when the cancel comes in one chunk with its request. A request of
 * ours that is cancelled is answered at once by ourselves, so that nothing is kept for an answer that never comes.
 */
function cancellation(options: LibraryOptions, queue: (message: Message) => void): CancellationStrategy {
	return {
		receiver: {
			createCancellationTokenSource(id) {
				const call = options.callOf(Number(id));
				const token: CallToken = { isCancellationRequested: false, onCancellationRequested: Event.None, call };
				return { token, cancel() {}, dispose() {} };
			},
		},
		sender: {
			async sendCancellation(_, id) {
				options.send(JSON.stringify({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: wireId(id) } }));
				queue({
					jsonrpc: '2.0',
					id,
					error: { code: rpcCodes.requestCancelled, message: 'Cancelled.' },
				} as ResponseMessage);
			},
			cleanup() {},
		},
	};
}

function libraryLogger(log: Logger) {
	return {
		error: (message: string) => log.error(message),
		warn: (message: string) => log.warn(message),
		info: (message: string) => log.info(message),
		log: (message: string) => log.debug(message),
	};
}

function passes(message: Message): boolean {
	if (isMarker(message)) return message.passes;
	if (Message.isNotification(message)) return passingNotifications.includes(message.method);
	return Message.isResponse(message);
}

function isMarker(message: Message): message is Marker {
	return 'action' in message;
}

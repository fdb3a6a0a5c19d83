import type { Logger } from '@myelin/plugins';
import { CancellationTokenSource, ErrorCodes, ParameterStructures, ResponseError } from 'vscode-jsonrpc';
import { answerText, failureOf, refusalText, responseError } from './answers.ts';
import type { Call } from './connection.ts';
import { ServerError } from './errors.ts';
import { firstServerId, type Incoming } from './incoming.ts';
import { createLibrary } from './jsonrpc-library.ts';
import { createLargeAnswers } from './large-answers.ts';
import { createOpenCalls } from './open-calls.ts';

/** What a peer needs of its surroundings. */
export interface PeerOptions {
	readonly log: Logger;
	/** Bounds each message that goes out, in bytes. */
	readonly maxFrameBytes: number;
	/** Queues one serialised message. */
	send(json: string): void;
	request(method: string, params: object, call: Call): unknown;
	notification(method: string, params: object): void | Promise<void>;
	/** Whether there is room for more answers. While there is not, requests wait, and all that must not overtake them. */
	hasRoom(): boolean;
	/** The backlog has become smaller. */
	onHandedOn(): void;
}

/** The messages of one connection, in and out; bytes and streams are not its business. */
export interface Peer {
	/** Takes a message that was read; requests and notifications are handed on in order, in later turns of the loop. */
	take(message: Incoming): void;
	/** Calls back when everything taken before has been handed on. */
	afterTaken(action: () => void): void;
	/** There may be room. */
	look(): void;
	request(method: string, params: object, signal?: AbortSignal): Promise<unknown>;
	/** The client answers nothing any more: rejects what it was asked, now and later, with DISCONNECTED. */
	disconnect(): void;
	/** Answers all open requests of the client with SHUTTING_DOWN; what their handlers say later is dropped. */
	refuseOpenCalls(): void;
	/** Resolves when no request of the client waits for its answer. */
	idle(): Promise<void>;
	/** Messages taken and not handed on yet. */
	readonly backlog: number;
}

/** Methods whose ignored notifications are told of; a client can make up any number of names. */
const mostRefused = 16;

/** A peer. Answers are serialised and queued in the moment they are known. */
export function createPeer(options: PeerOptions): Peer {
	const { log, maxFrameBytes } = options;
	const calls = createOpenCalls(log);
	const making = createLargeAnswers(() => library.look());
	let isDisconnected = false;
	/** How many notifications of a method were ignored. */
	const refused = new Map<string, number>();

	const library = createLibrary({
		log,
		maxFrameBytes,
		send: options.send,
		answer: (message) =>
			calls.close(Number(message.id), (id) => options.send(answerText({ ...message, id }, maxFrameBytes, log))),
		callOf: (key) => calls.get(key),
		async request(method, params, call) {
			try {
				return await making.make(method, async () => options.request(method, params, call));
			} catch (error) {
				return responseError(failureOf(error, method, call, log));
			}
		},
		notification: takeNotification,
		hasRoom: () => !making.isBusy && options.hasRoom(),
		onHandedOn: options.onHandedOn,
	});

	/** Nobody waits for an answer, so a client that goes on so is told of once for each method, and at its end. */
	async function takeNotification(method: string, params: object): Promise<void> {
		try {
			await options.notification(method, params);
		} catch (error) {
			const before = refused.get(method);
			if (before === undefined && refused.size === mostRefused) return;
			refused.set(method, (before ?? 0) + 1);
			if (before !== undefined) return;
			const why = error instanceof ServerError ? error.message : error;
			log.warn(`The notification ${JSON.stringify(method)} was ignored, and more like it are only counted:`, why);
		}
	}

	function tellRefused(): void {
		for (const [method, count] of refused)
			if (count > 1) log.warn(`The notification ${JSON.stringify(method)} was ignored ${count} times in all.`);
	}

	function queue(message: object): void {
		library.queue({ jsonrpc: '2.0', ...message });
	}

	function takeRequest({ id, method, params }: Incoming & { kind: 'request' }): void {
		const key = calls.open(id);
		if (key !== undefined) {
			queue({ id: key, method, params });
			return;
		}
		const text = `A request with the id ${JSON.stringify(id)} is in flight already; give each request an id of its own.`;
		options.send(refusalText(id, new ServerError('INVALID_REQUEST', text)));
	}

	/** What was asked before it has begun by then, unless that waits for room: nothing else could end what holds it up. */
	function takeCancel(id: number | string): void {
		const cancel = calls.cancelOf(id);
		if (cancel !== undefined) library.afterQueued(cancel, 'past what is held');
	}

	function take(message: Incoming): void {
		switch (message.kind) {
			case 'request':
				takeRequest(message);
				break;
			case 'notification':
				queue({ method: message.method, params: message.params });
				break;
			case 'cancel':
				takeCancel(message.id);
				break;
			case 'result':
				queue({ id: message.id - firstServerId, result: message.result });
				break;
			case 'error':
				queue({ id: message.id - firstServerId, error: message.error });
				break;
			case 'refused':
				options.send(refusalText(message.id, message.error));
				break;
			case 'ignored':
				log.debug(`Ignored ${message.reason}.`);
				break;
			default:
				message satisfies never;
		}
	}

	async function request(method: string, params: object, signal?: AbortSignal): Promise<unknown> {
		signal?.throwIfAborted();
		if (isDisconnected) throw disconnected(method);
		const source = new CancellationTokenSource();
		const answer = library.connection
			.sendRequest<unknown>(method, ParameterStructures.byName, params, source.token)
			.catch((error: unknown) => Promise.reject(isDisconnected ? disconnected(method) : clientFailure(method, error)));
		return signal === undefined ? answer : untilAbort(answer, signal, () => source.cancel());
	}

	return {
		take,
		afterTaken: (action) => library.afterQueued(action),
		look: library.look,
		request,
		disconnect() {
			isDisconnected = true;
			tellRefused();
			library.dispose();
		},
		refuseOpenCalls() {
			const error = new ServerError('SHUTTING_DOWN', 'The server is ending and did not finish this request.');
			for (const key of calls.keys()) calls.close(key, (id) => options.send(refusalText(id, error)));
		},
		idle: () => calls.idle(),
		get backlog() {
			return library.backlog;
		},
	};
}

/** Settles as the answer does, or at once with the signal's reason after `cancel` was called. */
function untilAbort(answer: Promise<unknown>, signal: AbortSignal, cancel: () => void): Promise<unknown> {
	return new Promise((resolve, reject) => {
		const abort = () => {
			cancel();
			reject(signal.reason);
		};
		signal.addEventListener('abort', abort, { once: true });
		answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

function disconnected(method: string): ServerError {
	return new ServerError('DISCONNECTED', `The client went away before it answered ${JSON.stringify(method)}.`);
}

function clientFailure(method: string, cause: unknown): ServerError {
	if (!(cause instanceof ResponseError)) {
		return new ServerError('INTERNAL', `The request ${JSON.stringify(method)} could not be sent.`, { cause });
	}
	if (cause.code === ErrorCodes.MessageWriteError)
		return new ServerError(
			'FRAME_TOO_LARGE',
			`The request ${JSON.stringify(method)} could not be sent: ${cause.message}`,
		);
	const data = { rpcCode: cause.code, clientData: cause.data };
	return new ServerError('CLIENT_FAILED', `The client failed at ${JSON.stringify(method)}: ${cause.message}`, {
		cause,
		data,
	});
}

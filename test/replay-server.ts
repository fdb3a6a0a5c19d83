import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server answers to one request. */
export interface Replay {
	/** 200 unless given. */
	readonly status?: number;
	/** `content-type: text/event-stream` unless given. */
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: Uint8Array | string;
	/** Bytes a piece; the whole body at once unless given. */
	readonly pieceBytes?: number;
	/** How it ends: `end` (the default), `cut` (the connection breaks after the body) or `hang` (nothing more comes, the connection stays open). */
	readonly ending?: 'end' | 'cut' | 'hang';
}

/** A request as it arrived. `body` is parsed JSON. */
export interface SeenRequest {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingMessage['headers'];
	readonly body: unknown;
	/** The client's port: requests with the same one came over the same connection. */
	readonly port: number | undefined;
	/** Resolves when the connection of this request is closed, with whether the answer had been sent by then. */
	readonly closed: Promise<{ readonly wasAnswered: boolean }>;
}

/** A loopback HTTP server that plays answers back. */
export interface ReplayServer {
	/** `http://127.0.0.1:port` */
	readonly url: string;
	/** Every request so far, in order. */
	readonly requests: readonly SeenRequest[];
	/** Resolves with the next request that arrives. */
	nextRequest(): Promise<SeenRequest>;
	/** Ends the server and every connection. */
	close(): Promise<void>;
}

/** Starts a server that answers each request with what `replay` says for it. `nth` counts requests from 0. */
export async function startReplayServer(replay: (request: SeenRequest, nth: number) => Replay): Promise<ReplayServer> {
	const requests: SeenRequest[] = [];
	const waiting: ((request: SeenRequest) => void)[] = [];
	const server = createServer((incoming, response) => {
		void answer(incoming, response, (seen) => {
			requests.push(seen);
			for (const resolve of waiting.splice(0)) resolve(seen);
			return replay(seen, requests.length - 1);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
		async close() {
			server.close();
			server.closeAllConnections();
			if (server.listening) await once(server, 'close');
		},
	};
}

async function answer(incoming: IncomingMessage, response: ServerResponse, choose: (seen: SeenRequest) => Replay) {
	const body = await bodyOf(incoming);
	const closed = new Promise<{ wasAnswered: boolean }>((resolve) => {
		response.once('close', () => resolve({ wasAnswered: response.writableFinished }));
	});
	const { method = '', url: path = '', headers } = incoming;
	const replay = choose({ method, path, headers, body, port: incoming.socket.remotePort, closed });
	response.writeHead(replay.status ?? 200, { 'content-type': 'text/event-stream', ...replay.headers });
	response.flushHeaders();
	await writePieces(response, Buffer.from(replay.body), replay.pieceBytes ?? Number.POSITIVE_INFINITY);
	if (replay.ending === 'cut') response.destroy();
	else if (replay.ending !== 'hang') response.end();
}

/** Each piece has a turn of the event loop to itself: a reader in the same process then gets it in a read of its own. */
async function writePieces(response: ServerResponse, body: Buffer, pieceBytes: number): Promise<void> {
	response.socket?.setNoDelay(true);
	for (let at = 0; at < body.length && !response.destroyed; at += pieceBytes) {
		response.write(body.subarray(at, Math.min(at + pieceBytes, body.length)));
		await new Promise((resolve) => setImmediate(resolve));
	}
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
	const pieces: Buffer[] = [];
	for await (const piece of incoming) pieces.push(piece as Buffer);
	const text = Buffer.concat(pieces).toString('utf8');
	return text === '' ? undefined : JSON.parse(text);
}

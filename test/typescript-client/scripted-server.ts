import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { createMailbox } from './mailbox.ts';

/** A request of a client. */
export interface Request {
	readonly id: unknown;
	readonly method: string;
	readonly params: { readonly sessionId?: string };
}

/** One client's connection, from the server's side. */
export interface ScriptedConnection {
	/** The client's next request, which must be of this method; what is only told is passed over. */
	asked(method: string): Promise<Request>;
	answer(request: Request, result: object): void;
	/** Resolves when the client closes, which must ask for nothing more. */
	ended(): Promise<void>;
	/** Breaks the connection. */
	cut(): void;
}

/** A server on a Unix socket that says only what a test wants said; it takes one client after the other. */
export interface ScriptedServer {
	readonly path: string;
	/** The next connection. */
	arrived(): Promise<ScriptedConnection>;
	/** The next connection, once the client has said hello. */
	accept(): Promise<ScriptedConnection>;
}

/** What a server says first. */
export const hello = {
	serverInfo: { name: 'scripted', version: '1' },
	protocolVersion: 1,
	capabilities: {},
	limits: { maxFrameBytes: 1_000_000 },
};
const noUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** Where a session stands in which nothing happens. */
export function standing(sessionId: string): object {
	const still = { isRunning: false, pendingToolCalls: [], steering: [], followUp: [], totalUsage: noUsage };
	return { sessionId, seq: 0, state: { sessionId, cwd: '/', thinkingLevel: 'off', ...still } };
}

/** Listens for one test. */
export async function scriptedServer(): Promise<ScriptedServer> {
	const folder = mkdtempSync(join(tmpdir(), 'scripted-'));
	const path = join(folder, 'socket');
	const sockets = new Set<Socket>();
	const connections = createMailbox<ScriptedConnection>();
	const listener = createServer((socket) => {
		sockets.add(socket);
		connections.put(connectionOf(socket));
	});
	await once(listener.listen(path), 'listening');
	onTestFinished(async () => {
		for (const socket of sockets) socket.destroy();
		await new Promise((resolve) => listener.close(resolve));
		rmSync(folder, { recursive: true, force: true });
	});
	const arrived = () => connections.take();
	return {
		path,
		arrived,
		async accept() {
			const connection = await arrived();
			connection.answer(await connection.asked('initialize'), hello);
			return connection;
		},
	};
}

function connectionOf(socket: Socket): ScriptedConnection {
	const requests = createMailbox<Request | null>();
	socket.on('error', () => {}).on('close', () => requests.put(null));
	createInterface({ input: socket })
		.on('line', (line) => {
			const message = JSON.parse(line);
			if ('id' in message) requests.put(message);
		})
		.on('error', () => {});
	const found = (request: Request | null) => (request === null ? 'the client closed' : request.method);
	return {
		async asked(method) {
			const request = await requests.take();
			if (request?.method !== method) throw new Error(`expected ${method}, found: ${found(request)}`);
			return request;
		},
		answer({ id }, result) {
			socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
		},
		async ended() {
			const request = await requests.take();
			if (request !== null) throw new Error(`expected the end, found: ${found(request)}`);
		},
		cut: () => void socket.destroy(),
	};
}

import { chmodSync } from 'node:fs';
import { createServer as createListener, type Server as Listener, type Socket } from 'node:net';
import type { Logger } from '@myelin/plugins';
import { type Connection, createConnection, type Handler } from './connection.ts';
import type { Framing } from './framing/framing.ts';
import { endOnSignals, endProcess, surviveErrors } from './process-end.ts';
import { pathProblem, placeProblem, type SocketPlace, takePlace } from './socket-place.ts';

/** What a server on a Unix socket is made of. */
export interface SocketOptions {
	readonly path: string;
	/** Called once for each client. */
	readonly createHandler: (connection: Connection) => Handler;
	/** Forces a framing; detected for each client when absent. */
	readonly framing?: Framing | undefined;
	readonly maxFrameBytes: number;
	readonly log: Logger;
	/** Ends the work of all sessions; their clients still hear of it. */
	end(): Promise<void>;
}

/**
 * Serves whoever connects to a Unix socket that only this user can reach (mode 0600), and ends the process with code 0 on
 * SIGTERM, SIGINT and SIGHUP; a second signal ends it at once. A socket that a dead server left behind is replaced.
 * Rejects when a server lives there, when something else is there, and when the path cannot be used.
 */
export async function serveSocket(options: SocketOptions): Promise<void> {
	surviveErrors(options.log);
	const close = await open(options);
	endOnSignals(() => {
		void finish(options, close);
	});
}

/** However badly the end goes, it is one. */
async function finish({ end, log }: SocketOptions, close: () => Promise<void>): Promise<never> {
	try {
		await end();
		await close();
	} catch (error) {
		log.error('The server did not end well.', error);
	}
	endProcess(0);
}

/** Returns what takes no more clients, ends those there are, and removes the socket. */
async function open(options: SocketOptions): Promise<() => Promise<void>> {
	const { path, log, framing, maxFrameBytes, createHandler } = options;
	const connections = new Set<Connection>();
	let isClosed = false;
	const listener = createListener({ allowHalfOpen: true }, (socket) => {
		if (isClosed) return void socket.destroy();
		const streams = { input: socket, output: socket };
		const connection = createConnection(streams, { framing, maxFrameBytes, log }, createHandler);
		connections.add(connection);
		void connection.closed.then(() => {
			connections.delete(connection);
			if (connection.isCutOff) socket.destroy();
			else hangUp(socket);
		});
	});
	const place = await settle(listener, path);
	listener.on('error', (error) => log.error('The socket failed.', error));
	return async () => {
		// The listener stays open to the end of the process: closing it would remove whatever is at its path by then.
		isClosed = true;
		place.leave();
		for (const connection of connections) connection.end();
		await Promise.all([...connections].map(({ closed }) => closed));
	};
}

function hangUp(socket: Socket): void {
	socket.end();
	socket.destroySoon();
}

/** Listens where nobody does, or rejects with what is wrong and what to do. */
async function settle(listener: Listener, path: string): Promise<SocketPlace> {
	try {
		const problem = pathProblem(path);
		if (problem !== undefined) throw new Error(problem);
		const place = await takePlace(path);
		await listen(listener, path).catch((error) => {
			place.leave();
			throw error;
		});
		place.taken();
		return place;
	} catch (error) {
		throw new Error(`cannot listen on ${path}: ${placeProblem(error as NodeJS.ErrnoException, path)}`);
	}
}

/** The mask holds from the moment that the socket comes to be; listening on a path binds before `listen` returns. */
function listen(listener: Listener, path: string): Promise<void> {
	return new Promise<void>((resolve, reject) => {
		listener.once('error', reject);
		const mask = process.umask(0o177);
		listener.listen(path, () => {
			listener.off('error', reject);
			resolve();
		});
		process.umask(mask);
	}).then(() => chmodSync(path, 0o600));
}

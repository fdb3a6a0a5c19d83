import { closeSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { createInbox } from './inbox.mjs';

/**
 * The way to the client under test.
 *
 * @typedef {object} Wire
 * @property {() => Promise<import('./inbox.mjs').Inbox>} inbox what the client sends; waits for it to connect
 * @property {(bytes: Buffer) => Promise<void>} write
 * @property {() => void} hangUp ends the connection; on a socket the client may come again
 * @property {() => void} closeOutput
 * @property {() => void} close
 */

/**
 * The player's standard input and output.
 *
 * @param {(sessionId: string) => number} newestSeq
 * @returns {Wire}
 */
export function stdioWire(newestSeq) {
	const inbox = createInbox(process.stdin, newestSeq);
	return {
		inbox: async () => inbox,
		write: (bytes) => new Promise((resolve) => process.stdout.write(bytes, () => resolve())),
		hangUp() {
			throw new Error('only a client on a socket can be disconnected; say server_exit or eof');
		},
		closeOutput: () => closeSync(1),
		close() {},
	};
}

/**
 * A Unix socket that takes one client after the other. Says `listening` on standard output once it can be reached.
 *
 * @param {string} path
 * @param {(sessionId: string) => number} newestSeq
 * @returns {Wire}
 */
export function socketWire(path, newestSeq) {
	/** @type {{ socket: import('node:net').Socket, inbox: import('./inbox.mjs').Inbox }[]} */
	const clients = [];
	/** @type {(() => void) | undefined} */
	let arrived;
	const listener = createServer((socket) => {
		socket.on('error', () => {});
		clients.push({ socket, inbox: createInbox(socket, newestSeq) });
		arrived?.();
	});
	listener.listen(path, () => writeSync(1, 'listening\n'));

	async function client() {
		while (clients[0] === undefined) {
			await new Promise((resolve) => {
				arrived = () => resolve(undefined);
			});
		}
		return clients[0];
	}

	return {
		inbox: async () => (await client()).inbox,
		async write(bytes) {
			const { socket } = await client();
			await new Promise((resolve) => socket.write(bytes, resolve));
		},
		hangUp: () => clients.shift()?.socket.destroy(),
		closeOutput: () => clients[0]?.socket.end(),
		close() {
			listener.close();
			for (const { socket } of clients) socket.destroy();
			rmSync(path, { force: true });
		},
	};
}

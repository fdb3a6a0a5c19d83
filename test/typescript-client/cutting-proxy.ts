import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A socket between a client and its server that cuts connections. */
export interface CuttingProxy {
	/** Cuts each connection from now on after so many bytes of the server's, as `next` says for each, until `stop`. */
	start(next: () => number): void;
	stop(): void;
	/** Connections that were cut. */
	readonly cuts: number;
}

/** Listens on `path` for one test and forwards to the server on `target`. */
export async function startCuttingProxy(path: string, target: string): Promise<CuttingProxy> {
	const open = new Set<Socket>();
	let next: (() => number) | undefined;
	let cuts = 0;
	const listener = createServer((client) => {
		const server = connect(target);
		let left = next?.() ?? Number.POSITIVE_INFINITY;
		const cut = () => {
			client.destroy();
			server.destroy();
		};
		for (const socket of [client, server]) {
			open.add(socket);
			socket.on('error', cut).on('close', () => {
				open.delete(socket);
				cut();
			});
		}
		client.on('data', (chunk) => server.write(chunk));
		server.on('data', (chunk) => {
			if (next !== undefined && left === Number.POSITIVE_INFINITY) left = next();
			if (chunk.length < left) {
				left -= chunk.length;
				client.write(chunk);
				return;
			}
			cuts += 1;
			// Half a message goes through, as it may on any wire.
			client.write(chunk.subarray(0, left), cut);
		});
	});
	await new Promise<void>((resolve) => listener.listen(path, resolve));
	onTestFinished(async () => {
		for (const socket of open) socket.destroy();
		await new Promise((resolve) => listener.close(resolve));
	});
	return {
		start(sizes) {
			next = sizes;
		},
		stop() {
			next = undefined;
		},
		get cuts() {
			return cuts;
		},
	};
}

import { connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { MyelinError } from './errors.ts';
import type { ProcessExit, ServerProcess } from './process.ts';

/** A way to a server and back, while it lasts. */
export interface Transport {
	readonly toServer: Writable;
	readonly fromServer: Readable;
	/** Resolves once it is gone, with what that means for whoever waits. Never rejects. */
	readonly gone: Promise<MyelinError>;
	/** What it means that nobody answered at its other end within a time, in ms. */
	silent(limitMs: number): MyelinError;
	/** Ends it; resolves when it is gone. */
	close(): Promise<unknown>;
}

/** A server that this program started by `command`. */
export function processTransport(server: ServerProcess, command: readonly string[]): Transport {
	return {
		...transportOf(server, (exit) => exitError(command, exit)),
		silent: (limitMs) => unansweredError(command, limitMs, server.stderrTail()),
	};
}

/** The server that started this program. */
export function parentTransport(stdio: ServerProcess): Transport {
	const parent = 'the server that started this program';
	return {
		...transportOf(stdio, () => new MyelinError('DISCONNECTED', `${parent} is gone`)),
		silent: (limitMs) => new MyelinError('DISCONNECTED', `${parent} did not answer within ${limitMs} ms`),
	};
}

/** Reaches a server on its Unix socket. Rejects `DISCONNECTED`. */
export async function dialSocket(path: string): Promise<Transport> {
	const socket = connect(path);
	await new Promise<void>((resolve, reject) => {
		socket.once('connect', resolve).once('error', (cause) => {
			const text = `connecting to the socket ${path} failed: ${cause.message}; start a server with --socket ${path}`;
			reject(new MyelinError('DISCONNECTED', text, { cause }));
		});
	});
	// What an error means is that it is gone.
	socket.on('error', () => {});
	const gone = new Promise<MyelinError>((resolve) => {
		socket.once('close', () => resolve(new MyelinError('DISCONNECTED', `the connection to ${path} was lost`)));
	});
	// A server that says nothing more is of no more use.
	socket.once('end', () => socket.destroy());
	return {
		toServer: socket,
		fromServer: socket,
		gone,
		silent: (limitMs) => new MyelinError('DISCONNECTED', `the server at ${path} did not answer within ${limitMs} ms`),
		close() {
			socket.destroySoon();
			return gone;
		},
	};
}

function transportOf(server: ServerProcess, whyGone: (exit: ProcessExit) => MyelinError): Omit<Transport, 'silent'> {
	// Its output has ended: it is on its way out, or of no more use.
	server.stdout.once('close', () => void server.close());
	return {
		toServer: server.stdin,
		fromServer: server.stdout,
		gone: server.exited.then(whyGone),
		close: server.close,
	};
}

/** Why calls fail when a server that we started with `command` has ended. */
function exitError(command: readonly string[], exit: ProcessExit): MyelinError {
	const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
	const told = `the server (${command.join(' ')}) ${how}; ${lastWords(exit.stderr)}`;
	return new MyelinError('PROCESS_EXITED', told, { exit });
}

function unansweredError(command: readonly string[], limitMs: number, stderr: string): MyelinError {
	const told = `the server (${command.join(' ')}) did not answer within ${limitMs} ms; ${lastWords(stderr)}`;
	return new MyelinError('SPAWN_FAILED', `${told}. Is it a Myelin server? timeoutMs gives it longer`);
}

function lastWords(stderr: string): string {
	return stderr.trim() === '' ? 'it said nothing on stderr' : `its last words: ${stderr.trim()}`;
}

import { readSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { type FirstFrame, findFirstFrame } from './first-frame.ts';
import { encodeFrame } from './framing/framing.ts';
import type { Handover } from './handover.ts';
import { type Greeting, greet } from './hello.ts';
import { readMessage } from './incoming.ts';
import { parseTransportOptions } from './options.ts';

export { serverInfo } from './hello.ts';

/** Bytes within which an `initialize` is looked for; one that is larger is left to the server. */
const searchedBytes = 64 * 1024;

/** The rest of a server, which takes over after the first answer. */
export interface LoadedServer {
	serve(handover: Handover): Promise<void>;
}

/**
 * The first thing a server over standard input and output does, before it loads the rest of itself: it waits for the
 * first message, and if that is a plainly valid `initialize`, answers it. In any case it then loads the server and
 * passes it what was read. Import nothing heavy beside it: how soon the first answer comes depends on it.
 */
export async function answerFirst(options: {
	/** The command line after the script's name. */
	readonly argv: readonly string[];
	readonly load: () => Promise<LoadedServer>;
}): Promise<void> {
	const handover = readFirst(options.argv);
	const server = await options.load();
	await server.serve(handover);
}

/**
 * Reads up to the end of the first message. Reading blocks, as there is nothing else to do yet; where standard input
 * does not block (EAGAIN) or cannot be read so, the server reads on as usual. A person at a terminal first hears what is
 * wrong with the command line.
 */
function readFirst(argv: readonly string[]): Handover {
	const parsed = parseTransportOptions(argv);
	if ('problem' in parsed || parsed.options.socket !== undefined || isatty(0))
		return { argv, firstBytes: Buffer.alloc(0) };
	const { framing, maxFrameBytes } = parsed.options;
	const buffer = Buffer.allocUnsafe(Math.min(searchedBytes, maxFrameBytes));
	let size = 0;
	let found: FirstFrame | 'incomplete' | 'broken' = 'incomplete';
	while (found === 'incomplete') {
		const count = readSome(buffer.subarray(size));
		if (count === 0) break;
		size += count;
		found = findFirstFrame(buffer.subarray(0, size), framing);
	}
	const answered = typeof found === 'string' ? undefined : answer(found, maxFrameBytes);
	return answered === undefined ? { argv, firstBytes: buffer.subarray(0, size) } : { argv, ...answered };
}

/** Bytes read; 0 at the end of the input, where it cannot be read, and where the buffer is full. */
function readSome(buffer: Buffer): number {
	try {
		return readSync(0, buffer);
	} catch {
		return 0;
	}
}

/** Undefined when nothing was answered. */
function answer(found: FirstFrame, maxFrameBytes: number): Omit<Handover, 'argv'> | undefined {
	const message = readMessage(found.body);
	if (message.kind !== 'request' || message.method !== 'initialize') return undefined;
	const greeting = tryToGreet(message.params, maxFrameBytes);
	if (greeting === undefined) return undefined;
	const json = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: greeting.result });
	if (!tryToWrite(Buffer.from(encodeFrame(found.framing, json)))) return undefined;
	return { framing: found.framing, firstBytes: found.rest, hello: greeting.hello };
}

function tryToGreet(params: object, maxFrameBytes: number): Greeting | undefined {
	try {
		return greet(params, { maxFrameBytes });
	} catch {
		return undefined;
	}
}

/** False when not a byte was written. */
function tryToWrite(bytes: Buffer): boolean {
	let written: number;
	try {
		written = writeSync(1, bytes);
	} catch {
		return false;
	}
	while (written < bytes.length) written += writeSync(1, bytes, written);
	return true;
}

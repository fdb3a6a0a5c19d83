import type { Readable } from 'node:stream';
import { ServerError } from './errors.ts';
import { detectFraming } from './framing/detect.ts';
import { createDecoder, type Decoder, type Framing, type Piece } from './framing/framing.ts';
import { type Incoming, readMessage } from './incoming.ts';

/** Bytes that are read ahead in a pause, so that an end of the input behind them is noticed; a chunk counts for more than its length. */
const readAhead = { bytes: 1 << 20, perChunk: 256 };

/** What a reader needs. */
export interface ReaderOptions {
	/** Detected from the first bytes when absent. */
	readonly framing?: Framing | undefined;
	readonly maxFrameBytes: number;
	/** Bytes that come before those of the stream. */
	readonly firstBytes?: Uint8Array | undefined;
	take(message: Incoming): void;
	/** All messages of a chunk have been taken. */
	onChunk(): void;
	/** The stream has ended or failed; nothing is taken after it. Not called after `stop`. */
	onEnd(): void;
}

/** Reads messages from a stream of bytes. */
export interface Reader {
	/** The framing in which to answer: `lines` until something else is known. */
	readonly framing: Framing;
	start(): void;
	/** Takes nothing for a while, but for the end of the input when that is near: then all that came before it is taken first. */
	pause(): void;
	resume(): void;
	/** Takes nothing more. */
	stop(): void;
}

/** A reader that begins with `start`. */
export function createReader(input: Readable, options: ReaderOptions): Reader {
	let framing = options.framing;
	let decoder: Decoder | undefined;
	let isStopped = false;
	let isPaused = false;
	let ahead: Buffer[] = [];
	let aheadSize = 0;

	function takeAll(pieces: readonly Piece[]): void {
		for (const piece of pieces) {
			options.take(piece.kind === 'frame' ? readMessage(piece.bytes) : refusal(piece.fault, options.maxFrameBytes));
		}
	}

	function takeChunk(chunk: Buffer): void {
		if (isStopped) return;
		if (decoder !== undefined) takeAll(decoder.push(chunk));
		else {
			const found = detectFraming(chunk);
			if (found === undefined) return;
			framing ??= found.framing;
			decoder = createDecoder(framing, options.maxFrameBytes);
			takeAll(decoder.push(chunk.subarray(found.start)));
		}
		options.onChunk();
	}

	function read(chunk: Buffer): void {
		if (!isPaused) {
			takeChunk(chunk);
			return;
		}
		ahead.push(chunk);
		aheadSize += chunk.length + readAhead.perChunk;
		if (aheadSize >= readAhead.bytes) input.pause();
	}

	/** Takes what was read ahead, up to the next pause. */
	function takeAhead(): void {
		const taken = ahead.findIndex((chunk) => {
			if (!isPaused) takeChunk(chunk);
			return isPaused;
		});
		ahead = taken === -1 ? [] : ahead.slice(taken + 1);
		aheadSize = ahead.reduce((size, chunk) => size + chunk.length + readAhead.perChunk, 0);
	}

	function finish(): void {
		for (const chunk of ahead.splice(0)) takeChunk(chunk);
		if (isStopped) return;
		isStopped = true;
		takeAll(decoder?.end() ?? []);
		options.onEnd();
	}

	return {
		get framing() {
			return framing ?? 'lines';
		},
		start() {
			takeChunk(Buffer.from(options.firstBytes ?? []));
			input.on('data', read);
			for (const event of ['end', 'close', 'error']) input.on(event, finish);
		},
		pause() {
			isPaused = true;
		},
		resume() {
			if (isStopped || !isPaused) return;
			isPaused = false;
			takeAhead();
			if (!isPaused) input.resume();
		},
		stop() {
			isStopped = true;
			ahead = [];
			input.pause();
		},
	};
}

function refusal(fault: (Piece & { kind: 'fault' })['fault'], maxFrameBytes: number): Incoming {
	return { kind: 'refused', id: null, error: faultError(fault, maxFrameBytes) };
}

function faultError(fault: (Piece & { kind: 'fault' })['fault'], maxFrameBytes: number): ServerError {
	switch (fault) {
		case 'too_large':
			return new ServerError(
				'FRAME_TOO_LARGE',
				`The message has more than ${maxFrameBytes} bytes; send less, or start the server with a larger --max-frame.`,
				{ data: { maxFrameBytes } },
			);
		case 'bad_header':
			return new ServerError(
				'PARSE_ERROR',
				'The header has no usable Content-Length; it must tell the bytes of the message.',
			);
		case 'cut_off':
			return new ServerError('PARSE_ERROR', 'The input ended inside a message.');
	}
}

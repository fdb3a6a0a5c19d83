import { createHeaderDecoder } from './headers.ts';
import { createLineDecoder } from './lines.ts';

/** How messages are cut out of a stream of bytes: one a line, or with a `Content-Length` header as in LSP. */
export type Framing = 'lines' | 'headers';

/**
 * What a decoder finds, in the order of the bytes. A fault stands where a message was lost: `too_large` is over the
 * limit, `bad_header` has no usable `Content-Length`, `cut_off` ended with the input.
 */
export type Piece =
	| { readonly kind: 'frame'; readonly bytes: Buffer }
	| { readonly kind: 'fault'; readonly fault: 'too_large' | 'bad_header' | 'cut_off' };

/**
 * Cuts bytes into messages, however they are cut into chunks. Takes linear time and keeps at most the frame limit and
 * one chunk. After a fault it goes on at the next message that it can tell. A frame may share memory with its chunk.
 */
export interface Decoder {
	push(chunk: Buffer): Piece[];
	/** The input has ended: what was left over. */
	end(): Piece[];
}

/** A decoder for frames of up to `maxFrameBytes` bytes, headers and line ends not counted. */
export function createDecoder(framing: Framing, maxFrameBytes: number): Decoder {
	return framing === 'lines' ? createLineDecoder(maxFrameBytes) : createHeaderDecoder(maxFrameBytes);
}

/** Puts one JSON text, which must hold no line feed, into a frame. `Content-Length` counts bytes of UTF-8. */
export function encodeFrame(framing: Framing, json: string): string {
	return framing === 'lines' ? `${json}\n` : `Content-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

import { MyelinError } from './errors.ts';

/** What one line may have until the server told its limit, in bytes: the protocol's default. */
export const defaultMaxFrameBytes = 32 * 1024 * 1024;

/** Turns bytes into lines, however they are cut. `maxFrameBytes` may change between pushes. */
export interface LineDecoder {
	maxFrameBytes: number;
	/** The lines that are complete with this chunk, empty ones left out. Throws `FRAME_TOO_LARGE`; then it is of no more use. */
	push(chunk: Uint8Array): string[];
}

/** A decoder of one JSON text a line. Only `\n` parts lines: U+2028 is text like any other. Linear in what it is given. */
export function createLineDecoder(): LineDecoder {
	let parts: Uint8Array[] = [];
	let partBytes = 0;

	function take(last: Uint8Array): string {
		const bytes = partBytes === 0 ? last : Buffer.concat([...parts, last]);
		parts = [];
		partBytes = 0;
		return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
	}

	return {
		maxFrameBytes: defaultMaxFrameBytes,
		push(chunk) {
			const lines: string[] = [];
			let start = 0;
			for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
				checkSize(partBytes + end - start, this.maxFrameBytes);
				const line = take(chunk.subarray(start, end));
				if (line !== '' && line !== '\r') lines.push(line);
				start = end + 1;
			}
			if (start < chunk.length) {
				parts.push(chunk.subarray(start));
				partBytes += chunk.length - start;
				checkSize(partBytes, this.maxFrameBytes);
			}
			return lines;
		},
	};
}

/** One message as a line; throws `FRAME_TOO_LARGE` when the server would refuse it, and what `JSON.stringify` throws. */
export function encodeLine(message: object, maxFrameBytes: number): string {
	const line = JSON.stringify(message);
	// A UTF-16 unit has at most three bytes: most lines need no counting.
	if (line.length * 3 > maxFrameBytes) checkSize(Buffer.byteLength(line), maxFrameBytes);
	return `${line}\n`;
}

function checkSize(bytes: number, maxFrameBytes: number): void {
	if (bytes <= maxFrameBytes) return;
	throw new MyelinError(
		'FRAME_TOO_LARGE',
		`a message has ${bytes} bytes, the limit is ${maxFrameBytes}; start the server with a higher --max-frame`,
	);
}

import type { Framing } from './framing/framing.ts';

/** How messages are framed and how large they may be, as the command line says. */
export interface TransportOptions {
	/** Forces a framing; detected from the first bytes when absent. */
	readonly framing?: Framing;
	/** The largest message that is read, in bytes. */
	readonly maxFrameBytes: number;
	/** Serves many clients on a Unix socket of this path instead of one on standard input and output. */
	readonly socket?: string;
}

/** 32 MiB. */
export const defaultMaxFrameBytes = 32 * 1024 * 1024;

/** A message must be able to hold an `initialize`, and to become one string of V8. */
const maxFrameRange = { min: 1024, max: 2 ** 29 - 24 };

/**
 * Takes `--framing lines|headers`, `--max-frame BYTES` and `--socket PATH` (also as `--name=value`) out of a command line.
 * `rest` is what they leave, in order; what follows `--` is not looked at. `problem` is a sentence for the person who wrote it.
 */
export function parseTransportOptions(
	argv: readonly string[],
): { readonly options: TransportOptions; readonly rest: readonly string[] } | { readonly problem: string } {
	const framing = takeOption(argv, '--framing');
	const maxFrame = takeOption(framing.rest, '--max-frame');
	const socket = takeOption(maxFrame.rest, '--socket');
	const maxFrameBytes = maxFrame.value === undefined ? defaultMaxFrameBytes : readSize(maxFrame.value);
	if (framing.value !== undefined && !isFraming(framing.value)) {
		return { problem: `--framing must be lines or headers, not ${JSON.stringify(framing.value)}.` };
	}
	if (maxFrameBytes === undefined) {
		const { min, max } = maxFrameRange;
		return { problem: `--max-frame must be bytes from ${min} to ${max}, not ${JSON.stringify(maxFrame.value)}.` };
	}
	if (socket.value === '' || socket.value?.startsWith('--')) {
		return { problem: `--socket must be a path, not ${JSON.stringify(socket.value)}.` };
	}
	const place = socket.value === undefined ? {} : { socket: socket.value };
	const forced = framing.value === undefined ? {} : { framing: framing.value };
	return { options: { ...forced, ...place, maxFrameBytes }, rest: socket.rest };
}

function isFraming(text: string): text is Framing {
	return text === 'lines' || text === 'headers';
}

function readSize(text: string): number | undefined {
	const size = /^\d{1,15}$/.test(text) ? Number(text) : -1;
	return size >= maxFrameRange.min && size <= maxFrameRange.max ? size : undefined;
}

/** The value of the first option of this name, `''` where it has none, and the arguments without it. */
function takeOption(argv: readonly string[], name: string): { value?: string; rest: readonly string[] } {
	const end = argv.indexOf('--');
	const own = end === -1 ? argv : argv.slice(0, end);
	const at = own.findIndex((argument) => argument === name || argument.startsWith(`${name}=`));
	const found = own[at];
	if (found === undefined) return { rest: argv };
	return found === name
		? { value: own[at + 1] ?? '', rest: argv.toSpliced(at, Math.min(2, own.length - at)) }
		: { value: found.slice(name.length + 1), rest: argv.toSpliced(at, 1) };
}

import { type Json, type ModelChunk, ModelError } from '@myelin/plugins';
import { answerError } from './api-error.ts';
import { joinPieces } from './join-pieces.ts';
import { parsedOr } from './json-fields.ts';
import { createSseSplitter, type SseEvent } from './sse.ts';

const reuseWaitMs = 1_000;
const braceCode = 0x7b;
const bracketCode = 0x5b;
/** White space, and the bytes of a byte order mark. */
const blanks = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** A successful HTTP answer as chunks: one array for each network read that completes an event, empty when it says nothing new. Pieces of arguments that one read brings are one chunk, and so are those of text in a burst. */
export interface Answer {
	readonly chunks: AsyncIterable<readonly ModelChunk[]>;
	/**
	 * Lets go of an answer whose message is whole: its last bytes are read so that the connection can be used again, and `close` is called if
	 * they do not come within a second. Never rejects.
	 */
	release(close: () => void): Promise<void>;
}

/** Makes chunks of what one API sends. Every method adds them to `out` and throws a `ModelError` where the API says no or makes no sense. */
export interface AnswerReader {
	/** The service, as an error names it. */
	readonly service: string;
	/** Whether the message is whole; nothing more is to be taken then. */
	readonly isDone: boolean;
	/** One event of a stream. */
	take(event: SseEvent, out: ModelChunk[]): void;
	/** The stream is over. Throws unless the message is whole. */
	end(out: ModelChunk[]): void;
	/** One message as a server gives it that does not stream; `false` when the body is no message. */
	takeWhole(body: Json, out: ModelChunk[]): boolean;
}

/** Reads an answer with a success status: an event stream, or, from servers that do not stream, one JSON body, told apart by their first character: their types are not to be trusted. */
export function readAnswer(response: Response, reader: AnswerReader): Answer {
	const type = response.headers.get('content-type') ?? '';
	if (/\bhtml\b/.test(type) || response.body === null) {
		throw new ModelError(
			'INVALID_REQUEST',
			`${reader.service} was asked for an event stream and answered with ${type || 'nothing'}; check the base URL`,
			{ status: response.status },
		);
	}
	const body: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
	return { chunks: readBody(body, reader, response.headers), release: (close) => drain(body, close) };
}

async function* readBody(body: ReadableStreamDefaultReader<Uint8Array>, reader: AnswerReader, headers: Headers) {
	const splitter = createSseSplitter();
	let hasBegun = false;
	while (!reader.isDone) {
		const { done, value } = await body.read();
		const opening: number | undefined = hasBegun ? undefined : value?.find((byte) => !blanks.has(byte));
		if (opening === braceCode || opening === bracketCode) {
			yield takeWhole(await textFrom(value as Uint8Array, body), reader, headers);
			return;
		}
		hasBegun ||= opening !== undefined;
		const events = done ? splitter.end() : splitter.push(value);
		const out: ModelChunk[] = [];
		try {
			for (const event of events) reader.take(event, out);
			if (done) reader.end(out);
		} catch (error) {
			if (out.length > 0) yield joinPieces(out);
			throw error;
		}
		if (events.length > 0 || out.length > 0) yield joinPieces(out);
	}
}

function takeWhole(text: string, reader: AnswerReader, headers: Headers): readonly ModelChunk[] {
	const body = parsedOr(text);
	const out: ModelChunk[] = [];
	if (reader.takeWhole(body, out)) return out;
	throw answerError(reader.service, { body, header: (name) => headers.get(name) }, Date.now());
}

async function textFrom(first: Uint8Array, body: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder();
	const pieces = [decoder.decode(first, { stream: true })];
	for (let { done, value } = await body.read(); !done; { done, value } = await body.read()) {
		pieces.push(decoder.decode(value, { stream: true }));
	}
	return pieces.join('') + decoder.decode();
}

async function drain(body: ReadableStreamDefaultReader<Uint8Array>, close: () => void): Promise<void> {
	const timer = setTimeout(close, reuseWaitMs);
	try {
		while (!(await body.read()).done);
	} catch {
		// The connection is gone; the message was whole before.
	} finally {
		clearTimeout(timer);
	}
}

import { type Json, type JsonObject, type ModelChunk, ModelError } from '@myelin/plugins';
import type { MessageReader } from './message-reader.ts';
import { answerError } from './provider-error.ts';
import { createSseSplitter } from './sse.ts';

const reuseWaitMs = 1_000;

/** A successful HTTP answer as chunks: one array for each network read that completes an event, empty when it says nothing new. */
export interface Answer {
	readonly chunks: AsyncIterable<readonly ModelChunk[]>;
	/**
	 * Lets go of an answer whose message is whole: its last bytes are read so that the connection can be used again, and `close` is called if
	 * they do not come within a second. Never rejects.
	 */
	release(close: () => void): Promise<void>;
}

/** Reads an answer with a success status: an event stream, or, from servers that do not stream, one JSON body. */
export function readAnswer(response: Response, reader: MessageReader): Answer {
	const type = response.headers.get('content-type') ?? '';
	if (/\bjson\b/.test(type)) return { chunks: readWhole(response, reader), release: async () => {} };
	if (/\bhtml\b/.test(type) || response.body === null) {
		throw new ModelError(
			'INVALID_REQUEST',
			`the Claude API was asked for an event stream and answered with ${type || 'nothing'}; check the base URL`,
			{ status: response.status },
		);
	}
	const body: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
	return { chunks: readStream(body, reader), release: (close) => drain(body, close) };
}

async function* readStream(body: ReadableStreamDefaultReader<Uint8Array>, reader: MessageReader) {
	const splitter = createSseSplitter();
	while (!reader.isDone) {
		const { done, value } = await body.read();
		const events = done ? splitter.end() : splitter.push(value);
		const out: ModelChunk[] = [];
		try {
			for (const event of events) reader.take(event, out);
			if (done) reader.end(out);
		} catch (error) {
			if (out.length > 0) yield out;
			throw error;
		}
		if (events.length > 0 || out.length > 0) yield out;
	}
}

async function* readWhole(response: Response, reader: MessageReader) {
	const message = parsed(await response.text());
	if (typeof message !== 'object' || message === null || (message as JsonObject).type !== 'message') {
		throw answerError({ body: message, header: (name) => response.headers.get(name) }, Date.now());
	}
	const out: ModelChunk[] = [];
	reader.takeEvent({ type: 'message_start', message }, out);
	reader.takeEvent({ type: 'message_stop' }, out);
	yield out;
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

function parsed(text: string): Json {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

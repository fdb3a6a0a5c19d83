import type { JsonObject } from '@myelin/core';

/** Chunks of a chat completion as a stream's body. */
export function chatStream(...chunks: readonly JsonObject[]): string {
	return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
}

/** A chunk with a delta. */
export function deltaChunk(delta: JsonObject, finish_reason: string | null = null): JsonObject {
	return { id: 'chatcmpl-1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] };
}

/** The chunks of an answer that says one text. */
export function textChunks(...deltas: readonly string[]): JsonObject[] {
	return [
		deltaChunk({ role: 'assistant', content: '' }),
		...deltas.map((content) => deltaChunk({ content })),
		...end('stop'),
	];
}

/** The chunks of an answer that calls one tool; `pieces` are its arguments as text. */
export function callChunks(id: string, name: string, pieces: readonly string[]): JsonObject[] {
	const call = (fields: JsonObject) => deltaChunk({ tool_calls: [{ index: 0, ...fields }] });
	return [
		call({ id, type: 'function', function: { name, arguments: '' } }),
		...pieces.map((text) => call({ function: { arguments: text } })),
		...end('tool_calls'),
	];
}

function end(reason: string): JsonObject[] {
	return [
		deltaChunk({}, reason),
		{ choices: [], usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } },
	];
}

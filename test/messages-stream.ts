import type { JsonObject } from '@myelin/core';

/** Events of the Messages API as a stream's body. */
export function messagesStream(...events: readonly JsonObject[]): string {
	return events.map((event) => `event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** The events of an answer that says one text. */
export function textEvents(...deltas: readonly string[]): JsonObject[] {
	return [
		{
			type: 'message_start',
			message: { role: 'assistant', content: [], usage: { input_tokens: 10, output_tokens: 1 } },
		},
		{ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
		...deltas.map((text) => ({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } })),
		{ type: 'content_block_stop', index: 0 },
		...endEvents('end_turn', deltas.length),
	];
}

/** The events of an answer that calls one tool; `pieces` are its arguments as text. */
export function toolCallEvents(id: string, name: string, pieces: readonly string[]): JsonObject[] {
	return [
		{
			type: 'message_start',
			message: { role: 'assistant', content: [], usage: { input_tokens: 10, output_tokens: 1 } },
		},
		{ type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id, name, input: {} } },
		...pieces.map((partial_json) => ({
			type: 'content_block_delta',
			index: 0,
			delta: { type: 'input_json_delta', partial_json },
		})),
		{ type: 'content_block_stop', index: 0 },
		...endEvents('tool_use', pieces.length),
	];
}

function endEvents(stop_reason: string, output_tokens: number): JsonObject[] {
	return [{ type: 'message_delta', delta: { stop_reason }, usage: { output_tokens } }, { type: 'message_stop' }];
}

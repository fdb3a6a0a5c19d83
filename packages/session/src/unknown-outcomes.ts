import {
	type AssistantMessage,
	type Identify,
	type Message,
	type ToolMessage,
	type ToolResult,
	toolCalls,
} from '@myelin/core';
import type { MessageEntry } from './entries.ts';

/** A call that was cut off before its message came to be. `known`: the tool had ended, and what it said is there. */
export interface OpenCall {
	readonly message: ToolMessage;
	readonly known: boolean;
}

const unknown: ToolResult = {
	content: [
		{
			type: 'text',
			text: 'The outcome of this call is unknown: the process ended while it ran. Inspect what it changed before you repeat it.',
		},
	],
	isError: true,
};

/** The messages that the last answer's calls lack: what the tool said where that was written, else that nobody knows. Nothing is run again. */
export function openCalls(
	messages: readonly Message[],
	results: ReadonlyMap<string, ToolResult>,
	identify: Identify,
	now: number,
): readonly OpenCall[] {
	const place = messages.findLastIndex(({ role }) => role !== 'tool');
	const last = messages[place];
	if (last?.role !== 'assistant') return [];
	const answered = new Set(messages.slice(place + 1).map((message) => (message as ToolMessage).toolCallId));
	return toolCalls(last as AssistantMessage)
		.filter(({ id }) => !answered.has(id))
		.map(({ id, name }) => {
			const result = results.get(id);
			const { content, isError = false, details } = result ?? unknown;
			const message: ToolMessage = {
				id: identify('msg'),
				role: 'tool',
				timestamp: now,
				toolCallId: id,
				toolName: name,
				content,
				isError,
				...(details === undefined ? {} : { details }),
			};
			return { message, known: result !== undefined };
		});
}

/** How such a message is kept. */
export function openCallEntry({ message, known }: OpenCall): MessageEntry {
	if (!known) return { type: 'message', data: { message } };
	const { content: _content, details: _details, ...rest } = message;
	return { type: 'message', data: { message: rest, resultOf: message.toolCallId } };
}

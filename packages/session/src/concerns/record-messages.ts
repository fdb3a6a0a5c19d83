import type { Message } from '@myelin/core';
import type { Concern, SessionFacts } from '../concern.ts';
import type { MessageEntry } from '../entries.ts';

/** Writes every message that enters history, before it is visible. */
export const recordMessages: Concern = {
	on: ['message_end'],
	effects({ event }, facts) {
		if (event.type !== 'message_end' || event.discarded) return [];
		return [{ kind: 'write', entry: { type: 'message', data: dataOf(event.message, facts) } }];
	},
};

function dataOf(message: Message, facts: SessionFacts): MessageEntry['data'] {
	if (message.role === 'tool' && facts.writtenResult(message.toolCallId)?.content === message.content) {
		const { content: _content, details: _details, ...rest } = message;
		return { message: rest, resultOf: message.toolCallId };
	}
	const promptId = facts.promptOf(message.id);
	if (promptId === undefined) return { message };
	const digest = facts.digestOf(promptId);
	return digest === undefined ? { message, promptId } : { message, promptId, digest };
}

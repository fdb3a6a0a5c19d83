import type { Block, ModelMessage } from '@myelin/plugins';

const note: Block = { type: 'text', text: '[An image is here, which this model cannot see.]' };

/** Messages for a model without eyes: in place of each image that it is shown stands a note. */
export function withoutImages(messages: readonly ModelMessage[]): readonly ModelMessage[] {
	return messages.map((message) => {
		if (message.role === 'assistant') return message;
		return { ...message, content: message.content.map((block) => (block.type === 'image' ? note : block)) };
	});
}

import { createHash } from 'node:crypto';
import { type Block, type Input, jsonFault, textContent, wellFormedText } from '@myelin/core';

/** What a person's words are made of; the rest is what models say and providers know. */
const sayable: ReadonlySet<Block['type']> = new Set(['text', 'image', 'opaque']);

/** Why something cannot be said by a person: no text but blanks and nothing else, or a block that only a model makes. */
export function inputFault(input: Input): string | undefined {
	const fault = jsonFault(input, 'it');
	if (fault !== undefined) return `what JSON cannot hold cannot be said: ${fault}`;
	const parts = partsOf(input);
	const strange = parts.flat().find(({ type }) => !sayable.has(type));
	if (strange !== undefined) return `a ${strange.type} block is a model's to say; give text and images`;
	const isBlank = parts.every((content) => content.every(isText) && textContent({ content }).trim() === '');
	return isBlank ? 'something must be said, and the text is empty' : undefined;
}

/** The same with U+FFFD for halves of characters, which no file and no provider could carry. */
export function wellFormed(input: Input): Input {
	if (typeof input === 'string') return wellFormedText(input);
	if (!('messages' in input)) return input.map(wholeBlock);
	return {
		messages: input.messages.map((message) => ({ ...message, content: message.content.map(wholeBlock) })),
	} as Input;
}

function wholeBlock<B extends Block>(block: B): B {
	return block.type === 'text' ? { ...block, text: wellFormedText(block.text) } : block;
}

/** What was asked, in 16 characters: the same for the same content, whatever ids and times its messages have. */
export function digestOf(input: Input): string {
	return createHash('sha256')
		.update(JSON.stringify(partsOf(input)))
		.digest('base64url')
		.slice(0, 16);
}

function partsOf(input: Input): readonly (readonly Block[])[] {
	if (typeof input === 'string') return [[{ type: 'text', text: input }]];
	return 'messages' in input ? input.messages.map(({ content }) => content) : [input];
}

function isText({ type }: Block): boolean {
	return type === 'text';
}

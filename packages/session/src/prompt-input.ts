import { createHash } from 'node:crypto';
import { type Block, type Input, textContent } from '@myelin/core';

/** Whether nothing is said: no text but blanks, and nothing else. */
export function isBlank(input: Input): boolean {
	return partsOf(input).every((content) => content.every(isText) && textContent({ content }).trim() === '');
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

import type { Block, Message } from '@myelin/core';
import { codePointStart } from './code-point-start.ts';
import { textTokens } from './estimate.ts';
import { shortForm } from './shorten.ts';

/** The messages as a text to be read, oldest first, in parts of about so many tokens at the most; old things in their short form. */
export function transcriptParts(messages: readonly Message[], tokensPerPart: number): readonly string[] {
	const parts: string[] = [];
	let lines: string[] = [];
	let tokens = 0;
	for (const message of messages) {
		const text = messageText(message);
		if (text === '') continue;
		for (const piece of pieces(text, tokensPerPart)) {
			const size = textTokens(piece);
			if (tokens > 0 && tokens + size > tokensPerPart) {
				parts.push(lines.join('\n\n'));
				lines = [];
				tokens = 0;
			}
			lines.push(piece);
			tokens += size;
		}
	}
	if (lines.length > 0) parts.push(lines.join('\n\n'));
	return parts;
}

function messageText(message: Message): string {
	if (message.role.startsWith('custom:')) return '';
	const { role, content } = shortForm(message);
	const text = content.map(blockText).filter((line) => line !== '');
	const name = message.role === 'tool' ? `${message.toolName} ${message.isError ? 'failed' : 'answered'}` : role;
	return text.length === 0 ? '' : `[${name}] ${text.join('\n')}`;
}

/** What a model thought is for itself; of what is no text only its kind is said. */
function blockText(block: Block): string {
	switch (block.type) {
		case 'text':
			return block.text;
		case 'tool_call':
			return `(calls ${block.name} with ${block.argsText ?? JSON.stringify(block.args)})`;
		case 'image':
			return '(an image)';
		case 'thinking':
		case 'opaque':
			return '';
	}
}

/** One message may be more than a part holds. */
function pieces(text: string, tokens: number): readonly string[] {
	const all = textTokens(text);
	if (all <= tokens) return [text];
	const length = Math.max(1, Math.floor((text.length * tokens) / all));
	const found: string[] = [];
	for (let from = 0; from < text.length; ) {
		const to = Math.max(from + 1, codePointStart(text, Math.min(text.length, from + length)));
		found.push(text.slice(from, to));
		from = to;
	}
	return found;
}

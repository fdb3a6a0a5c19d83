import type { Block, Message, Tool } from '@myelin/core';

/** Hundredths of a token of one ASCII character on average, fitted to what the encodings o200k and cl100k make of prose, code, JSON and logs. */
const asciiTokens = Uint8Array.from({ length: 128 }, (_, code) => asciiWeight(String.fromCharCode(code)));

/** Texts up to this length are looked at whole. */
const wholeLength = 1024;
/** Of a longer text so many windows of so many UTF-16 units are looked at, at even distances. */
const windows = 32;
const windowLength = 32;

/** What an image costs: about the most that providers charge for one they scale down themselves. */
const imageTokens = 1600;
/** What a message costs besides its content. */
const messageOverhead = 6;

const known = new WeakMap<Message, number>();
const knownTools = new WeakMap<object, number>();

/** About how many tokens a text is: dense scripts (Chinese, Japanese, Korean) count one a character, Latin prose one for five. */
export function textTokens(text: string): number {
	if (text.length <= wholeLength) return Math.ceil(weigh(text, 0, text.length) / 100);
	const step = (text.length - windowLength) / (windows - 1);
	let sum = 0;
	for (let place = 0; place < windows; place++) {
		const from = Math.floor(place * step);
		sum += weigh(text, from, from + windowLength);
	}
	return Math.ceil((sum * text.length) / (windows * windowLength * 100));
}

/** About how many tokens a message is to a model. Messages never change, so that each is looked at once. */
export function messageTokens(message: Message): number {
	const before = known.get(message);
	if (before !== undefined) return before;
	let tokens = 0;
	if (!message.role.startsWith('custom:')) {
		tokens = messageOverhead;
		for (const block of message.content) tokens += blockTokens(block);
	}
	known.set(message, tokens);
	return tokens;
}

/** About how many tokens of each request are no messages. */
export function fixedTokens(systemPrompt: string, tools: readonly Tool[]): number {
	let tokens = textTokens(systemPrompt);
	for (const tool of tools) tokens += toolTokens(tool);
	return tokens;
}

function toolTokens(tool: Tool): number {
	const before = knownTools.get(tool);
	if (before !== undefined) return before;
	const { name, description, jsonSchema } = tool;
	const tokens = textTokens(name) + textTokens(description) + textTokens(JSON.stringify(jsonSchema));
	knownTools.set(tool, tokens);
	return tokens;
}

function blockTokens(block: Block): number {
	switch (block.type) {
		case 'text':
			return textTokens(block.text);
		case 'thinking':
			return textTokens(block.thinking) + textTokens(block.redacted ?? '');
		case 'tool_call':
			return textTokens(block.name) + textTokens(block.argsText ?? JSON.stringify(block.args));
		case 'image':
			return imageTokens;
		case 'opaque':
			return textTokens(JSON.stringify(block.data));
	}
}

/** Hundredths of a token. */
function weigh(text: string, from: number, to: number): number {
	let sum = 0;
	for (let place = from; place < to; place++) {
		const code = text.charCodeAt(place);
		sum += code < 128 ? (asciiTokens[code] as number) : otherTokens(code);
	}
	return sum;
}

function asciiWeight(char: string): number {
	if (/[a-z]/.test(char)) return 20;
	if (/[A-Z]/.test(char)) return 30;
	if (char === ' ') return 6;
	return char === '\n' ? 30 : 50;
}

/** Those of a UTF-16 unit that is not ASCII: half of an emoji, an ideograph, a letter of another alphabet. */
function otherTokens(code: number): number {
	if (code >= 0x2e80 || (code >= 0x1100 && code < 0x1200)) return 100;
	if (code < 0x250) return 80;
	return code < 0x590 ? 50 : 75;
}

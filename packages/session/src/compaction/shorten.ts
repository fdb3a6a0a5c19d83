import type { AssistantMessage, Block, Json, JsonObject, Message, ToolCallBlock, UserMessage } from '@myelin/core';
import { codePointStart } from './code-point-start.ts';
import { messageTokens, textTokens } from './estimate.ts';

/** Tokens that are left of what a tool said or was given, each text for itself. */
const toolTextTokens = 500;
/** Tokens that are left of a text that a person gave. */
const personTextTokens = 2000;

const known = new WeakMap<Message, Message>();

/**
 * A message as it is shown when it is old: what tools said and were given keeps its beginning and its end, images go, and a very long
 * text of a person's too keeps its ends only. What the model itself said stays. The same message every time.
 */
export function shortForm(message: Message): Message {
	const before = known.get(message);
	if (before !== undefined) return before;
	// What is smaller as a whole than what is left of one text has no text to shorten.
	const tokens = messageTokens(message);
	if (tokens <= toolTextTokens) return message;
	const short = shorten(message);
	const form = messageTokens(short) < tokens ? short : message;
	known.set(message, form);
	return form;
}

/** The beginning and the end of a text, and between them a word on what was left out; the text itself if it is short enough. */
export function middleLeftOut(text: string, tokens: number): string {
	const all = textTokens(text);
	if (all <= tokens) return text;
	const length = Math.floor((text.length * tokens) / all);
	const head = codePointStart(text, Math.floor(length * 0.6));
	const tail = codePointStart(text, text.length - (length - Math.floor(length * 0.6)));
	return `${text.slice(0, head)}\n[… ${tail - head} characters left out …]\n${text.slice(tail)}`;
}

function shorten(message: Message): Message {
	switch (message.role) {
		case 'tool':
			return { ...message, content: message.content.map((block) => shortBlock(block, toolTextTokens)) };
		case 'user':
			return withContent(message, (block) => shortBlock(block, personTextTokens));
		case 'assistant':
			return withContent(message, (block) => (block.type === 'tool_call' ? shortCall(block) : block));
		default:
			return message;
	}
}

function withContent<M extends UserMessage | AssistantMessage>(message: M, change: (block: Block) => Block): M {
	return { ...message, content: message.content.map(change) };
}

function shortBlock(block: Block, tokens: number): Block {
	if (block.type === 'text') return { type: 'text', text: middleLeftOut(block.text, tokens) };
	return block.type === 'image' ? { type: 'text', text: '[an image that was shown here before]' } : block;
}

function shortCall({ argsText, ...call }: ToolCallBlock): ToolCallBlock {
	const args = shortJson(call.args) as JsonObject;
	return argsText === undefined
		? { ...call, args }
		: { ...call, args, argsText: middleLeftOut(argsText, toolTextTokens) };
}

function shortJson(value: Json): Json {
	if (typeof value === 'string') return middleLeftOut(value, toolTextTokens);
	if (Array.isArray(value)) return value.map(shortJson);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortJson(member as Json)]));
}

import type { Json, JsonObject } from './json.ts';

/** Names one model of one provider; written `provider/id` where a person types it. */
export interface ModelRef {
	readonly provider: string;
	readonly id: string;
}

/** Plain text. */
export interface TextBlock {
	readonly type: 'text';
	readonly text: string;
}

/** What a model thought. `signature` is the provider's proof and goes back with the block; `redacted` holds thinking that the provider encrypted, with `thinking` then `''`. */
export interface ThinkingBlock {
	readonly type: 'thinking';
	readonly thinking: string;
	readonly signature?: string;
	readonly redacted?: string;
}

/**
 * A model's wish to run a tool. `id` is unique in its conversation and matches `[A-Za-z0-9_-]{1,64}`; `providerId` is the
 * provider's own id where that differs. `argsText` is the raw text, kept only while it streams or when it does not parse; `args` is then `{}`.
 */
export interface ToolCallBlock {
	readonly type: 'tool_call';
	readonly id: string;
	readonly name: string;
	readonly args: JsonObject;
	readonly argsText?: string;
	readonly providerId?: string;
}

/** An image: base64 `data`, or a `url` that the provider fetches. Exactly one of them is set. */
export interface ImageBlock {
	readonly type: 'image';
	readonly mimeType: string;
	readonly data?: string;
	readonly url?: string;
}

/** A provider's block that this version does not know: kept verbatim and sent back to the same provider only. */
export interface OpaqueBlock {
	readonly type: 'opaque';
	readonly provider: string;
	readonly data: Json;
}

/** One part of a message's content, told apart by `type`. */
export type Block = TextBlock | ThinkingBlock | ToolCallBlock | ImageBlock | OpaqueBlock;

/** Tokens of one model call, disjoint; reasoning tokens count as output. `costUsd` is in US dollars and absent when the price is not known. */
export interface Usage {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cacheReadTokens: number;
	readonly cacheWriteTokens: number;
	readonly costUsd?: number;
}

/** Why a model stopped. */
export type StopReason = 'stop' | 'length' | 'tool_use' | 'refusal' | 'pause' | 'error' | 'aborted';

interface MessageBase {
	/** Unique within a conversation. */
	readonly id: string;
	/** Unix milliseconds. */
	readonly timestamp: number;
}

/** What a person (or a program on their behalf) said: a prompt, steering or a follow-up. */
export interface UserMessage extends MessageBase {
	readonly role: 'user';
	readonly content: readonly Block[];
}

/** What a model answered. */
export interface AssistantMessage extends MessageBase {
	readonly role: 'assistant';
	readonly content: readonly Block[];
	readonly model: ModelRef;
	/** Absent while the message streams. */
	readonly stopReason?: StopReason;
	/** Absent when the provider told none. */
	readonly usage?: Usage;
}

/** What a tool answered; follows the assistant message that holds the call `toolCallId`. */
export interface ToolMessage extends MessageBase {
	readonly role: 'tool';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly content: readonly Block[];
	readonly isError: boolean;
	/** Structured facts for user interfaces; never sent to a model. */
	readonly details?: JsonObject;
}

/** The messages a model is shown. */
export type ModelMessage = UserMessage | AssistantMessage | ToolMessage;

/** A program's own message (a status line, a marker): it travels in history and through `context`, and is dropped before the model unless a converter says otherwise. */
export interface CustomMessage extends MessageBase {
	readonly role: `custom:${string}`;
	readonly content: readonly Block[];
	readonly details?: JsonObject;
}

/** One entry of history, told apart by `role`. */
export type Message = ModelMessage | CustomMessage;

/** All text blocks of a message, joined in order. */
export function textContent(message: { readonly content: readonly Block[] }): string {
	return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

/** All thinking blocks of a message, joined in order. */
export function thinkingContent(message: { readonly content: readonly Block[] }): string {
	return message.content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join('');
}

/** The tool calls of a message, in order. */
export function toolCalls(message: { readonly content: readonly Block[] }): readonly ToolCallBlock[] {
	return message.content.filter((block): block is ToolCallBlock => block.type === 'tool_call');
}

/** Whether a message asks for at least one tool. */
export function hasToolCalls(message: { readonly content: readonly Block[] }): boolean {
	return message.content.some((block) => block.type === 'tool_call');
}

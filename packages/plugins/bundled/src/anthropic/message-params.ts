import type { Block, Json, ModelMessage } from '@myelin/plugins';
import type { ToolNames } from '../provider/tool-names.ts';

/** A content block in the API's words. Opaque blocks are whatever they were. */
export type ApiBlock = { readonly type: string; readonly [field: string]: Json | undefined };

/** A message in the API's words. */
export interface ApiMessage {
	readonly role: 'user' | 'assistant';
	readonly content: readonly ApiBlock[];
}

const provider = 'anthropic';

/**
 * A conversation in the API's words. Tool results are part of a user message and stand first in it; neighbouring messages of a role become one.
 * Left out is what the API refuses or cannot use: empty texts, thinking without its signature or at the end of an answer, other providers'
 * thinking and opaque blocks.
 */
export function messageParams(messages: readonly ModelMessage[], names: ToolNames): ApiMessage[] {
	const merged: { role: ApiMessage['role']; content: ApiBlock[] }[] = [];
	for (const message of messages) {
		const content = contentOf(message, names);
		if (content.length === 0) continue;
		const role = message.role === 'assistant' ? 'assistant' : 'user';
		const last = merged.at(-1);
		if (last?.role === role) last.content.push(...content);
		else merged.push({ role, content });
	}
	for (const { role, content } of merged) {
		if (role === 'user') content.sort(resultsFirst);
		else dropLastThoughts(content);
	}
	return merged.filter(({ content }) => content.length > 0);
}

function contentOf(message: ModelMessage, names: ToolNames): ApiBlock[] {
	switch (message.role) {
		case 'user':
			return message.content.flatMap(plainBlock);
		case 'tool':
			return [toolResult(message)];
		case 'assistant': {
			const isOwn = message.model.provider === provider;
			return message.content.flatMap((block) => assistantBlock(block, isOwn, names));
		}
	}
}

function assistantBlock(block: Block, isOwn: boolean, names: ToolNames): ApiBlock[] {
	switch (block.type) {
		case 'thinking':
			return isOwn ? thinkingBlock(block) : [];
		case 'tool_call':
			return [{ type: 'tool_use', id: block.id, name: names.toApi(block.name), input: block.args }];
		case 'image':
			// The API takes no image from its own side; the text around it has to do.
			return [];
		case 'text':
		case 'opaque':
			return plainBlock(block);
	}
}

function thinkingBlock({ thinking, signature, redacted }: Extract<Block, { type: 'thinking' }>): ApiBlock[] {
	if (redacted !== undefined) return [{ type: 'redacted_thinking', data: redacted }];
	return signature === undefined ? [] : [{ type: 'thinking', thinking, signature }];
}

function plainBlock(block: Block): ApiBlock[] {
	switch (block.type) {
		case 'text':
			return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
		case 'image':
			return [{ type: 'image', source: imageSource(block) }];
		case 'opaque':
			return block.provider === provider ? [block.data as ApiBlock] : [];
		case 'thinking':
		case 'tool_call':
			return [];
	}
}

function imageSource({ mimeType, data, url }: Extract<Block, { type: 'image' }>): Json {
	return url === undefined ? { type: 'base64', media_type: mimeType, data: data ?? '' } : { type: 'url', url };
}

/** In a failed result the API takes nothing but text. */
function toolResult(message: Extract<ModelMessage, { role: 'tool' }>): ApiBlock {
	const blocks = message.content.flatMap(plainBlock);
	const content = message.isError ? blocks.filter((block) => block.type === 'text') : blocks;
	return {
		type: 'tool_result',
		tool_use_id: message.toolCallId,
		...(content.length === 0 ? {} : { content }),
		...(message.isError ? { is_error: true } : {}),
	};
}

/** The API refuses an answer that ends in thinking, which is what an abort may leave. */
function dropLastThoughts(content: ApiBlock[]): void {
	while (/thinking$/.test(content.at(-1)?.type ?? '')) content.pop();
}

function resultsFirst(a: ApiBlock, b: ApiBlock): number {
	return Number(b.type === 'tool_result') - Number(a.type === 'tool_result');
}

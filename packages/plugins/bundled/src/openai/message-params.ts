import type { Block, Json, ModelMessage, ModelRequest } from '@myelin/plugins';
import type { ToolNames } from '../provider/tool-names.ts';
import { wellFormedJson } from '../provider/well-formed-json.ts';
import { callIdsFor } from './call-ids.ts';
import type { Dialect } from './dialect.ts';
import { detailsOf } from './reasoning-details.ts';

type ImageBlock = Extract<Block, { type: 'image' }>;
type CallBlock = Extract<Block, { type: 'tool_call' }>;
type ThinkingBlock = Extract<Block, { type: 'thinking' }>;

/** A message in the API's words. */
export type ApiMessage = { readonly role: 'system' | 'user' | 'assistant' | 'tool'; readonly [field: string]: Json };

/** What a conversation is put into words for. */
export interface Audience {
	readonly provider: string;
	readonly dialect: Dialect;
	readonly names: ToolNames;
}

/**
 * A conversation in the API's words. Neighbouring user messages become one, images of tools follow their results as a user message, since results are
 * text. Thinking goes back to its own provider alone, and only while the model works on the last prompt; other providers' opaque blocks stay away.
 */
export function messageParams(
	{ systemPrompt, messages }: Pick<ModelRequest, 'systemPrompt' | 'messages'>,
	audience: Audience,
): ApiMessage[] {
	const ids = callIdsFor(messages, audience.provider, audience.dialect.callIds);
	const lastPrompt = messages.findLastIndex((message) => message.role === 'user');
	const params: ApiMessage[] = systemPrompt.trim() === '' ? [] : [{ role: 'system', content: systemPrompt }];
	let asked: Block[] = [];
	const flush = () => {
		if (asked.length > 0) params.push(...userMessage(asked));
		asked = [];
	};
	for (const [place, message] of messages.entries()) {
		if (message.role === 'user') asked.push(...message.content);
		else if (message.role === 'assistant') {
			flush();
			params.push(...assistantMessage(message, ids, audience, place > lastPrompt));
		} else {
			params.push(toolMessage(message, ids));
			asked.push(...imagesIn(message));
		}
	}
	flush();
	return params;
}

function userMessage(blocks: readonly Block[]): ApiMessage[] {
	const parts = blocks.flatMap(userPart);
	if (parts.length === 0) return [];
	const isText = parts.every((part) => part.type === 'text');
	return [{ role: 'user', content: isText ? parts.map((part) => part.text ?? '').join('\n\n') : parts }];
}

type Part = { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } };

function userPart(block: Block): Part[] {
	switch (block.type) {
		case 'text':
			return block.text === '' ? [] : [{ type: 'text', text: block.text }];
		case 'image':
			return [{ type: 'image_url', image_url: { url: imageUrl(block) } }];
		case 'thinking':
		case 'tool_call':
		case 'opaque':
			return [];
	}
}

function imageUrl({ mimeType, data, url }: ImageBlock): string {
	return url ?? `data:${mimeType};base64,${data ?? ''}`;
}

function assistantMessage(
	message: Extract<ModelMessage, { role: 'assistant' }>,
	ids: ReadonlyMap<string, string>,
	audience: Audience,
	isAtWork: boolean,
): ApiMessage[] {
	const text = message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
	const calls = message.content
		.filter((block): block is CallBlock => block.type === 'tool_call')
		.map((call) => ({
			id: ids.get(call.id) ?? call.id,
			type: 'function',
			function: { name: audience.names.toApi(call.name), arguments: wellFormedJson(JSON.stringify(call.args)) },
		}));
	if (text === '' && calls.length === 0) return [];
	const isOwn = message.model.provider === audience.provider;
	const thoughts = isOwn && isAtWork ? thinkingFields(message.content, audience.dialect) : {};
	return [
		{
			role: 'assistant',
			content: text === '' ? null : text,
			...thoughts,
			...(calls.length === 0 ? {} : { tool_calls: calls }),
		},
	];
}

/** Signed thinking goes back as it was given, other thinking as its text. */
function thinkingFields(content: readonly Block[], { thinkingField }: Dialect): { readonly [field: string]: Json } {
	const blocks = content.filter((block): block is ThinkingBlock => block.type === 'thinking');
	const details = blocks.map(({ signature }) => detailsOf(signature)).find((found) => found !== undefined);
	if (details !== undefined) return { reasoning_details: details };
	const text = blocks.map(({ thinking }) => thinking).join('');
	return thinkingField === undefined || text === '' ? {} : { [thinkingField]: text };
}

function toolMessage(message: Extract<ModelMessage, { role: 'tool' }>, ids: ReadonlyMap<string, string>): ApiMessage {
	const texts = message.content.flatMap((block) => (block.type === 'text' && block.text !== '' ? [block.text] : []));
	return {
		role: 'tool',
		tool_call_id: ids.get(message.toolCallId) ?? message.toolCallId,
		content: texts.join('\n') || (message.isError ? '(failed without a word)' : '(no text)'),
	};
}

function imagesIn(message: Extract<ModelMessage, { role: 'tool' }>): Block[] {
	const images = message.content.filter((block) => block.type === 'image');
	return images.length === 0 ? [] : [{ type: 'text', text: `[What ${message.toolName} showed:]` }, ...images];
}

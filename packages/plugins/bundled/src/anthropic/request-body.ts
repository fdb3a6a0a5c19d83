import type { Json, ModelRequest } from '@myelin/plugins';
import { inputSchema } from '../provider/input-schema.ts';
import type { ToolNames } from '../provider/tool-names.ts';
import { withoutImages } from '../provider/unseen-images.ts';
import { type ApiBlock, type ApiMessage, messageParams } from './message-params.ts';
import type { ModelEntry } from './model-entry.ts';
import type { CacheLife } from './settings.ts';
import { thinkingParams } from './thinking-params.ts';

/** A request in the API's words: the body of `POST /v1/messages`. */
export interface RequestBody {
	readonly model: string;
	readonly max_tokens: number;
	readonly stream: true;
	readonly system?: readonly ApiBlock[];
	readonly messages: readonly ApiMessage[];
	readonly tools?: readonly { readonly [field: string]: Json | undefined }[];
	readonly thinking?: Json;
	readonly output_config?: Json;
}

const markableTypes = new Set(['text', 'image', 'tool_result']);

/**
 * A request in the API's words. It marks up to three ends of what later requests will repeat, so that the provider keeps them in its cache: of the
 * system prompt (or, without one, the tools) and of the last two user messages.
 */
export function requestBody(request: ModelRequest, entry: ModelEntry, names: ToolNames, cache: CacheLife): RequestBody {
	const mark =
		cache === 'off' ? {} : { cache_control: { type: 'ephemeral', ...(cache === '1h' ? { ttl: '1h' } : {}) } };
	const messages = entry.capabilities.images ? request.messages : withoutImages(request.messages);
	const hasSystem = request.systemPrompt.trim() !== '';
	const tools = request.tools.map((tool, nth) => ({
		name: names.toApi(tool.name),
		description: tool.description,
		input_schema: inputSchema(tool.jsonSchema),
		...(hasSystem || nth < request.tools.length - 1 ? {} : mark),
	}));
	return {
		model: entry.id,
		max_tokens: entry.maxOutputTokens,
		stream: true,
		...(hasSystem ? { system: [{ type: 'text', text: request.systemPrompt, ...mark }] } : {}),
		messages: markedMessages(messageParams(messages, names), mark),
		...(tools.length === 0 ? {} : { tools }),
		...thinkingParams(entry, request.thinkingLevel),
	};
}

function markedMessages(messages: readonly ApiMessage[], mark: object): ApiMessage[] {
	const users = messages.filter((message) => message.role === 'user').slice(-2);
	return messages.map((message) => (users.includes(message) ? markedEnd(message, mark) : message));
}

function markedEnd({ role, content }: ApiMessage, mark: object): ApiMessage {
	const last = content.at(-1);
	if (last === undefined || !markableTypes.has(last.type)) return { role, content };
	return { role, content: [...content.slice(0, -1), { ...last, ...mark }] };
}

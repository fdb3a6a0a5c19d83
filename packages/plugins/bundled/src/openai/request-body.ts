import type { Json, ModelRequest } from '@myelin/plugins';
import type { ToolNames } from '../provider/tool-names.ts';
import { withoutImages } from '../provider/unseen-images.ts';
import { type ApiMessage, messageParams } from './message-params.ts';
import type { ModelEntry } from './model-entry.ts';
import { parametersSchema } from './parameters-schema.ts';
import type { Endpoint } from './settings.ts';
import { thinkingParams } from './thinking-params.ts';

/** A request in the API's words: the body of `POST /chat/completions`. */
export interface RequestBody {
	readonly model: string;
	readonly stream: true;
	readonly messages: readonly ApiMessage[];
	readonly [field: string]: unknown;
}

/** A request in the API's words. The output is limited only where a limit was set: by default a service gives what the model can. */
export function requestBody(
	request: ModelRequest,
	entry: ModelEntry,
	{ provider, dialect, limited }: Pick<Endpoint, 'provider' | 'dialect' | 'limited'>,
	names: ToolNames,
): RequestBody {
	const tools = request.tools.map(({ name, description, jsonSchema }) => ({
		type: 'function',
		function: {
			name: names.toApi(name),
			...(description === '' ? {} : { description }),
			parameters: parametersSchema(jsonSchema),
		},
	}));
	const { systemPrompt } = request;
	const messages = entry.capabilities.images ? request.messages : withoutImages(request.messages);
	return {
		model: entry.id,
		stream: true,
		...(dialect.asksUsage ? { stream_options: { include_usage: true } } : {}),
		messages: messageParams({ systemPrompt, messages }, { provider, dialect, names }),
		...(tools.length === 0 ? {} : { tools: tools as Json }),
		...(limited.has(entry.id) ? { [dialect.limitField]: entry.maxOutputTokens } : {}),
		...thinkingParams(entry.thinking, request),
	};
}

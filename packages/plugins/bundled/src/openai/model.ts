import type { Model, ModelRequest } from '@myelin/plugins';
import type OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ClientSource } from '../provider/client-source.ts';
import { createProviderModel } from '../provider/provider-model.ts';
import { createToolNames } from '../provider/tool-names.ts';
import { ChunkReader } from './chunk-reader.ts';
import { prepareSdk } from './client.ts';
import type { ModelEntry } from './model-entry.ts';
import { requestBody } from './request-body.ts';
import type { Endpoint } from './settings.ts';

/** A model behind chat completions. `redact` takes secrets out of a text. */
export function createOpenAiModel(
	entry: ModelEntry,
	endpoint: Endpoint,
	client: ClientSource<OpenAI>,
	redact: (text: string) => string,
): Model {
	const { id, name, contextWindow, maxOutputTokens, capabilities } = entry;
	return createProviderModel({
		id,
		provider: endpoint.provider,
		name,
		contextWindow,
		maxOutputTokens,
		capabilities,
		service: endpoint.service,
		client,
		prepare: prepareSdk,
		redact,
		read: (request) => new ChunkReader(endpoint.service, entry, namesFor(request)),
		async send(sdk, request, signal) {
			// The body is JSON in the API's words, and in those of services whose fields the SDK does not know.
			const body = requestBody(request, entry, endpoint, namesFor(request)) as unknown;
			return sdk.chat.completions.create(body as ChatCompletionCreateParamsStreaming, { signal }).asResponse();
		},
	});
}

function namesFor({ tools }: ModelRequest) {
	return createToolNames(tools.map((tool) => tool.name));
}

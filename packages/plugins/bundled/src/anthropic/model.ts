import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Model, ModelRequest } from '@myelin/plugins';
import type { ClientSource } from '../provider/client-source.ts';
import { createProviderModel } from '../provider/provider-model.ts';
import { createToolNames } from '../provider/tool-names.ts';
import { prepareSdk } from './client.ts';
import { MessageReader } from './message-reader.ts';
import type { ModelEntry } from './model-entry.ts';
import { requestBody } from './request-body.ts';
import { service } from './service.ts';
import type { CacheLife } from './settings.ts';

/** What all models of the plugin share. `redact` takes secrets out of a text. */
export interface Provider {
	readonly client: ClientSource<Anthropic>;
	readonly cache: CacheLife;
	redact(text: string): string;
}

/** A model of the Claude API. */
export function createAnthropicModel(entry: ModelEntry, { client, cache, redact }: Provider): Model {
	const { id, name, contextWindow, maxOutputTokens, capabilities } = entry;
	return createProviderModel({
		id,
		provider: 'anthropic',
		name,
		contextWindow,
		maxOutputTokens,
		capabilities,
		service,
		client,
		prepare: prepareSdk,
		redact,
		read: (request) => new MessageReader(entry, namesFor(request)),
		async send(sdk, request, signal) {
			// The body is JSON in the API's words; blocks kept verbatim may be of types that the SDK does not know.
			const body = requestBody(request, entry, namesFor(request), cache) as unknown as MessageCreateParamsStreaming;
			return sdk.messages.create(body, { signal }).asResponse();
		},
	});
}

function namesFor({ tools }: ModelRequest) {
	return createToolNames(tools.map((tool) => tool.name));
}

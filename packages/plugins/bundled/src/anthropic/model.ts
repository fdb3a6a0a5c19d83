import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages';
import type { Model, ModelChunk, ModelRequest } from '@myelin/plugins';
import { readAnswer } from './answer.ts';
import { callFailure } from './call-failure.ts';
import type { ClientSource } from './client.ts';
import { MessageReader } from './message-reader.ts';
import type { ModelEntry } from './model-entry.ts';
import { type RequestBody, requestBody } from './request-body.ts';
import type { CacheLife } from './settings.ts';
import { createToolNames } from './tool-names.ts';

/** What all models of the plugin share. `redact` takes secrets out of a text. */
export interface Provider {
	readonly client: ClientSource;
	readonly cache: CacheLife;
	redact(text: string): string;
}

/** A model of the Claude API. Its stream's `return()` closes the connection at once, also while a read is under way. */
export function createAnthropicModel(entry: ModelEntry, provider: Provider): Model {
	const { id, name, contextWindow, maxOutputTokens, capabilities } = entry;
	return {
		id,
		provider: 'anthropic',
		name,
		contextWindow,
		maxOutputTokens,
		capabilities,
		stream: (request, signal) => ({
			[Symbol.asyncIterator]() {
				const call = { isWhole: false, connection: new AbortController() };
				const chunks = chunksOf(call, request, signal, entry, provider);
				return {
					next: () => chunks.next(),
					return() {
						if (!call.isWhole) call.connection.abort();
						return chunks.return(undefined);
					},
				};
			},
		}),
	};
}

interface Call {
	isWhole: boolean;
	readonly connection: AbortController;
}

async function* chunksOf(
	call: Call,
	request: ModelRequest,
	signal: AbortSignal,
	entry: ModelEntry,
	provider: Provider,
): AsyncGenerator<readonly ModelChunk[], undefined> {
	const close = () => call.connection.abort();
	signal.throwIfAborted();
	signal.addEventListener('abort', close, { once: true });
	try {
		const names = createToolNames(request.tools.map((tool) => tool.name));
		const reader = new MessageReader(entry, names);
		const body = requestBody(request, entry, names, provider.cache);
		const answer = readAnswer(await send(body, provider, call.connection.signal), reader);
		for await (const chunks of answer.chunks) {
			if (reader.isDone && !call.isWhole) {
				call.isWhole = true;
				void answer.release(close);
			}
			yield chunks;
		}
	} catch (error) {
		signal.throwIfAborted();
		throw callFailure(error, provider.redact);
	} finally {
		signal.removeEventListener('abort', close);
	}
}

async function send(body: RequestBody, provider: Provider, signal: AbortSignal): Promise<Response> {
	const client = await provider.client();
	// The body is JSON in the API's words; blocks kept verbatim may be of types that the SDK does not know.
	return client.messages.create(body as unknown as MessageCreateParamsStreaming, { signal }).asResponse();
}

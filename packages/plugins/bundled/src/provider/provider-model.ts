import type { Model, ModelChunk, ModelRequest } from '@myelin/plugins';
import { type AnswerReader, readAnswer } from './answer.ts';
import { callFailure } from './call-failure.ts';
import type { ClientSource } from './client-source.ts';

/** What a model of a provider is made of. `Client` is its SDK's. */
export interface ProviderModel<Client> extends Omit<Model, 'stream' | 'prepare'> {
	/** The service, as an error names it. */
	readonly service: string;
	readonly client: ClientSource<Client>;
	/** Loads the SDK. */
	prepare(): Promise<void>;
	/** Sends a request. Rejects with an SDK's error for an answer that is no success. */
	send(client: Client, request: ModelRequest, signal: AbortSignal): Promise<Response>;
	/** What makes chunks of the answer to a request. */
	read(request: ModelRequest): AnswerReader;
	/** Takes secrets out of a text. */
	redact(text: string): string;
}

/** A model that is called over HTTP. Its stream's `return()` closes the connection at once, also while a read is under way. */
export function createProviderModel<Client>(model: ProviderModel<Client>): Model {
	const { id, provider, contextWindow, maxOutputTokens, capabilities } = model;
	return {
		id,
		provider,
		...(model.name === undefined ? {} : { name: model.name }),
		contextWindow,
		maxOutputTokens,
		capabilities,
		prepare: () => model.prepare(),
		stream: (request, signal) => ({
			[Symbol.asyncIterator]() {
				const call = { isWhole: false, connection: new AbortController() };
				const chunks = chunksOf(call, request, signal, model);
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

async function* chunksOf<Client>(
	call: Call,
	request: ModelRequest,
	signal: AbortSignal,
	model: ProviderModel<Client>,
): AsyncGenerator<readonly ModelChunk[], undefined> {
	const close = () => call.connection.abort();
	signal.throwIfAborted();
	signal.addEventListener('abort', close, { once: true });
	try {
		const reader = model.read(request);
		const client = await model.client.get();
		const answer = readAnswer(await model.send(client, request, call.connection.signal), reader);
		for await (const chunks of answer.chunks) {
			if (reader.isDone && !call.isWhole) {
				call.isWhole = true;
				void answer.release(close);
			}
			yield chunks;
		}
	} catch (error) {
		signal.throwIfAborted();
		const failure = callFailure(model.service, error, model.redact);
		if (failure.code === 'AUTH') model.client.forget();
		throw failure;
	} finally {
		signal.removeEventListener('abort', close);
	}
}

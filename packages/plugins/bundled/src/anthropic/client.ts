import type Anthropic from '@anthropic-ai/sdk';
import type { Logger } from '@myelin/plugins';
import type { AnthropicSettings } from './settings.ts';

/** Gives the SDK's client; the SDK is loaded when it is first asked for. */
export type ClientSource = () => Promise<Anthropic>;

/** Makes the source of one client for all models. It never retries by itself: whoever calls a model decides that. */
export function createClientSource({ baseUrl, apiKey, headers }: AnthropicSettings, log: Logger): ClientSource {
	let client: Promise<Anthropic> | undefined;
	return () => {
		client ??= import('@anthropic-ai/sdk').then(({ default: Sdk }) => {
			// Without a key the SDK would look for credentials on this machine and send them to whatever server the base URL names.
			const key = apiKey ?? 'none';
			const defaultHeaders = apiKey === undefined ? { authorization: null, ...headers } : headers;
			return new Sdk({
				apiKey: key,
				...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
				defaultHeaders,
				maxRetries: 0,
				logger: log,
				logLevel: 'warn',
			});
		});
		return client;
	};
}

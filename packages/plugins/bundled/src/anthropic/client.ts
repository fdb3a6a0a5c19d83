import type Anthropic from '@anthropic-ai/sdk';
import type { Logger } from '@myelin/plugins';
import type { AnthropicSettings } from './settings.ts';

/** Makes the SDK's client, which loads the SDK and what it needs. It never retries by itself: whoever calls a model decides that. */
export async function createClient(
	{ baseUrl, headers }: AnthropicSettings,
	key: string | undefined,
	log: Logger,
): Promise<Anthropic> {
	const { Sdk, httpFetch } = await loadSdk();
	return new Sdk({
		// Without a key the SDK would look for credentials on this machine and send them to whatever server the base URL names.
		apiKey: key ?? 'none',
		...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
		defaultHeaders: key === undefined ? { authorization: null, ...headers } : headers,
		fetch: httpFetch,
		maxRetries: 0,
		logger: log,
		logLevel: 'warn',
	});
}

/** Loads the SDK and what it needs before there is anything to ask for. */
export async function prepareSdk(): Promise<void> {
	const { loadHttp } = await loadSdk();
	loadHttp();
}

async function loadSdk() {
	const { httpFetch, loadHttp } = await import('../provider/http-fetch.ts');
	const { default: Sdk } = await import('@anthropic-ai/sdk');
	return { Sdk, httpFetch, loadHttp };
}

import type { Logger } from '@myelin/plugins';
import type OpenAI from 'openai';
import { parsedOr } from '../provider/json-fields.ts';
import type { Endpoint } from './settings.ts';

/** Makes the SDK's client, which loads the SDK and what it needs. It never retries by itself: whoever calls a model decides that. */
export async function createClient(
	{ baseUrl, headers }: Pick<Endpoint, 'baseUrl' | 'headers'>,
	key: string | undefined,
	log: Logger,
): Promise<OpenAI> {
	const { Sdk, httpFetch } = await loadSdk();
	return new Sdk({
		apiKey: key ?? 'none',
		// What the SDK would take from the environment belongs to OpenAI's own API and goes to no other server.
		adminAPIKey: null,
		...(baseUrl === undefined ? {} : { baseURL: baseUrl, organization: null, project: null }),
		defaultHeaders: key === undefined ? { authorization: null, ...headers } : headers,
		fetch: async (url, init) => withWholeError(await httpFetch(url, init)),
		maxRetries: 0,
		logger: log,
		logLevel: 'warn',
	});
}

/** The SDK's error keeps of a body its field `error` alone, and many services say no in other words: the whole body is put there. */
async function withWholeError(response: Response): Promise<Response> {
	if (response.ok) return response;
	const text = await response.text();
	const body = parsedOr(text);
	const whole = body === text ? text : JSON.stringify({ error: body });
	return new Response(whole, { status: response.status, statusText: response.statusText, headers: response.headers });
}

/** Loads the SDK and what it needs before there is anything to ask for. */
export async function prepareSdk(): Promise<void> {
	const { loadHttp } = await loadSdk();
	loadHttp();
}

async function loadSdk() {
	const { httpFetch, loadHttp } = await import('../provider/http-fetch.ts');
	const { default: Sdk } = await import('openai');
	return { Sdk, httpFetch, loadHttp };
}

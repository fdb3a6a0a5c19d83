import type { Agent as HttpAgent, IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { ConnectionOptions } from 'node:tls';
import { proxyFor } from './proxy-choice.ts';
import { wellFormedJson } from './well-formed-json.ts';

/** As much of `fetch` as the SDKs use: a URL, a method, headers, a text body and a signal. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for calls of models, on Node's own HTTP clients, which answer and let go of a connection sooner than the global one. It goes
 * through the proxy that the environment names for a URL. Answers are asked for uncompressed; where a direct one sends elsewhere, the
 * global `fetch` goes there. Halves of characters in a body are replaced.
 */
export const httpFetch: Fetch = async (input, given = {}) => {
	const init = typeof given.body === 'string' ? { ...given, body: wellFormedJson(given.body) } : given;
	const url = new URL(input instanceof Request ? input.url : input);
	const proxy = proxyFor(url, process.env);
	if (proxy !== undefined) return answerOf(await askThrough(proxy, url, init));
	const incoming = await ask(url, optionsOf(init), init.body);
	if (!redirects.has(incoming.statusCode ?? 0)) return answerOf(incoming);
	incoming.resume();
	return fetch(input, init);
};

/** Loads what Node loads by itself at the first call: its HTTP clients, and all of the global `fetch` for its headers alone. */
export function loadHttp(): void {
	for (const name of ['node:http', 'node:https', 'node:stream'] as const) process.getBuiltinModule(name);
	void new Headers();
}

/** Bytes of an answer that may wait for their reader. */
const readAhead = 1 << 16;

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function optionsOf({
	method = 'GET',
	headers,
	signal,
}: RequestInit): RequestOptions & { headers: OutgoingHttpHeaders } {
	const own = { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) };
	return { method, headers: own, ...(signal ? { signal } : {}) };
}

function askThrough(proxy: URL, url: URL, init: RequestInit): Promise<IncomingMessage> {
	const options = optionsOf(init);
	if (url.protocol === 'https:') return ask(url, { ...options, agent: tunnelThrough(proxy) }, init.body);
	const headers = { ...options.headers, host: url.host, ...credentials(proxy) };
	return ask(proxy, { ...options, path: url.href, headers }, init.body);
}

/** A connection that was kept and whose other end has gone meanwhile has lost nothing that was read: the request goes over another one. */
function ask(url: URL, options: RequestOptions, body: RequestInit['body']): Promise<IncomingMessage> {
	const { request } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
	return new Promise((resolve, reject) => {
		const asking = request(url, options);
		asking.once('response', resolve);
		// Stays: a failure after the answer began reaches its reader by the stream, and here nobody.
		asking.on('error', (error: NodeJS.ErrnoException) => {
			const isStale = asking.reusedSocket && error.code === 'ECONNRESET';
			if (isStale) ask(url, options, body).then(resolve, reject);
			else reject(error);
		});
		asking.end(body ?? undefined);
	});
}

function answerOf(incoming: IncomingMessage): Response {
	const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
		(values ?? []).map((value): [string, string] => [name, value]),
	);
	const status = incoming.statusCode ?? 502;
	const hasBody = status !== 204 && status !== 304;
	const { Readable } = process.getBuiltinModule('node:stream');
	// Told in bytes: by itself it counts pieces, and takes thousands of them that nobody has asked for.
	const strategy = new ByteLengthQueuingStrategy({ highWaterMark: readAhead });
	const stream: NodeStream<Uint8Array> = Readable.toWeb(incoming, { strategy });
	return new Response(hasBody ? (stream as unknown as ReadableStream<Uint8Array>) : null, { status, headers });
}

const tunnels = new Map<string, HttpAgent>();

/** One agent for each proxy: it keeps tunnels open to use them again. */
function tunnelThrough(proxy: URL): HttpAgent {
	const known = tunnels.get(proxy.href);
	if (known !== undefined) return known;
	const made = makeTunnels(proxy);
	tunnels.set(proxy.href, made);
	return made;
}

type Connected = (error: Error | null, socket?: Duplex) => void;

function makeTunnels(proxy: URL): HttpAgent {
	const { Agent } = process.getBuiltinModule('node:https');
	const { request } = process.getBuiltinModule('node:http');
	const { connect } = process.getBuiltinModule('node:tls');
	const open = (options: ConnectionOptions, connected: Connected) => {
		const target = `${options.host}:${options.port}`;
		const asking = request(proxy, {
			method: 'CONNECT',
			path: target,
			headers: { host: target, ...credentials(proxy) },
		});
		asking.once('connect', ({ statusCode }, socket) => {
			if (statusCode === 200) return connected(null, connect({ ...options, socket }));
			socket.destroy();
			connected(new Error(`the proxy ${proxy.host} answered ${statusCode} when it was asked for ${target}`));
		});
		asking.once('error', (cause) => connected(new Error(`the proxy ${proxy.host} cannot be reached`, { cause })));
		asking.end();
	};
	return Object.assign(new Agent({ keepAlive: true }), { createConnection: open });
}

function credentials({ username, password }: URL): Record<string, string> {
	if (username === '') return {};
	const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

import type { Agent as HttpAgent, IncomingMessage, RequestOptions } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { ConnectionOptions } from 'node:tls';
import { proxyFor } from './proxy-choice.ts';

/** As much of `fetch` as the SDKs use: a URL, a method, headers, a text body and a signal. */
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A `fetch` that goes through the proxy that the environment names for a URL, and is the global one where it names none. */
export const fetchByProxy: Fetch = async (input, init) => {
	const url = new URL(input instanceof Request ? input.url : input);
	const proxy = proxyFor(url, process.env);
	return proxy === undefined ? await fetch(input, init) : await askThrough(proxy, url, init ?? {});
};

async function askThrough(proxy: URL, url: URL, init: RequestInit): Promise<Response> {
	const options: RequestOptions = {
		method: init.method ?? 'GET',
		headers: Object.fromEntries(new Headers(init.headers)),
		...(init.signal ? { signal: init.signal } : {}),
	};
	if (url.protocol === 'https:') {
		const { request } = await import('node:https');
		const agent = await tunnelThrough(proxy);
		return answerTo(request(url, { ...options, agent }), init.body);
	}
	const { request } = await import('node:http');
	const headers = { ...(options.headers as object), host: url.host, ...credentials(proxy) };
	return answerTo(request(proxy, { ...options, path: url.href, headers }), init.body);
}

async function answerTo(request: import('node:http').ClientRequest, body: RequestInit['body']): Promise<Response> {
	const { Readable } = await import('node:stream');
	const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
		request.once('response', resolve);
		// Stays: a failure after the answer began reaches its reader by the stream, and here nobody.
		request.on('error', reject);
		request.end(body ?? undefined);
	});
	const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
		(values ?? []).map((value): [string, string] => [name, value]),
	);
	const status = incoming.statusCode ?? 502;
	const hasBody = status !== 204 && status !== 304;
	const stream: NodeStream<Uint8Array> = Readable.toWeb(incoming);
	return new Response(hasBody ? (stream as unknown as ReadableStream<Uint8Array>) : null, { status, headers });
}

const tunnels = new Map<string, Promise<HttpAgent>>();

/** One agent for each proxy: it keeps tunnels open to use them again. */
function tunnelThrough(proxy: URL): Promise<HttpAgent> {
	const known = tunnels.get(proxy.href);
	if (known !== undefined) return known;
	const made = makeTunnels(proxy);
	tunnels.set(proxy.href, made);
	return made;
}

type Connected = (error: Error | null, socket?: Duplex) => void;

async function makeTunnels(proxy: URL): Promise<HttpAgent> {
	const [{ Agent }, { request }, { connect }] = await Promise.all([
		import('node:https'),
		import('node:http'),
		import('node:tls'),
	]);
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

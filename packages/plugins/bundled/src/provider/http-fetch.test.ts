import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpFetch } from './http-fetch.ts';

let server: Server | undefined;
afterEach(() => {
	server?.closeAllConnections();
	server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
	server = createServer(answer).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const post = (url: string, more: RequestInit = {}) => httpFetch(url, { method: 'POST', body: '{"a":1}', ...more });

describe('a call of a model', () => {
	it('sends what it is given, and asks for no compression', async () => {
		const url = await serve(async (request, response) => {
			const { 'accept-encoding': encoding, 'x-own': own, 'content-length': length } = request.headers;
			response.end(JSON.stringify([request.method, encoding, own, length, await text(request)]));
		});
		const answer = await post(url, { headers: { 'X-Own': 'yes' } });
		expect([answer.status, await answer.json()]).toEqual([200, ['POST', 'identity', 'yes', '7', '{"a":1}']]);
	});

	it('sends no half of a character, for which the whole request would be refused', async () => {
		const url = await serve(async (request, response) => void response.end(await text(request)));
		const answer = await post(url, { body: JSON.stringify({ a: 'cut \ud83d' }) });
		expect(await answer.json()).toEqual({ a: 'cut \ufffd' });
	});

	it('goes over another connection when the one that was kept has gone meanwhile', async () => {
		const places: string[] = [];
		const known = new Set<unknown>();
		const url = await serve((request, response) => {
			places.push(known.has(request.socket) ? 'kept' : 'new');
			if (known.has(request.socket)) return void request.socket.destroy();
			known.add(request.socket);
			response.end('fine');
		});
		expect(await (await post(url)).text()).toBe('fine');
		expect(await (await post(url)).text()).toBe('fine');
		expect(places).toEqual(['new', 'kept', 'new']);
	});

	it('that finds a new connection cut is not tried again', async () => {
		let requests = 0;
		const url = await serve((request) => {
			requests += 1;
			request.socket.destroy();
		});
		await expect(post(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
		expect(requests).toBe(1);
	});

	it('follows where it is sent, with all that it says', async () => {
		const url = await serve(async (request, response) => {
			if (request.url === '/new') return void response.end(await text(request));
			response.writeHead(307, { location: '/new' }).end();
		});
		expect(await (await post(url)).text()).toBe('{"a":1}');
	});

	it('closes its connection at once when it is aborted in the middle of an answer', async () => {
		let gone = Promise.resolve<unknown>(undefined);
		const url = await serve((request, response) => {
			gone = once(request.socket, 'close');
			response.write('some');
		});
		const controller = new AbortController();
		const answer = await post(url, { signal: controller.signal });
		const reader = answer.body?.getReader();
		await reader?.read();
		const rest = reader?.read();
		controller.abort();
		await expect(rest).rejects.toThrow();
		await gone;
	});
});

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
	const pieces: Buffer[] = [];
	for await (const piece of stream) pieces.push(piece);
	return Buffer.concat(pieces).toString();
}

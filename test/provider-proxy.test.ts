import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anthropic, openai } from '@myelin/bundled';
import type { Model } from '@myelin/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chatStream, textChunks } from './chat-stream.ts';
import { messagesStream, textEvents } from './messages-stream.ts';
import { callOnce, modelsOf } from './model-call.ts';

const servers: { close(): unknown; closeAllConnections(): void }[] = [];

afterEach(() => {
	vi.unstubAllEnvs();
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

async function listening(server: Server | ReturnType<typeof createTlsServer>): Promise<number> {
	servers.push(server);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** A proxy that sends every tunnel to one port, and says what it was asked for. */
async function startProxy(target: number, status = 200): Promise<{ port: number; asked: (string | undefined)[] }> {
	const asked: (string | undefined)[] = [];
	const proxy = createServer((request, response) => {
		asked.push(request.url, request.headers['proxy-authorization']);
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		response.end(chatStream(...textChunks('Hi')));
	});
	proxy.on('connect', (request, socket, head) => {
		asked.push(request.url, request.headers['proxy-authorization']);
		if (status !== 200) return socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
		const upstream = connect(target, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			upstream.write(head);
			upstream.pipe(socket).pipe(upstream);
		});
		upstream.on('error', () => socket.destroy());
		socket.on('error', () => upstream.destroy());
	});
	return { port: await listening(proxy), asked };
}

/** A key and its certificate, made by openssl. */
function certificate(): { key: Buffer; cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), 'myelin-tls-'));
	const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
	const subject = ['-subj', '/CN=api.example', '-days', '1', '-keyout', key, '-out', cert];
	spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject]);
	try {
		return { key: readFileSync(key), cert: readFileSync(cert) };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe('a model behind a proxy', () => {
	it.skipIf(!hasOpenssl).each([
		['anthropic', anthropic, messagesStream(...textEvents('Hi'))],
		['openai', openai, chatStream(...textChunks('Hi'))],
	])(
		'of the plugin %s is reached through a tunnel, which is used again (where openssl is)',
		async (_, plugin, body) => {
			const api = createTlsServer(certificate(), (request, response) => {
				request.resume().on('end', () => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body));
			});
			const proxy = await startProxy(await listening(api));
			vi.stubEnv('HTTPS_PROXY', `http://me:pass%20word@127.0.0.1:${proxy.port}`);
			vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
			const [model] = (await modelsOf(plugin, { baseUrl: 'https://api.example', apiKey: 'k' })) as [Model];
			for (const _call of [1, 2]) {
				const { message } = await callOnce(model);
				expect(message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
			}
			expect(proxy.asked).toEqual(['api.example:443', `Basic ${Buffer.from('me:pass word').toString('base64')}`]);
		},
	);

	it('is asked for by its whole URL where it is not encrypted', async () => {
		const proxy = await startProxy(0);
		vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${proxy.port}`);
		const [model] = (await modelsOf(openai, { baseUrl: 'http://api.example/v1', apiKey: 'k' })) as [Model];
		expect((await callOnce(model)).message?.content).toEqual([{ type: 'text', text: 'Hi' }]);
		expect(proxy.asked[0]).toBe('http://api.example/v1/chat/completions');
	});

	it('lets go of its connection at once on abort', async () => {
		let closed: Promise<unknown> = Promise.resolve();
		const proxy = createServer((_request, response) => {
			closed = once(response, 'close');
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.write(chatStream(...textChunks('Hi').slice(0, 2)).replace('data: [DONE]\n\n', ''));
		});
		vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${await listening(proxy)}`);
		const [model] = (await modelsOf(openai, { baseUrl: 'http://api.example/v1', apiKey: 'k' })) as [Model];
		const abort = new AbortController();
		const request = { systemPrompt: '', messages: [], tools: [], thinkingLevel: 'off' } as const;
		const stream = model.stream(request, abort.signal)[Symbol.asyncIterator]();
		await stream.next();
		const next = stream.next();
		abort.abort(new Error('enough'));
		await expect(next).rejects.toThrow('enough');
		await closed;
	});

	it('that will not let anybody through is a NETWORK failure that names it', async () => {
		const proxy = await startProxy(0, 403);
		vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${proxy.port}`);
		const [model] = (await modelsOf(openai, { baseUrl: 'https://api.example/v1', apiKey: 'k' })) as [Model];
		const { summary } = await callOnce(model);
		expect(summary.error).toMatchObject({ code: 'NETWORK' });
		expect(summary.error?.message).toContain(`the proxy 127.0.0.1:${proxy.port} answered 403`);
	});
});

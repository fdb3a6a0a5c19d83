import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
	CancellationTokenSource,
	createMessageConnection,
	type MessageConnection,
	StreamMessageReader,
	StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { bundleEchoServer } from './transport/spawn-server.ts';

/** The stock client of editors: `vscode-jsonrpc` over its own header framing. */
let client: MessageConnection;
let child: ChildProcess;
let path: string;

beforeAll(async () => {
	path = await bundleEchoServer();
	const server = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
	child = server;
	client = createMessageConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
	client.listen();
	await client.sendRequest('initialize', { clientInfo: { name: 'editor' }, protocolVersion: { min: 1, max: 1 } });
});

afterAll(() => {
	client.dispose();
	child.kill('SIGKILL');
	return rm(dirname(path), { recursive: true, force: true });
});

it('an editor asks, with named parameters, with one by position and with none', async () => {
	expect(await client.sendRequest('echo', { text: 'é😀' })).toEqual({ text: 'é😀' });
	expect(await client.sendRequest('echo', 5)).toEqual([5]);
	expect(await client.sendRequest('echo')).toEqual({});
});

it('an editor is told which method it does not have', async () => {
	await expect(client.sendRequest('nonsense')).rejects.toMatchObject({
		code: -32601,
		message: 'No method nonsense.',
		data: { code: 'METHOD_NOT_FOUND' },
	});
});

it('an editor cancels, at once and later', async () => {
	const source = new CancellationTokenSource();
	const run = client.sendRequest('run', source.token);
	source.cancel();
	await expect(run).rejects.toMatchObject({ code: -32800, data: { code: 'CANCELLED' } });

	const later = new CancellationTokenSource();
	const second = client.sendRequest('run', later.token);
	await client.sendRequest('echo');
	later.cancel();
	await expect(second).rejects.toMatchObject({ code: -32800 });
});

it('an editor is asked and answers', async () => {
	client.onRequest('question', (params: { n: number }) => params.n + 1);
	expect(await client.sendRequest('ask', { n: 1 })).toBe(2);
});

it('an editor notifies and is notified', async () => {
	const heard = new Promise((resolve) => client.onNotification('repeated', resolve));
	await client.sendNotification('repeat', { n: 1 });
	expect(await heard).toEqual({ n: 1 });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleEchoServer, type Framing, frame, startServer, type TestServer } from './transport/spawn-server.ts';

let path: string;
const running: TestServer[] = [];

beforeAll(async () => {
	path = await bundleEchoServer();
});

afterAll(() => rm(dirname(path), { recursive: true, force: true }));

afterEach(() => {
	for (const { child } of running.splice(0)) child.kill('SIGKILL');
});

function start(framing: Framing = 'lines', args: string[] = []): TestServer {
	const server = startServer([path, ...args], framing);
	running.push(server);
	return server;
}

const clientInfo = { name: 'test' };
const initialize = {
	id: 0,
	method: 'initialize',
	params: { clientInfo, protocolVersion: { min: 1, max: 1 }, capabilities: { ui: true } },
};
const initialized = {
	jsonrpc: '2.0',
	id: 0,
	result: {
		serverInfo: { name: 'myelin', version: '0.1.0' },
		protocolVersion: 1,
		capabilities: {},
		limits: { maxFrameBytes: 33_554_432 },
	},
};
const hello = { clientInfo, protocolVersion: 1, capabilities: { ui: true } };

describe.each<Framing>(['lines', 'headers'])('a client that speaks in %s', (framing) => {
	it('is answered in kind, once, and no byte is lost between the first answer and the server', async () => {
		const server = start(framing);
		server.say(initialize, { id: 1, method: 'hello' }, { id: 2, method: 'echo', params: { text: 'é€😀\u2028' } });
		expect(await server.hear()).toEqual(initialized);
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 1, result: hello });
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 2, result: { text: 'é€😀\u2028' } });
		server.child.stdin?.end();
		expect(await server.rest()).toBe('');
		expect(await server.exit).toBe(0);
	});

	it('may cut its bytes anywhere', async () => {
		const server = start(framing);
		const bytes = Buffer.from(
			frame(framing, initialize) + frame(framing, { id: 1, method: 'echo', params: { text: 'é€😀' } }),
		);
		for (const byte of bytes) {
			server.write(Buffer.from([byte]));
			await new Promise((resolve) => setImmediate(resolve));
		}
		expect(await server.hear()).toEqual(initialized);
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 1, result: { text: 'é€😀' } });
	});

	it('may begin with anything but initialize, which the server itself then answers', async () => {
		const server = start(framing);
		server.say({ id: 1, method: 'hello' }, initialize);
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 1, result: null });
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 0, result: 'answered by the loaded server' });
	});

	it('may send and get 5 MB in one message', async () => {
		const server = start(framing);
		const text = '€'.repeat(5_000_000 / 3);
		server.say(initialize, { id: 1, method: 'echo', params: { text } });
		await server.hear();
		const answer = await server.hear();
		expect(answer.result).toEqual({ text });
	});

	it('gets answers that nobody has read yet before the process is gone', async () => {
		const server = start(framing);
		const text = 'x'.repeat(3_000_000);
		server.say({ id: 1, method: 'echo', params: { text } });
		server.child.stdin?.end();
		expect((await server.hear()).result).toEqual({ text });
		expect(await server.exit).toBe(0);
	});
});

it('an initialize that is not plainly valid goes to the loaded server, also with the framing forced otherwise', async () => {
	const old = start();
	old.say({ ...initialize, params: { ...initialize.params, protocolVersion: { min: 7, max: 9 } } });
	expect(await old.hear()).toMatchObject({ result: 'answered by the loaded server' });

	const forced = start('lines', ['--framing', 'lines', '--max-frame=4096']);
	forced.write('Content-Length: 2\r\n\r\n');
	expect(await forced.hear()).toMatchObject({ id: null, error: { code: -32700 } });
	forced.say({ id: 1, method: 'echo', params: { text: 'x'.repeat(5000) } }, { id: 2, method: 'echo' });
	expect(await forced.hear()).toMatchObject({
		id: null,
		error: { data: { code: 'FRAME_TOO_LARGE', maxFrameBytes: 4096 } },
	});
	expect(await forced.hear()).toMatchObject({ id: 2, result: {} });
});

describe('garbage', () => {
	it('in lines is answered, one by one, and the next request too', async () => {
		const server = start();
		for (const line of ['null', '[]', '42', '"x"', '{}', '{"id":', '\u0000', '{"id":1,"method":1}'])
			server.write(`${line}\n`);
		server.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]));
		server.write('{"id":2,"method":"echo","params":{"text":"\\ud800"}}\n');
		const codes = [-32600, -32600, -32600, -32600, -32600, -32700, -32700, -32600, -32700];
		for (const code of codes) expect(await server.hear()).toMatchObject({ error: { code } });
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 2, result: { text: '\ud800' } });
	});

	it('among headers is answered, and the next request too', async () => {
		const server = start('headers');
		server.say({ id: 1, method: 'echo' });
		await server.hear();
		server.write('Content-Type: nonsense\r\n\r\nContent-Length: 4\r\n\r\nnullContent-Length: 1\r\n\r\n{');
		expect(await server.hear()).toMatchObject({ id: null, error: { code: -32700 } });
		expect(await server.hear()).toMatchObject({ id: null, error: { code: -32600 } });
		expect(await server.hear()).toMatchObject({ id: null, error: { code: -32700 } });
		server.say({ id: 2, method: 'echo' });
		expect(await server.hear()).toMatchObject({ id: 2 });
		server.write('Content-Le');
		server.child.stdin?.end();
		expect(await server.hear()).toMatchObject({ id: null, error: { code: -32700 } });
		expect(await server.exit).toBe(0);
	});

	it('of 80 MB in one line is refused at the default limit, and taken with a higher one', async () => {
		const server = start();
		server.say(initialize);
		await server.hear();
		server.write(Buffer.alloc(80_000_000, 'x'));
		expect(await server.hear()).toMatchObject({ id: null, error: { data: { code: 'FRAME_TOO_LARGE' } } });
		server.write('\n');
		server.say({ id: 1, method: 'echo' });
		expect(await server.hear()).toMatchObject({ id: 1, result: {} });

		const patient = start('lines', ['--max-frame', '100000000']);
		patient.write('{"id":1,"method":"echo"');
		patient.write(Buffer.alloc(80_000_000, 0x20));
		patient.write('}\n');
		expect(await patient.hear()).toMatchObject({ id: 1, result: {} });
	});

	it.each<Framing>(['lines', 'headers'])('of 300 MB in %s is refused in little memory', async (framing) => {
		const server = start(framing, ['--max-frame', '1000000']);
		server.say({ id: 1, method: 'echo' });
		await server.hear();
		const before = await server.peakMemory();
		if (framing === 'headers') server.write('Content-Length: 300000000\r\n\r\n');
		for (let i = 0; i < 30; i += 1) server.write(Buffer.alloc(10_000_000, 'x'));
		if (framing === 'lines') server.write('\n');
		server.say({ id: 2, method: 'echo' });
		expect(await server.hear()).toMatchObject({ id: null, error: { data: { code: 'FRAME_TOO_LARGE' } } });
		expect(await server.hear()).toMatchObject({ id: 2, result: {} });
		expect((await server.peakMemory()) - before).toBeLessThan(150);
	});
});

describe('the end', () => {
	it('of the input lets requests that were read be answered, aborts what runs, and takes less than two seconds', async () => {
		const server = start();
		server.say(initialize);
		await server.hear();
		server.say({ id: 1, method: 'later', params: { ms: 50 } }, { id: 2, method: 'run' }, { id: 3, method: 'hang' });
		server.say({ id: 4, method: 'echo' });
		const begun = Date.now();
		server.child.stdin?.end();
		expect(await server.hear()).toMatchObject({ id: 4, result: {} });
		expect(await server.hear()).toMatchObject({ id: 2, result: 'aborted' });
		expect(await server.hear()).toMatchObject({ id: 1, result: { ms: 50 } });
		expect(await server.hear()).toMatchObject({ id: 3, error: { data: { code: 'SHUTTING_DOWN' } } });
		expect(await server.exit).toBe(0);
		expect(Date.now() - begun).toBeLessThan(2000);
	});

	it('of the input before anything was said, or after half a message, ends the process as well', async () => {
		for (const bytes of ['', '{"jsonrpc":"2.0","id":1,"meth']) {
			const server = start();
			server.child.stdin?.end(bytes);
			expect(await server.exit).toBe(0);
		}
	});

	it.each<NodeJS.Signals>(['SIGTERM', 'SIGINT', 'SIGHUP'])('comes in order with %s', async (signal) => {
		const server = start();
		server.say(initialize, { id: 1, method: 'run' }, { id: 2, method: 'echo' });
		await server.hear();
		await server.hear();
		server.child.kill(signal);
		expect(await server.hear()).toMatchObject({ id: 1, result: 'aborted' });
		expect(await server.exit).toBe(0);
	});

	it('comes at once with a second signal, and never takes two seconds', async () => {
		const impatient = start();
		impatient.say({ id: 1, method: 'neverClose' }, { id: 2, method: 'run' });
		await impatient.hear();
		impatient.child.kill('SIGTERM');
		expect(await impatient.hear()).toMatchObject({ id: 2, result: 'aborted' });
		impatient.child.kill('SIGINT');
		expect(await impatient.exit).toBe(130);

		const patient = start();
		patient.say({ id: 1, method: 'neverClose' }, { id: 2, method: 'hang' });
		await patient.hear();
		const begun = Date.now();
		patient.child.stdin?.end();
		expect(await patient.exit).toBe(0);
		expect(Date.now() - begun).toBeLessThan(2000);
	});

	it('comes with exit', async () => {
		const server = start();
		server.say(initialize, { method: 'exit' });
		await server.hear();
		expect(await server.exit).toBe(0);
	});

	it('comes when nobody reads the output any more', async () => {
		const server = start();
		server.say(initialize, { id: 1, method: 'echo' });
		await server.hear();
		await server.hear();
		server.child.stdout?.destroy();
		server.say({ id: 2, method: 'echo' });
		expect(await server.exit).toBe(0);
		expect(server.stderr()).toBe('');
	});

	it('comes when the parent is gone, though the input stays open', async () => {
		const shell = spawn('/bin/sh', ['-c', '"$0" "$1" <&3 & wait', process.execPath, path], {
			stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
		});
		const [, output, , input] = shell.stdio;
		(input as Writable).write(frame('lines', { id: 1, method: 'echo' }));
		await once(output as Readable, 'data');
		shell.kill('SIGKILL');
		await once(output as Readable, 'end');
	});
});

describe('standard output', () => {
	it('is the protocol and nothing else, whatever is printed', async () => {
		const server = start();
		server.say(initialize, { id: 1, method: 'print' });
		await server.hear();
		expect(await server.hear()).toEqual({ jsonrpc: '2.0', id: 1, result: null });
		server.child.stdin?.end();
		expect(await server.rest()).toBe('');
		for (const what of [
			'console.log',
			'console.info',
			'process.stdout',
			'execSync',
			'spawnSync',
			'an ES module',
			'spawn\n',
		]) {
			expect(server.stderr()).toContain(`from ${what}`);
		}
	});

	it('that nobody reads makes the sender wait in bounded memory, and loses nothing', async () => {
		const server = start();
		server.say(initialize, { id: 1, method: 'echo' });
		await server.hear();
		await server.hear();
		const before = await server.peakMemory();
		server.say({ id: 2, method: 'flood', params: { count: 60_000 } });
		await server.untilStderr('flood has to wait');
		server.say({ id: 3, method: 'print' });
		await server.untilStderr('from spawnSync');
		expect((await server.peakMemory()) - before).toBeLessThan(32);
		let events = 0;
		const others: unknown[] = [];
		while (others.length < 2) {
			const message = await server.hear();
			if (message.method === 'event') events += 1;
			else others.push(message.id);
		}
		expect({ events, others }).toEqual({ events: 60_000, others: [3, 2] });
	});
});

describe('a plugin', () => {
	it('that throws when nobody catches does not end the process', async () => {
		const server = start();
		server.say({ id: 1, method: 'explode' }, { id: 2, method: 'later', params: { ms: 50 } });
		expect(await server.hear()).toMatchObject({ id: 1, result: null });
		expect(await server.hear()).toMatchObject({ id: 2 });
		expect(server.stderr()).toContain('thrown in a timer');
		expect(server.stderr()).toContain('rejected by nobody');
	});

	it('that prints when nobody reads standard error does not end the process', async () => {
		const server = start();
		server.say({ id: 1, method: 'echo' });
		await server.hear();
		server.child.stderr?.destroy();
		server.say({ id: 2, method: 'fail' }, { id: 3, method: 'fail' }, { id: 4, method: 'later', params: { ms: 50 } });
		expect(await server.hear()).toMatchObject({ id: 2 });
		expect(await server.hear()).toMatchObject({ id: 3 });
		expect(await server.hear()).toMatchObject({ id: 4, result: { ms: 50 } });
	});

	it('that throws does not show its text to the client', async () => {
		const server = start();
		server.say({ id: 1, method: 'fail' });
		expect(JSON.stringify(await server.hear())).not.toContain('secret');
		expect(server.stderr()).toContain('the secret is 42');
	});
});

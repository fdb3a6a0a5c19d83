import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import type { Wire } from './raw-server.ts';

/** Starts a server on a socket; resolves when it can be reached, or has ended. */
async function startSocketServer(prepare: (path: string) => void = () => {}) {
	const home = mkdtempSync(join(tmpdir(), 'myelin-socket-'));
	const path = join(home, 'm.sock');
	prepare(path);
	const env = { PATH: process.env.PATH, HOME: home, XDG_DATA_HOME: home, LANG: 'C.UTF-8' };
	const log = join(home, 'log');
	const child = spawn(process.execPath, [serverPath, '--cwd', home, '--socket', path, '--log', log], { env });
	let stderr = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		stderr += text;
	});
	const exited = once(child, 'close').then(([status]) => status as number | null);
	let hasExited = false;
	void exited.then(() => {
		hasExited = true;
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await exited;
		rmSync(home, { recursive: true, force: true });
	});
	while (!hasExited && !(await canReach(path))) await new Promise((resolve) => setImmediate(resolve));
	return { home, path, log, child, exited, stderr: () => stderr };
}

function canReach(path: string): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(path);
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
}

/** A client on the socket that has said hello; what it asks `ahead` is sent together with that. */
async function joinServer(path: string, ahead: readonly (readonly [method: string, params: object])[] = []) {
	const socket: Socket = connect(path);
	const received: Wire[] = [];
	const waiting = new Set<() => void>();
	let rest = '';
	socket.setEncoding('utf8').on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		received.push(...lines.map((line) => JSON.parse(line)));
		for (const look of waiting) look();
	});
	let id = 0;
	const until = (fits: (message: Wire) => boolean) =>
		new Promise<Wire>((resolve) => {
			const look = () => {
				const found = received.find(fits);
				if (found === undefined) return;
				waiting.delete(look);
				resolve(found);
			};
			waiting.add(look);
			look();
		});
	const ask = (method: string, params: object = {}) => {
		id += 1;
		const own = id;
		socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: own, method, params })}\n`);
		return until((message) => message.id === own && message.method === undefined);
	};
	const hello = ask('initialize', { clientInfo: { name: 'socket' }, protocolVersion: { min: 1, max: 1 } });
	const asked = ahead.map(([method, params]) => ask(method, params));
	await hello;
	return { socket, received, until, ask, answers: await Promise.all(asked) };
}

describe('a server on a Unix socket', () => {
	it('can be reached by its user alone, and takes many clients on one session', async () => {
		const { path } = await startSocketServer();
		expect(statSync(path).mode & 0o777).toBe(0o600);
		const driver = await joinServer(path);
		const { sessionId } = (await driver.ask('session/create')).result;
		const others = await Promise.all(Array.from({ length: 50 }, () => joinServer(path)));
		for (const other of others) await other.ask('session/attach', { sessionId });
		await driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="echo hello"' });
		const told = driver.received.filter(({ params }) => params?.event?.type === 'agent_end');
		expect(told).toHaveLength(1);
		for (const other of others) {
			const end = await other.until(({ params }) => params?.event?.type === 'agent_end');
			expect(end.params.seq).toBe(told[0].params.seq);
		}
	});

	it('keeps sessions and their runs when a client goes, and another one goes on with them', async () => {
		const { path, exited, child } = await startSocketServer();
		const first = await joinServer(path);
		const { sessionId } = (await first.ask('session/create')).result;
		void first.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="sleep 30"' });
		await first.until(({ params }) => params?.event?.type === 'tool_execution_start');
		first.socket.destroy();
		const second = await joinServer(path);
		const { result } = await second.ask('session/attach', { sessionId, afterSeq: 0 });
		expect(result.state).toMatchObject({ isRunning: true, promptIds: ['p'] });
		await second.until(({ params }) => params?.event?.type === 'tool_execution_start');
		expect((await second.ask('session/abort', { sessionId })).result.stopped).toBe(true);
		child.kill('SIGTERM');
		expect(await exited).toBe(0);
		expect(existsSync(path)).toBe(false);
	});

	it('gives a client that comes back at once its hooks and tools again, whatever its last connection still waits for', async () => {
		const { path, home } = await startSocketServer();
		const driver = await joinServer(path);
		const { sessionId } = (await driver.ask('session/create')).result;
		const plugin = join(home, 'waiting.mjs');
		const command = "{ name: 'wait', description: 'Waits.', run: () => new Promise(() => {}) }";
		writeFileSync(plugin, `export default { name: 'waiting', setup: (my) => { my.registerCommand(${command}) } };`);
		expect((await driver.ask('plugins/load', { path: plugin })).error).toBeUndefined();
		driver.socket.destroy();
		const hooks = [
			{ hookId: 'gate', point: 'tool_call' },
			{ hookId: 'eye', point: 'agent_end' },
		];
		const tools = [{ name: 'ask', description: '', parameters: { type: 'object' } }];
		for (let round = 0; round < 100; round += 1) {
			const { answers, ask, socket } = await joinServer(path, [
				['hooks/register', { hooks }],
				['tools/register', { tools }],
			]);
			expect(answers.map(({ result }) => result.rejected)).toEqual([[], []]);
			void ask('commands/run', { sessionId, name: 'wait' });
			await ask('session/state', { sessionId });
			socket.destroy();
		}
	});

	it('closes a session again whose maker was gone before the answer, and keeps one whose maker had it', async () => {
		const { path } = await startSocketServer();
		const heard = await joinServer(path);
		const { sessionId } = (await heard.ask('session/create')).result;
		heard.socket.destroy();
		for (let round = 0; round < 20; round += 1) {
			const { socket } = await joinServer(path);
			socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'lost', method: 'session/create' })}\n`);
			socket.destroy();
		}
		const looker = await joinServer(path);
		const open = async () => (await looker.ask('session/list')).result.sessions as { sessionId: string }[];
		while ((await open()).length > 1);
		expect(await open()).toEqual([expect.objectContaining({ sessionId, isOpen: true })]);
	});

	it('replaces a socket that a dead server left, and nothing else', async () => {
		const dead = await startSocketServer();
		dead.child.kill('SIGKILL');
		await dead.exited;
		expect(existsSync(dead.path)).toBe(true);
		const env = { PATH: process.env.PATH, HOME: tmpdir() };
		const next = spawn(process.execPath, [serverPath, '--socket', dead.path], { env });
		while (!(await canReach(dead.path))) await new Promise((resolve) => setImmediate(resolve));
		const rival = spawn(process.execPath, [serverPath, '--socket', dead.path], { env });
		const reason = once(rival.stderr.setEncoding('utf8'), 'data');
		expect(await once(rival, 'close')).toEqual([2, null]);
		expect((await reason)[0]).toContain('a server is there');
		next.kill('SIGTERM');
		await once(next, 'close');

		const file = await startSocketServer((path) => writeFileSync(path, 'mine'));
		expect(await file.exited).toBe(2);
		expect(file.stderr()).toContain('there is something that is no socket');
		expect(readFileSync(file.path, 'utf8')).toBe('mine');
	});

	it('is one of all that are started at once where a dead one was; the others say who is there, and take nothing with them', async () => {
		const dead = await startSocketServer();
		dead.child.kill('SIGKILL');
		await dead.exited;
		const env = { PATH: process.env.PATH, HOME: dead.home };
		const started = Array.from({ length: 8 }, () => {
			const child = spawn(process.execPath, [serverPath, '--socket', dead.path], { env });
			let said = '';
			child.stderr.setEncoding('utf8').on('data', (text: string) => {
				said += text;
			});
			return { child, said: () => said, ended: once(child, 'close').then(([status]) => ({ child, status })) };
		});
		onTestFinished(() => {
			for (const { child } of started) child.kill('SIGKILL');
		});
		const ended: Awaited<(typeof started)[number]['ended']>[] = [];
		while (ended.length < 7) {
			const going = started.filter(({ child }) => !ended.some((one) => one.child === child));
			ended.push(await Promise.race(going.map((one) => one.ended)));
		}
		const [left] = started.filter(({ child }) => !ended.some((one) => one.child === child));
		expect(ended.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2, 2, 2]);
		const who = `a server is there, process ${left?.child.pid}; end it, or name another`;
		for (const one of started) if (one !== left) expect(one.said()).toContain(who);
		while (!(await canReach(dead.path))) await new Promise((resolve) => setImmediate(resolve));
		expect((await (await joinServer(dead.path)).ask('models/list')).error).toBeUndefined();
		left?.child.kill('SIGTERM');
		expect((await left?.ended)?.status).toBe(0);
		expect([existsSync(dead.path), existsSync(`${dead.path}.lock`)]).toEqual([false, false]);
	}, 30_000);

	it('leaves a socket that has come in the place of its own', async () => {
		const { path, child, exited } = await startSocketServer();
		// One that answers knows which socket is its own.
		await joinServer(path);
		rmSync(path);
		const other = createServer().listen(path);
		onTestFinished(() => void other.close());
		await once(other, 'listening');
		child.kill('SIGTERM');
		expect(await exited).toBe(0);
		expect(await canReach(path)).toBe(true);
	});
});

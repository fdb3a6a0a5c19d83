import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, startServer, temporaryFolder, type Wire } from './raw-server.ts';

/** Plugins whose loading never ends, each in its own way, and one that is sound. */
function hangingPlugins(): { readonly options: readonly string[]; readonly folder: string } {
	const folder = temporaryFolder();
	const plugin = (name: string, setup: string) => `export default { name: '${name}', setup(myelin) { ${setup} } };`;
	const files = {
		'hangs-in-setup.mjs': plugin('hangs-in-setup', 'return new Promise(() => {});'),
		'hangs-in-import.mjs': `await new Promise((resolve) => setInterval(() => {}, 1e6)); ${plugin('never', '')}`,
		'hangs-too.mjs': plugin('hangs-too', 'return new Promise(() => {});'),
		'sound.mjs': plugin('sound', "myelin.on('agent_end', (_event, { notify }) => notify('sound was here'));"),
	};
	for (const [name, code] of Object.entries(files)) writeFileSync(join(folder, name), code);
	return { folder, options: Object.keys(files).flatMap((name) => ['--plugin', join(folder, name)]) };
}

const hello = { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } };

it('plugins that hang hold neither the status, nor the list, nor a request that is called off, nor the end', async () => {
	verifies('R81');
	const server = startServer(...hangingPlugins().options);
	const started = performance.now();
	await server.ask('initialize', hello);
	server.send({ id: 'create', method: 'session/create', params: {} });
	expect((await server.ask('server/status')).result).toMatchObject({ sessions: 0 });
	expect((await server.ask('session/list')).result.sessions).toEqual([]);
	server.send({ method: '$/cancelRequest', params: { id: 'create' } });
	expect((await server.until(({ id }) => id === 'create')).error.data).toMatchObject({ code: 'CANCELLED' });
	expect((await server.ask('shutdown')).result).toEqual({});
	server.send({ method: 'exit' });
	expect(await server.end()).toBe(0);
	expect(performance.now() - started).toBeLessThan(15_000);
});

it('plugins that hang are given up together, by name, the others are loaded, and no tool runs', async () => {
	verifies('R82');
	const { options, folder } = hangingPlugins();
	const server = startServer(...options);
	const started = performance.now();
	const sessionId = await openSession(server, { cwd: folder });
	expect(performance.now() - started).toBeLessThan(55_000);
	await server.ask('session/prompt', { sessionId, promptId: 'p', text: 'bash command="touch ran"' });
	await server.until(({ params }) => params?.event?.type === 'session_idle');
	expect(existsSync(join(folder, 'ran'))).toBe(false);
	const notices = server.events().flatMap(({ event }) => (event.type === 'notice' ? [event.message] : []));
	expect(notices).toContain('sound was here');
	expect(notices.find((message) => message.startsWith('No tool runs'))).toMatch(
		/setup: no answer within .*not imported within 30000 ms/,
	);
	const { plugins } = (await server.ask('plugins/list')).result;
	const named = plugins.filter(({ source }: Wire) => source !== 'bundled');
	expect(named.map(({ name, status }: Wire) => [name, status])).toEqual([
		['hangs-in-setup', 'failed'],
		['hangs-in-import', 'failed'],
		['hangs-too', 'failed'],
		['sound', 'loaded'],
	]);
}, 90_000);

it('a server on a socket whose plugins hang is there at once, and a signal ends it well', async () => {
	const path = join(temporaryFolder(), 's');
	const server = startServer('--socket', path, ...hangingPlugins().options);
	const exited = once(server.child, 'exit');
	const connection = await connected(path);
	connection.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
	connection.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'server/status' })}\n`);
	let said = '';
	for await (const chunk of connection.setEncoding('utf8')) {
		said += chunk;
		if (said.includes('"id":2')) break;
	}
	expect(said).toContain('"runs":0');
	server.child.kill('SIGTERM');
	expect(await exited).toEqual([0, null]);
	expect(server.stderr()).not.toMatch(/host was closed|cannot be set up/);
});

/** A connection to a socket that a server is about to make. */
async function connected(path: string): Promise<Socket> {
	for (;;) {
		const socket = connect(path);
		const isThere = await once(socket, 'connect').then(
			() => true,
			() => false,
		);
		if (isThere) return socket;
	}
}

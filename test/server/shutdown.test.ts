import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startServer, temporaryFolder } from './raw-server.ts';

it('shutdown answers the prompt of a client that acknowledges nothing, and the process ends', async () => {
	const server = startServer();
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	const { sessionId } = (await server.ask('session/create', { acknowledge: true })).result;
	const answered = server.ask('session/prompt', { sessionId, promptId: 'p', text: 'hello' });
	await server.until(({ params }) => params?.event?.type === 'agent_start');
	const started = performance.now();
	expect((await server.ask('shutdown')).result).toEqual({});
	expect((await answered).result).toMatchObject({ promptId: 'p', summary: { endReason: 'aborted' } });
	server.send({ method: 'exit' });
	expect(await once(server.child, 'exit')).toEqual([0, null]);
	// Far below the 30 s that a client has that is waited for.
	expect(performance.now() - started).toBeLessThan(10_000);
}, 20_000);

it('shutdown answers what else is open, also what never ends', async () => {
	const plugin = join(temporaryFolder(), 'hanging.mjs');
	const hang = '() => new Promise(() => {})';
	const command = `{ name: 'hang', description: 'Hangs.', run: ${hang} }`;
	writeFileSync(plugin, `export default { name: 'hanging', setup: (my) => { my.registerCommand(${command}) } };`);
	const slow = join(temporaryFolder(), 'slow.mjs');
	writeFileSync(slow, `export default { name: 'slow', setup: ${hang} };`);
	const server = startServer('--plugin', plugin);
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	const { sessionId } = (await server.ask('session/create')).result;
	const open = [
		server.ask('commands/run', { sessionId, name: 'hang' }),
		server.ask('plugins/load', { path: slow }),
		server.ask('ui/request', { sessionId, kind: 'confirm', title: 'Go on?' }),
	];
	expect((await server.ask('shutdown')).result).toEqual({});
	const answers = (await Promise.all(open)).map(({ result, error }) => result ?? error.data.code);
	expect(answers).toEqual(['SHUTTING_DOWN', 'SHUTTING_DOWN', { value: false, by: 'default' }]);
	server.send({ method: 'exit' });
	expect(await once(server.child, 'exit')).toEqual([0, null]);
}, 20_000);

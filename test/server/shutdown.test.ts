import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startServer } from './raw-server.ts';

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

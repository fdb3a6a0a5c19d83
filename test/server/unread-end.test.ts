import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startServer } from './raw-server.ts';

it('the end of the input is noticed though the client takes none of its answers; status 1 says that they were cut off', async () => {
	const server = startServer();
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	server.child.stdout.pause();
	server.child.stdin.end(`{"id":"${'x'.repeat(900)}"}\n`.repeat(16_600));
	expect(await once(server.child, 'exit')).toEqual([1, null]);
	expect(server.stderr()).toContain('The client took nothing any more; what was left for it is lost.');
}, 20_000);

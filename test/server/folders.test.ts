import { expect, it } from 'vitest';
import { startServer } from './raw-server.ts';

it.skipIf(process.platform !== 'linux')(
	'a folder of sessions that cannot be made is said, and the server goes on',
	async () => {
		const server = startServer('--sessions', '/proc/nope');
		await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
		const { error } = await server.ask('session/create');
		expect(error.data.code).toBe('STORE_WRITE_FAILED');
		expect(error.message).toBe(
			"cannot make the folder /proc/nope: ENOENT: no such file or directory, mkdir '/proc/nope'",
		);
		expect((await server.ask('server/status')).result.sessions).toBe(0);
		expect(await server.end()).toBe(0);
	},
);

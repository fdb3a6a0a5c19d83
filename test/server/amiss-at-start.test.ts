import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, type RawServer, startServer, temporaryFolder, type Wire } from './raw-server.ts';

function serverWith(setup: string, more: object = {}, before = ''): RawServer {
	const file = join(temporaryFolder(), 'bad.mjs');
	writeFileSync(file, `${before} export default { name: 'bad', setup(myelin) { ${setup} } };`);
	return startServer('--plugin', JSON.stringify({ path: file, ...more }));
}

const firstOf = (server: RawServer, sessionId: string): Promise<Wire> =>
	server.until(({ method, params }) => method === 'session/event' && params.sessionId === sessionId);

/** A further session, what its creation answered, and its first event. */
async function another(server: RawServer): Promise<{ seq: number; first: Wire }> {
	const { sessionId, seq } = (await server.ask('session/create')).result;
	return { seq, first: (await firstOf(server, sessionId)).params };
}

const prompt = (server: RawServer, sessionId: string, promptId: string) =>
	server.ask('session/prompt', { sessionId, promptId, text: 'bash command="echo hi"' });

it('a session that is made when a plugin is quarantined is told so before all else, as those before it were', async () => {
	verifies('R81');
	const server = serverWith(`myelin.on('tool_call', () => { throw new Error('boom'); }, { onFailure: 'allow' });`);
	const sessionId = await openSession(server);
	for (const promptId of ['a', 'b', 'c', 'd', 'e']) await prompt(server, sessionId, promptId);
	const status = {
		type: 'plugin_status',
		plugin: 'bad',
		status: 'quarantined',
		message: 'hook tool_call-1 failed 5 times in a row, at last: boom',
	};
	expect(server.events().filter(({ event }) => event.type === 'plugin_status')).toMatchObject([{ event: status }]);
	const { seq, first } = await another(server);
	expect(first).toMatchObject({ seq: seq + 1, event: status });
	await server.end();
});

it('a session that is opened again is told so too', async () => {
	const server = serverWith(`myelin.on('tool_call', () => { throw new Error('boom'); }, { onFailure: 'allow' });`);
	const sessionId = await openSession(server);
	for (const promptId of ['a', 'b', 'c', 'd', 'e']) await prompt(server, sessionId, promptId);
	await server.ask('session/close', { sessionId });
	const before = server.events().length;
	const { seq } = (await server.ask('session/open', { sessionId })).result;
	await server.until(({ params }) => params?.event?.type === 'plugin_status' && params.seq > seq);
	expect(server.events().slice(before)).toMatchObject([
		{ seq: seq + 1, event: { type: 'plugin_status', plugin: 'bad', status: 'quarantined' } },
	]);
	await server.end();
});

it('what an observer throws as a session begins is told there as elsewhere', async () => {
	const server = serverWith(`myelin.on('session_start', () => { throw new Error('boom'); });`);
	const sessionId = await openSession(server);
	expect((await firstOf(server, sessionId)).params.event).toEqual({
		type: 'plugin_error',
		plugin: 'bad',
		hook: 'session_start-1',
		message: 'boom',
	});
	await server.end();
});

it('a session that begins while a guard is lost is told so', async () => {
	verifies('R82');
	const mark = join(temporaryFolder(), 'started');
	// Started again it ends at once, so that it stays lost.
	const once = `import { existsSync, writeFileSync } from 'node:fs';
		if (existsSync(${JSON.stringify(mark)})) process.exit(4);
		writeFileSync(${JSON.stringify(mark)}, '');`;
	const server = serverWith(`myelin.on('tool_call', () => process.exit(3));`, { isolation: 'process' }, once);
	const sessionId = await openSession(server);
	await prompt(server, sessionId, 'a');
	const lost = await server.until(({ params }) => params?.event?.type === 'plugin_status');
	const { first } = await another(server);
	expect(lost.params.event).toMatchObject({
		plugin: 'bad',
		status: 'lost',
		message: expect.stringContaining('code 3'),
	});
	expect(first.event).toEqual(lost.params.event);
	await server.end();
});

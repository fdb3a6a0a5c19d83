import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSession, type RawServer, startServer, temporaryFolder } from '../server/raw-server.ts';

async function greeted(...options: readonly string[]): Promise<RawServer> {
	const server = startServer(...options);
	await server.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	return server;
}

it('a server that is killed loses no session: the next one lists it, opens it, and answers its prompts', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	const first = startServer('--sessions', folder);
	const sessionId = await openSession(first);
	const prompt = { sessionId, promptId: 'p1', text: 'hello' };
	const { result } = await first.ask('session/prompt', prompt);
	const second = await greeted('--sessions', folder);
	const locked = await second.ask('session/open', { sessionId });
	expect(locked.error).toMatchObject({ data: { code: 'SESSION_LOCKED' } });
	expect(locked.error.message).toContain(`process ${first.child.pid}`);

	first.child.kill('SIGKILL');
	await new Promise((resolve) => first.child.once('close', resolve));
	const listed = await second.ask('session/list');
	expect(listed.result.sessions).toMatchObject([{ sessionId, isOpen: false, isRunning: false }]);
	const opened = await second.ask('session/open', { sessionId });
	expect(opened.result.state).toMatchObject({ sessionId, isRunning: false });
	expect(opened.result.seq).toBeGreaterThan(first.events().at(-1)?.seq);
	expect((await second.ask('session/prompt', prompt)).result).toEqual(result);
	const { result: next } = await second.ask('session/prompt', { ...prompt, promptId: 'p2', text: 'again' });
	expect(next.summary.endReason).toBe('stop');
	expect(second.events()[0]?.seq).toBeGreaterThan(opened.result.seq);
	expect(await second.end()).toBe(0);
});

it('a session is deleted for good, and one in which nothing was said leaves nothing', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	const server = startServer('--sessions', folder);
	const sessionId = await openSession(server);
	await server.ask('session/prompt', { sessionId, promptId: 'p1', text: 'hello' });
	await server.ask('session/create');
	expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toHaveLength(2);
	expect((await server.ask('session/delete', { sessionId })).result).toEqual({});
	expect((await server.ask('session/open', { sessionId })).error.data.code).toBe('SESSION_NOT_FOUND');
	expect(await server.end()).toBe(0);
	expect(readdirSync(folder).filter((name) => name.endsWith('.jsonl'))).toEqual([]);
});

it('a client names a session, reads its entries page by page, goes back in it and forks it', async () => {
	const folder = join(temporaryFolder(), 'sessions');
	const server = startServer('--sessions', folder);
	const sessionId = await openSession(server);
	await server.ask('session/prompt', { sessionId, promptId: 'p1', text: 'hello' });
	expect((await server.ask('session/rename', { sessionId, name: 'Greetings' })).result).toEqual({});
	const first = (await server.ask('session/entries', { sessionId, limit: 2 })).result;
	expect(first.entries).toMatchObject([
		{ type: 'message', parentId: null, data: { promptId: 'p1' } },
		{ type: 'session_info', data: { name: 'hello' } },
	]);
	const rest = (await server.ask('session/entries', { sessionId, after: first.next })).result;
	expect(rest.entries.map(({ type }: { type: string }) => type)).toEqual([
		'llm_call',
		'message',
		'run',
		'session_info',
	]);
	const entryId = first.entries[0].id;
	expect((await server.ask('session/label', { sessionId, entryId, label: 'start' })).result).toEqual({});
	expect((await server.ask('session/navigate', { sessionId, entryId })).result).toEqual({});
	expect((await server.ask('session/state', { sessionId })).result.state).toMatchObject({
		name: 'Greetings',
		leaf: entryId,
	});
	expect((await server.ask('session/navigate', { sessionId, entryId: 'x' })).error.data.code).toBe('ENTRY_NOT_FOUND');
	const { result: fork } = await server.ask('session/fork', { sessionId });
	const opened = await server.ask('session/open', { sessionId: fork.sessionId });
	expect(opened.result.state).toMatchObject({ name: 'Greetings', leaf: entryId });
	const { sessions } = (await server.ask('session/list')).result;
	expect(sessions.map(({ name, isOpen }: { name: string; isOpen: boolean }) => [name, isOpen])).toEqual([
		['Greetings', true],
		['Greetings', true],
	]);
});

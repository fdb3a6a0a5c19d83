import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { openSession, startServer, temporaryFolder } from './raw-server.ts';

it('a server remembers what its settings ask it to, for its user alone', async () => {
	const data = temporaryFolder();
	const settings = join(data, 'settings.json');
	writeFileSync(settings, JSON.stringify({ memory: { enabled: true, everyTokens: 1 } }));
	const server = startServer('--settings', settings, { env: { XDG_DATA_HOME: data } });
	const sessionId = await openSession(server);
	await server.ask('session/prompt', { sessionId, promptId: 'p1', text: 'list the files here' });
	const folder = join(data, 'myelin/memory');
	const isWritten = () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.md'));
	// Each answer is a turn of the server's: what it does by itself comes in between.
	while (!isWritten()) await server.ask('server/status');
	const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.md'));
	expect(readFileSync(join(folder, name), 'utf8')).toMatch(/^# \/.*\n\nI am the demo model/);
	expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
	const { entries } = (await server.ask('session/entries', { sessionId })).result;
	expect(entries).toContainEqual(expect.objectContaining({ data: expect.objectContaining({ purpose: 'memory' }) }));
	expect(await server.end()).toBe(0);
});

it('a goal of a server that is killed is there again, paused, and nothing runs until a person says so', async () => {
	verifies('R92');
	const sessions = join(temporaryFolder(), 'sessions');
	const first = startServer('--sessions', sessions);
	const sessionId = await openSession(first);
	const goal = { action: 'create', text: 'slowly say what you are', budget: { runs: 5 } };
	expect((await first.ask('session/setGoal', { sessionId, goal })).result.goal).toMatchObject({ status: 'active' });
	await first.until(({ params }) => params?.event?.type === 'message_update');
	first.child.kill('SIGKILL');
	await new Promise((resolve) => first.child.once('close', resolve));

	const second = startServer('--sessions', sessions);
	await second.ask('initialize', { clientInfo: { name: 'raw' }, protocolVersion: { min: 1, max: 1 } });
	const { result } = await second.ask('session/open', { sessionId });
	const reason = 'its session was closed while it was active';
	expect(result.state).toMatchObject({ isRunning: false, goal: { status: 'paused', reason, budget: { runs: 5 } } });
	await second.ask('server/status');
	expect(second.events().filter(({ event }) => event.type === 'agent_start')).toEqual([]);
	await second.ask('session/setGoal', { sessionId, goal: { action: 'resume' } });
	await second.until(({ params }) => params?.event?.type === 'session_idle');
	const goals = second.events().flatMap(({ event }) => (event.type === 'goal_updated' ? [event.goal] : []));
	expect(goals.map(({ status, used }) => [status, used.runs])).toEqual([
		['active', 0],
		['complete', 0],
		['complete', 1],
	]);
	expect(await second.end()).toBe(0);
});

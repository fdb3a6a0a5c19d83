import { Myelin, type MyelinError, type Session } from '@myelin/client';
import { expect, it, onTestFinished } from 'vitest';
import { expectNoLeaks } from './leaks.ts';
import { collect } from './open-client.ts';
import { type ScriptedConnection, type ScriptedServer, scriptedServer, standing } from './scripted-server.ts';

expectNoLeaks();

const taken = { accepted: ['guard'], rejected: [] };

/** A client with a guard and two sessions, and its server. */
async function begin(server: ScriptedServer) {
	const connecting = Myelin.connect(server.path);
	const connection = await server.accept();
	const myelin = await connecting;
	onTestFinished(() => myelin.close());
	myelin.onToolCall(() => undefined, { hookId: 'guard' });
	connection.answer(await connection.asked('hooks/register'), taken);
	const session = await create(myelin, connection, 'one');
	const other = await create(myelin, connection, 'other');
	return { myelin, session, other, connection };
}

async function create(myelin: Myelin, connection: ScriptedConnection, name: string): Promise<Session> {
	const creating = myelin.createSession();
	connection.answer(await connection.asked('session/create'), standing(name));
	return creating;
}

it('one that is closed before all sessions go on has its guards taken back, and its loops end quietly', async () => {
	const server = await scriptedServer();
	const { myelin, session, other, connection } = await begin(server);
	const streams = [session.events(), other.events()];
	connection.cut();
	const back = await server.accept();
	back.answer(await back.asked('hooks/register'), taken);
	const attaching = await back.asked('session/attach');
	back.answer(attaching, standing(String(attaching.params.sessionId)));
	const held = await back.asked('session/attach');
	expect([attaching.params.sessionId, held.params.sessionId]).toEqual(['one', 'other']);
	const closing = myelin.close();
	back.answer(await back.asked('shutdown'), {});
	await closing;
	await back.ended();
	expect(await Promise.all(streams.map(collect))).toEqual([[], []]);
});

it('one that is closed before it is greeted says nothing more', async () => {
	const server = await scriptedServer();
	const { myelin, session, connection } = await begin(server);
	connection.cut();
	const back = await server.arrived();
	await back.asked('initialize');
	const waiting = session.state().catch((error: MyelinError) => error.code);
	await myelin.close();
	await back.ended();
	expect(await waiting).toBe('DISCONNECTED');
});

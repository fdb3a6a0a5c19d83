import { describe, expect, it } from 'vitest';
import { openSession, type RawServer, startServer } from './raw-server.ts';

async function guarded(server: RawServer): Promise<string> {
	const sessionId = await openSession(server);
	await server.ask('hooks/register', { hooks: [{ hookId: 'g', point: 'tool_call' }], sessionId });
	return sessionId;
}

function prompt(server: RawServer, sessionId: string, promptId: string) {
	return server.ask('session/prompt', { sessionId, promptId, text: 'bash command="echo ran"' });
}

const block = { decision: 'block', reason: 'no' };

describe('a client that answers a request twice', () => {
	it.each([
		['allow', { result: { decision: 'allow' } }],
		['an answer that is an error', { error: { code: -32000, message: 'never mind' } }],
	])('keeps its first answer: a veto is not taken back by %s', async (_what, second) => {
		const server = startServer();
		const sessionId = await guarded(server);
		const answered = prompt(server, sessionId, 'p');
		const { id } = await server.until(({ method }) => method === 'hook/call');
		const first = JSON.stringify({ jsonrpc: '2.0', id, result: block });
		server.child.stdin.write(`${first}\n${JSON.stringify({ jsonrpc: '2.0', id, ...second })}\n`);
		expect((await answered).result.summary).toMatchObject({ toolErrors: 1 });
		const decision = server.events().find(({ event }) => event.type === 'tool_decision');
		expect(decision.event.decisions).toMatchObject([{ answer: 'block', cause: 'policy', reason: 'no' }]);
	});

	it('is heard all the same, however often it does', async () => {
		const server = startServer();
		const sessionId = await guarded(server);
		const answered = prompt(server, sessionId, 'p');
		const { id } = await server.until(({ method }) => method === 'hook/call');
		const answer = `${JSON.stringify({ jsonrpc: '2.0', id, result: block })}\n`;
		server.child.stdin.write(answer.repeat(600));
		await answered;
		expect((await server.ask('session/list')).result.sessions).toHaveLength(1);
	});
});

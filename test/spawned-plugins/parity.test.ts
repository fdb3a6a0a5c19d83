import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { collect, ofType, untilType } from '../typescript-client/open-client.ts';
import { openServer } from './open-server.ts';

const path = join(import.meta.dirname, 'fixtures/everywhere.ts');

/** What the plugin came to, and what became of the call that it changed. */
async function traced(entry: unknown) {
	const { myelin, session, trace } = await openServer(entry);
	const events = await collect(session.prompt('bash command="echo one"'));
	const news = session.events()[Symbol.asyncIterator]();
	const refused = await session.fork().catch((error: unknown) => (error as Error).message);
	await session.navigate(null);
	await myelin.deleteSession(session.id);
	const lines = () => readFileSync(trace, 'utf8').split('\n').slice(0, -1);
	await vi.waitUntil(() => lines().some((line) => line.includes('session_shutdown')));
	const [end] = ofType(events, 'tool_execution_end');
	return { lines: lines(), refused, end, notice: await untilType(news, 'notice') };
}

it('a plugin comes to the same points with the same payloads in the server and in a process of its own, and changes the same', async () => {
	const inServer = await traced(path);
	const apart = await traced({ path, isolation: 'process' });
	const points = inServer.lines.map((line) => JSON.parse(line)[0]);
	expect(new Set(points)).toEqual(
		new Set([
			...['session_start', 'input', 'agent_start', 'system_prompt', 'context', 'model_request', 'message_update'],
			...['tool_args', 'tool_call', 'tool_decision', 'tool_result', 'tool_execution_end', 'agent_end', 'exec'],
			...['ui', 'session_before_fork', 'session_before_navigate', 'session_before_delete', 'session_shutdown'],
		]),
	);
	expect(apart.lines).toEqual(inServer.lines);
	expect(JSON.parse(inServer.lines.find((line) => line.startsWith('["ui"')) ?? '[]')).toEqual([
		'ui',
		['because', 'not this one', 'true'],
	]);
	for (const { end, refused, notice } of [inServer, apart]) {
		expect(end?.result.content).toMatchObject([{ text: expect.stringContaining('two') }, { text: ' (seen)' }]);
		expect(notice).toMatchObject({ level: 'warning', message: 'a fork is asked for' });
		expect(refused).toContain('says plugin everywhere: not this one');
	}
});

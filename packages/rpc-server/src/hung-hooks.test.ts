import { calling, saying, scriptedModel } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { startLoopback } from './testing/loopback.ts';

const parameters = { type: 'object' };
const tool = { name: 'act', description: 'Acts.', parameters, execute: () => 'acted' };

/** A session one of whose hooks, another client's, was asked in the course of a prompt and says nothing. Its time is over much later. */
async function hung(point: string) {
	const model = scriptedModel([calling({ id: 'c', name: 'act' }), saying('done'), saying('never said')]);
	const { connect, server } = await startLoopback({ model, tools: [tool] });
	const [driver, other] = [await connect(), await connect()];
	const { sessionId } = (await driver.ask('session/create')).result;
	await other.ask('session/attach', { sessionId });
	await other.ask('hooks/register', { sessionId, hooks: [{ hookId: 'h', point, timeoutMs: 600_000 }] });
	const answered = driver.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	const asked = await other.until(({ method }) => method === 'hook/call');
	return { driver, other, server, sessionId, answered, asked };
}

const points = ['system_prompt', 'context', 'model_request', 'tool_args', 'tool_call', 'tool_result', 'agent_start'];

describe.each([...points, 'input'])('a hook at %s that never answers', (point) => {
	const outcome =
		point === 'input' ? { error: { data: { code: 'CANCELLED' } } } : { result: { summary: { endReason: 'aborted' } } };

	it('is waited for no longer once the session is aborted, which tells that it stopped something', async () => {
		const { driver, other, sessionId, answered, asked } = await hung(point);
		expect((await driver.ask('session/abort', { sessionId })).result).toMatchObject({ stopped: true, abandoned: [] });
		expect(await answered).toMatchObject(outcome);
		const cancel = await other.until(({ method }) => method === '$/cancelRequest');
		expect(cancel.params).toEqual({ id: asked.id });
		expect((await driver.ask('session/abort', { sessionId })).result.stopped).toBe(false);
	});

	it('does not hold the end of the server', async () => {
		const { server, answered } = await hung(point);
		await server.shutDown();
		expect(await answered).toMatchObject(outcome);
	});

	it('is waited for no longer once its client is gone, and the run goes on', async () => {
		const { other, answered } = await hung(point);
		other.die();
		expect((await answered).result.summary.endReason).toBe('stop');
	});
});

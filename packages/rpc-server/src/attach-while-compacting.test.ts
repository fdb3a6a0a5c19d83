import { saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { startLoopback } from './testing/loopback.ts';

it('a client that comes while a session is being compacted is told so, and of the end', async () => {
	const model = scriptedModel([saying('hello '.repeat(1000)), saying('bye'), ['silence']]);
	const { connect } = await startLoopback({ model });
	const first = await connect();
	const { sessionId } = (await first.ask('session/create')).result;
	for (const promptId of ['p', 'q']) await first.ask('session/prompt', { sessionId, promptId, text: 'go' });
	void first.ask('session/compact', { sessionId });
	await first.until(({ params }) => params?.event?.type === 'compaction_start');
	const second = await connect();
	const { state, seq } = (await second.ask('session/attach', { sessionId })).result;
	expect(state).toMatchObject({ isRunning: false, compacting: 'manual' });
	await second.ask('session/abort', { sessionId });
	await second.until(({ params }) => params?.event?.type === 'compaction_end' && params.seq > seq);
	expect((await second.ask('session/state', { sessionId })).result.state).not.toHaveProperty('compacting');
});

import { fakeClock, saying, scriptedModel } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import { startLoopback } from './testing/loopback.ts';

it('a model is prepared once its session has been quiet for 20 ms, and after it was chosen; what fails there harms nobody', async () => {
	const clock = fakeClock();
	let prepared = 0;
	const model = {
		...scriptedModel([saying('said')]),
		async prepare() {
			prepared += 1;
			throw new Error('there is no such library');
		},
	};
	const { connect } = await startLoopback({ model, clock });
	const client = await connect();
	const { sessionId } = (await client.ask('session/create')).result;
	await clock.advance(19);
	expect(prepared).toBe(0);
	await clock.advance(1);
	expect(prepared).toBe(1);
	const { provider, id } = model;
	expect((await client.ask('session/setModel', { sessionId, model: { provider, id } })).result).toEqual({});
	await clock.advance(20);
	expect(prepared).toBe(2);
	const other = await connect();
	await other.ask('session/open', { sessionId });
	await clock.advance(20);
	expect(prepared).toBe(3);
	const { result } = await client.ask('session/prompt', { sessionId, promptId: 'p', text: 'go' });
	expect(result.summary.endReason).toBe('stop');
});

import { expect, it } from 'vitest';
import { createRun, createRunEvents } from './run.ts';

it('a second loop over a run is refused, so that two never share its events unseen', async () => {
	const run = createRun('p', createRunEvents('p'), Promise.resolve({ promptId: 'p' }));
	for await (const event of run) throw new Error(`nothing was said, and ${event.type} came`);
	expect(() => run[Symbol.asyncIterator]()).toThrow(/for one loop/);
});

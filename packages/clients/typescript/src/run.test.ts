import { expect, it } from 'vitest';
import { createCredit } from './credit.ts';
import { createEventTap } from './event-tap.ts';
import { createRun } from './run.ts';

it('a second loop over a run is refused, so that two never share its events unseen', async () => {
	const tap = createEventTap({ credit: createCredit(0, 100, () => {}), after: 0, keep: 100 });
	const run = createRun('p', tap, Promise.resolve({ promptId: 'p' }));
	for await (const event of run) throw new Error(`nothing was said, and ${event.type} came`);
	expect(() => run[Symbol.asyncIterator]()).toThrow(expect.objectContaining({ code: 'EVENTS_MISSED' }));
});

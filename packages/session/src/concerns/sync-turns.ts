import type { Concern } from '../concern.ts';

/** Every turn survives a power loss, soon after it: nobody waits for the disk. */
export const syncTurns: Concern = {
	on: ['turn_end'],
	effects: () => [{ kind: 'sync' }],
};

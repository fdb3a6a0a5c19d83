import type { Concern } from '../concern.ts';

/** Every turn and every run survives a power loss, soon after it: nobody waits for the disk. */
export const syncTurns: Concern = {
	on: ['turn_end', 'agent_end'],
	effects: () => [{ kind: 'sync' }],
};

import type { Concern } from '../concern.ts';

/** Tells what still waits when a waiting message has entered history. */
export const tellQueue: Concern = {
	on: ['message_end'],
	when: 'told',
	effects({ event }, facts) {
		if (event.type !== 'message_end' || event.discarded || !facts.wasQueued(event.message.id)) return [];
		return [{ kind: 'say', event: facts.queue() }];
	},
};

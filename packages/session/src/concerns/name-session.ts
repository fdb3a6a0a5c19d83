import { textContent } from '@myelin/core';
import type { Concern } from '../concern.ts';
import { nameFrom } from '../session-name.ts';

/** Names a session that was never named after the first text that somebody says in it. */
export const nameSession: Concern = {
	on: ['message_end'],
	effects({ event }, facts) {
		if (event.type !== 'message_end' || event.message.role !== 'user' || facts.isNamed()) return [];
		const name = nameFrom(textContent(event.message));
		if (name === undefined) return [];
		return [
			{ kind: 'write', entry: { type: 'session_info', data: { name } } },
			{ kind: 'say', event: { type: 'session_info_changed', field: 'name', from: null, to: name } },
		];
	},
};

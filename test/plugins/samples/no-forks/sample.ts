import { calling, saying } from '@myelin/core/testing';
import { expect } from 'vitest';
import type { Sample } from '../stage.ts';

export default {
	says: 'A session is not forked when a guard denies that, and says who did and why, on its stream too.',
	script: [calling({ id: 'c1', name: 'bash', args: { command: 'ls' } }), saying('Done.')],
	async act({ session, store }) {
		await session.prompt('go');
		const { leaf } = session.state();
		await expect(session.fork(store, { sessionId: 'other', createdAt: 1 })).rejects.toMatchObject({
			code: 'DENIED',
			message: 'session s1 may not be forked, says plugin no-forks: not on a Friday',
		});
		expect(session.state().leaf).toBe(leaf);
	},
	logged: ['session_before_fork block'],
} satisfies Sample;

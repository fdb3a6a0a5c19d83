import { ModelError } from '@myelin/core';
import { saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

const overloaded = new ModelError('OVERLOADED', 'come back later');
const broken = {
	name: 'broken',
	setup(myelin: { on(point: 'agent_start', hook: () => never): unknown }) {
		myelin.on('agent_start', () => {
			throw new Error('boom');
		});
	},
};

export default {
	says: 'A plugin hears of whatever goes wrong: a model that has to be called again, a run that fails, a plugin that does, and one that goes.',
	script: [[overloaded], saying('There.'), [new ModelError('AUTH', 'no key')]],
	options: { retry: { maxAttempts: 2, baseDelayMs: 1, maxDelayMs: 1 } },
	async act({ session, host }) {
		await session.prompt('are you there?');
		await host.add(broken as never, 'test');
		await session.prompt('and now?');
		await host.unload('broken');
		const undo = session.subscribe(() => {
			throw new Error('a subscriber fails while nothing runs');
		});
		await session.say({ type: 'notice', level: 'info', message: 'this is hard to hear' });
		undo();
	},
	logged: [
		...['retry', 'auto_retry_start', 'auto_retry_end'],
		...['plugin_status', 'plugin_error', 'error', 'plugin_status'],
		...['notice', 'session_error'],
	],
} satisfies Sample;

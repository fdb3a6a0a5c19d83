import { saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'What a person says enters history as a plugin leaves it, whether it begins a run or waits for one.',
	script: [saying('Yes.'), saying('Again, yes.')],
	async act({ session }) {
		await session.followUp('and pls again');
		await session.prompt('pls help');
	},
	events: [
		{ type: 'queue_update', followUp: [{ text: 'and please again' }] },
		{ type: 'message_start', message: { role: 'user', content: [{ text: 'please help' }] } },
		{ type: 'message_start', message: { role: 'assistant' } },
		{ type: 'message_start', message: { role: 'user', content: [{ text: 'and please again' }] } },
		{ type: 'queue_update', followUp: [] },
		{ type: 'message_start', message: { role: 'assistant' } },
	],
	shown: 'and please again',
} satisfies Sample;

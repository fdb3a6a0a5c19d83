import { saying } from '@myelin/core/testing';
import type { Sample } from '../stage.ts';

export default {
	says: 'The model is shown a message that history does not have.',
	script: [saying('Noon.')],
	events: [
		{ type: 'message_end', message: { role: 'user', content: [{ text: 'go' }] } },
		{ type: 'message_end', message: { role: 'assistant' } },
	],
	shown: 'It is noon.',
} satisfies Sample;

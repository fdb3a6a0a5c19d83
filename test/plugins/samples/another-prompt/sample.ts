import { saying } from '@myelin/core/testing';
import { expect } from 'vitest';
import type { Sample } from '../stage.ts';

export default {
	says: 'The model has the system prompt that a plugin made, for each request anew.',
	script: [saying('Oui.'), saying('Non.')],
	options: { systemPrompt: 'Be brief.' },
	async act({ session, model }) {
		await session.prompt('yes?');
		await session.prompt('no?');
		expect(model.requests.map(({ systemPrompt }) => systemPrompt)).toEqual([
			'Be brief. Answer in French.',
			'Be brief. Answer in French.',
		]);
	},
} satisfies Sample;

import { saying } from '@myelin/core/testing';
import { expect } from 'vitest';
import type { Sample } from '../stage.ts';

export default {
	says: 'A request goes out with fewer tools and more thinking, and the session keeps what it has.',
	script: [saying('Hm.')],
	async act({ session, model }) {
		await session.prompt('think');
		expect(model.requests).toMatchObject([{ tools: [], thinkingLevel: 'high' }]);
		expect(session.state().thinkingLevel).toBe('off');
	},
} satisfies Sample;

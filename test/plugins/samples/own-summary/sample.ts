import { saying } from '@myelin/core/testing';
import { expect } from 'vitest';
import type { Sample } from '../stage.ts';

export default {
	says: 'A plugin supplies the summary, and no model is asked for one.',
	script: [saying(`A long answer. ${'word '.repeat(2000)}`), saying('Short.'), saying('On.')],
	options: { compaction: { keepRecentTokens: 10 } },
	async act({ session }) {
		await session.prompt('tell me much');
		await session.prompt('and a little');
		await session.compact();
		await session.prompt('go on');
	},
	events: [
		{ type: 'compaction_start', reason: 'manual' },
		{ type: 'compaction_end', reason: 'manual', summaryId: expect.any(String) },
	],
} satisfies Sample;

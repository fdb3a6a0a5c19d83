import { saying } from '@myelin/core/testing';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, compactions, small, smallModel, summaryOf, words } from './compacting-session.ts';
import { courseOf, liveSession } from './scripted-session.ts';

describe('a session whose requests grow too large', () => {
	it('lets a summary stand for the older turns once its run is over, before it says that it is idle', async () => {
		verifies('R105', 'R108');
		const { ports, shown, asked } = smallModel([
			answer(1300),
			answer(1300),
			answer(400),
			saying('They talked.'),
			saying('ok'),
		]);
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		for (const text of ['one', 'two', 'three']) {
			await session.prompt(text);
			await clock.advance(1);
		}
		expect(courseOf(heard).slice(-2)).toEqual(['agent_end', 'session_idle']);
		await session.prompt('four');
		expect(asked()).toHaveLength(1);
		expect(shown().at(-1)).toEqual([summaryOf('They talked.'), 'three', words(400), 'four']);
		expect(compactions(heard)).toEqual([
			{ type: 'compaction_start', reason: 'threshold' },
			{
				type: 'compaction_end',
				reason: 'threshold',
				tokensBefore: 3051,
				tokensAfter: 448,
				summaryId: expect.stringMatching(/^msg_/),
			},
		]);
	});
});

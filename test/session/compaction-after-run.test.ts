import { ModelError } from '@myelin/core';
import { type ScriptedAnswer, saying } from '@myelin/core/testing';
import { noHooks } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, compactions, small, smallModel, summaryOf, words } from './compacting-session.ts';
import { courseOf, liveSession } from './scripted-session.ts';

/** The answers of two turns that leave room, and of a third with which compaction is due. */
const growing = [answer(1300), answer(1300), answer(400)];

describe('compaction that fails by itself', () => {
	const broken: ScriptedAnswer = [new ModelError('UNKNOWN', 'busy')];

	it('is tried once a run, pauses after three in a row and says so, and goes on after it worked by hand', async () => {
		const { ports, asked } = smallModel([
			...[...growing, broken, broken, answer(10), broken, answer(10), answer(10)],
			...[saying('They talked.'), answer(2900), answer(10), saying('And on.')],
		]);
		const { session, heard, clock } = liveSession([], ports, { compaction: small });
		const prompt = async (text: string) => {
			await session.prompt(text);
			await clock.advance(1);
		};
		for (const text of ['1', '2', '3', '4', '5', '6']) await prompt(text);
		expect(asked()).toHaveLength(3);
		expect(heard.flatMap(({ event }) => (event.type === 'notice' ? event.message : []))).toEqual([
			'Compaction failed 3 times in a row and is paused until it works by hand: busy',
		]);
		await session.compact();
		for (const text of ['7', '8']) await prompt(text);
		expect(asked()).toHaveLength(5);
		expect(compactions(heard).at(-1)).toMatchObject({ reason: 'threshold', tokensAfter: expect.any(Number) });
	});

	it('is no failure where a guard denies it', async () => {
		const before = () => ({ decisions: [], blocked: { reason: 'never' } });
		const { ports, asked } = smallModel([...growing, answer(10), answer(10), answer(10)]);
		const hooks = { ...noHooks, before };
		const { session, heard, clock } = liveSession([], { ...ports, hooks }, { compaction: small });
		for (const text of ['1', '2', '3', '4', '5', '6']) {
			await session.prompt(text);
			await clock.advance(1);
		}
		expect(asked()).toEqual([]);
		expect(compactions(heard)).toHaveLength(8);
		expect(heard.filter(({ event }) => event.type === 'notice')).toEqual([]);
	});
});

describe('compaction after a run', () => {
	async function grown(...more: readonly ScriptedAnswer[]) {
		const scripted = smallModel([...growing, ...more]);
		const live = liveSession([], scripted.ports, { compaction: small });
		for (const text of ['one', 'two']) {
			await live.session.prompt(text);
			await live.clock.advance(1);
		}
		live.heard.length = 0;
		return { ...live, ...scripted };
	}

	it('with a model that hangs delays neither the end of the run nor its answer; an abort ends it', async () => {
		verifies('R105');
		const { session, heard, clock, model } = await grown(['silence'], saying('ok'));
		expect(await session.prompt('three')).toHaveProperty('summary');
		await clock.advance(1);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end']);
		expect(compactions(heard)).toHaveLength(1);
		expect(await session.abort()).toMatchObject({ stopped: true });
		await clock.advance(1);
		expect(courseOf(heard).at(-1)).toBe('session_idle');
		expect(model.requests).toHaveLength(4);
	});

	it('lets a prompt that comes meanwhile wait for it', async () => {
		let resolve = () => {};
		const promise = new Promise<void>((done) => {
			resolve = done;
		});
		const { session, shown, clock } = await grown([{ until: promise }, ...saying('They talked.')], saying('ok'));
		await session.prompt('three');
		await clock.advance(1);
		const prompted = session.prompt('four');
		await clock.advance(1);
		expect(shown()).toHaveLength(3);
		resolve();
		expect(await prompted).toHaveProperty('summary');
		expect(shown().at(-1)?.[0]).toBe(summaryOf('They talked.'));
	});

	it('ends a prompt that waits for it when that is taken back, or when the session is aborted', async () => {
		const { session, clock, model } = await grown(['silence'], saying('ok'));
		await session.prompt('three');
		await clock.advance(1);
		const refusals = ['four', 'five'].map((promptId) =>
			expect(session.prompt(promptId, { promptId, whenBusy: 'follow_up' })).rejects.toMatchObject({
				code: 'CANCELLED',
			}),
		);
		expect(session.cancelPrompt('four')).toBe('removed');
		await session.abort();
		await Promise.all(refusals);
		await clock.advance(1);
		expect(model.requests).toHaveLength(4);
		expect(await session.prompt('four', { promptId: 'four' })).toHaveProperty('summary');
	});

	it('does not follow a run that was aborted', async () => {
		const { session, heard, clock } = await grown([[{ type: 'text_delta', index: 0, delta: words(400) }], 'silence']);
		session.subscribe(({ event }) => {
			if (event.type === 'message_update') void session.abort();
		});
		await session.prompt('three');
		await clock.advance(1);
		expect(courseOf(heard)).toEqual(['agent_start', 'agent_end', 'session_idle']);
		expect(compactions(heard)).toEqual([]);
	});

	it('is ended with the session', async () => {
		const { session, heard, clock } = await grown([{ deafSilence: true }]);
		await session.prompt('three');
		await clock.advance(1);
		await session.close();
		expect(compactions(heard)[1]).toMatchObject({ error: { code: 'CANCELLED' } });
	});
});

import { countingIds, fakeClock, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { type Envelope, memoryStore, Session } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { answer, compactions, small, smallModel } from './compacting-session.ts';
import { courseOf } from './scripted-session.ts';

/** A kept session that a run has just made too long: it is being compacted by itself, until `end` is called. */
async function compacting(...more: readonly ScriptedAnswer[]) {
	let end = () => {};
	const held = new Promise<void>((resolve) => {
		end = resolve;
	});
	const summary: ScriptedAnswer = [{ until: held }, ...saying('They talked.')];
	const { ports, model } = smallModel([answer(1300), answer(1300), answer(400), summary, ...more]);
	const clock = fakeClock();
	const store = memoryStore();
	const options = { id: 's1', cwd: '/work', compaction: small };
	const session = await Session.create(store, options, { ...ports, clock, identify: countingIds() });
	for (const text of ['one', 'two', 'three']) {
		await session.prompt(text);
		await clock.advance(1);
	}
	const heard: Envelope[] = [];
	session.subscribe((envelope) => void heard.push(envelope));
	expect(session.state()).toMatchObject({ isRunning: false, compacting: 'threshold' });
	/** Whether something has come to its end by now. */
	const isOver = async (step: Promise<unknown>) => {
		let over = false;
		const done = () => {
			over = true;
		};
		step.then(done, done);
		await clock.advance(1);
		return over;
	};
	return { session, store, clock, model, heard, end, isOver };
}

type Compacting = Awaited<ReturnType<typeof compacting>>;

const steps: readonly [string, (parts: Compacting, signal?: AbortSignal) => Promise<unknown>][] = [
	['navigate', ({ session }, signal) => session.navigate(null, { signal })],
	['fork', ({ session, store }, signal) => session.fork(store, { sessionId: 'f', createdAt: 1 }, { signal })],
	['askDelete', ({ session }, signal) => session.askDelete({ signal })],
];

describe.each(steps)('%s while a session is being compacted by itself', (_name, step) => {
	it('waits for that, and is done then', async () => {
		verifies('R105');
		const parts = await compacting();
		const done = step(parts);
		expect(await parts.isOver(done)).toBe(false);
		parts.end();
		expect(await done).toBeUndefined();
		expect(compactions(parts.heard)).toMatchObject([{ type: 'compaction_end', tokensAfter: expect.any(Number) }]);
	});

	it.each([
		['its own signal', ({ controller }: { controller: AbortController }) => controller.abort(), 'threshold'],
		['an abort of the session', ({ session }: Compacting) => session.abort(), undefined],
		['the end of the session', ({ session }: Compacting) => session.close(), undefined],
	])('is called off by %s', async (_how, callOff, compacts) => {
		const parts = await compacting();
		const controller = new AbortController();
		const refused = expect(step(parts, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
		await callOff({ ...parts, controller });
		await refused;
		expect(parts.session.state().compacting).toBe(compacts);
	});
});

describe('what waits for a compaction', () => {
	it('is done in the order in which it was asked for, a prompt behind a step on the branch where that goes', async () => {
		const parts = await compacting(saying('begun anew'));
		const moved = parts.session.navigate(null);
		const prompted = parts.session.prompt('from the beginning');
		const deleted = expect(parts.session.askDelete()).rejects.toMatchObject({
			code: 'SESSION_BUSY',
			message: 'session s1 is being deleted while a run is live: wait for it, or abort it first',
		});
		parts.end();
		await moved;
		expect(await prompted).toMatchObject({ summary: { endReason: 'stop' } });
		await deleted;
		expect(parts.model.requests.at(-1)?.messages).toHaveLength(1);
	});

	it('goes before a run that the session begins by itself', async () => {
		const parts = await compacting(saying('for the goal'));
		await parts.session.setGoal({ action: 'create', text: 'be done', budget: { runs: 1 } });
		const forked = parts.session.fork(parts.store, { sessionId: 'f', createdAt: 1 });
		parts.end();
		await forked;
		expect(courseOf(parts.heard)).toEqual([]);
		await parts.clock.advance(1);
		expect(courseOf(parts.heard)).toContain('agent_start');
	});

	it('by hand finds that there is nothing left to do', async () => {
		const parts = await compacting();
		const again = expect(parts.session.compact()).rejects.toMatchObject({ code: 'NOTHING_TO_COMPACT' });
		parts.end();
		await again;
	});
});

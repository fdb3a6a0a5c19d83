import { setImmediate as breathe } from 'node:timers/promises';
import { calling, type ScriptedAnswer, saying } from '@myelin/core/testing';
import { type Envelope, Session, type SessionEvent } from '@myelin/session';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '../verifies.ts';
import { scriptedPorts } from './scripted-session.ts';
import { seed, soaks } from './soak.ts';

const numRuns = soaks ? 20_000 : 150;

/** Joins when event `joinAt` is told, having seen all but the last `missed`; then lets the event loop turn `slowness` times an event. */
interface Reader {
	readonly joinAt: number;
	readonly missed: number;
	readonly slowness: number;
}

const reader = fc.record({
	joinAt: fc.integer({ min: 1, max: 60 }),
	missed: fc.integer({ min: 0, max: 60 }),
	slowness: fc.integer({ min: 0, max: 3 }),
});

const answer = fc.oneof(
	fc
		.array(fc.constantFrom('a ', 'bb ', 'ccc '), { minLength: 1, maxLength: 30 })
		.map((words) => saying(words.join(''))),
	fc.constant(calling({ id: 'c', name: 'echo', args: { text: 'x' } })),
);

const scenario = fc.record({
	answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
	readers: fc.array(reader, { minLength: 1, maxLength: 4 }),
	replayBytes: fc.constantFrom(600, 3000, 1 << 20),
});

describe(`replay (MYELIN_SEED=${seed})`, () => {
	it('gives any subscriber, from any position and however slow, every event once and in order, or tells the gap', {
		timeout: 600_000,
	}, async () => {
		verifies('R41');
		verifies('R124');
		await fc.assert(
			fc.asyncProperty(scenario, async ({ answers, readers, replayBytes }) => {
				const { told, received } = await play([...answers, saying('the end')], readers, replayBytes);
				for (const { afterSeq, envelopes } of received) expectContinuation(told, afterSeq, envelopes);
			}),
			{ seed, numRuns, endOnFailure: false },
		);
	});
});

interface Received {
	readonly afterSeq: number;
	readonly envelopes: readonly Envelope[];
}

async function play(answers: readonly ScriptedAnswer[], readers: readonly Reader[], replayBytes: number) {
	const session = new Session({ id: 's', cwd: '/', replayBytes }, scriptedPorts(answers));
	const told: Envelope[] = [];
	const received: Received[] = [];
	session.subscribe((envelope) => {
		told.push(envelope);
		for (const each of readers) if (each.joinAt === envelope.seq) received.push(join(session, envelope.seq, each));
	});
	await session.prompt('go');
	while (session.state().isRunning || told.at(-1)?.event.type !== 'session_idle') await breathe();
	const last = told.at(-1)?.seq ?? 0;
	while (received.some(({ afterSeq, envelopes }) => (envelopes.at(-1)?.seq ?? afterSeq) < last)) await breathe();
	return { told, received };
}

function join(session: Session, seq: number, { missed, slowness }: Reader): Received {
	const afterSeq = Math.max(0, seq - missed);
	const envelopes: Envelope[] = [];
	session.subscribe(
		async (envelope) => {
			envelopes.push(envelope);
			for (let turn = 0; turn < slowness; turn++) await breathe();
		},
		{ afterSeq },
	);
	return { afterSeq, envelopes };
}

/** `prev` links each envelope to the one before, and each stands for exactly the events between. */
function expectContinuation(told: readonly Envelope[], afterSeq: number, envelopes: readonly Envelope[]): void {
	let last = afterSeq;
	for (const { prev, seq, event } of envelopes) {
		expect(prev).toBe(last);
		const covered = told.slice(prev, seq).map((envelope) => envelope.event);
		if (event.type === 'gap') expect([event.from, event.to, event.state.seq]).toEqual([prev + 1, seq, seq]);
		else expectSame(event, covered);
		last = seq;
	}
	expect(last).toBe(told.at(-1)?.seq);
}

function expectSame(event: SessionEvent, covered: readonly SessionEvent[]): void {
	if (event.type !== 'message_update') {
		expect(covered).toEqual([event]);
		return;
	}
	const updates = covered.filter((each) => each.type === 'message_update');
	expect(updates.length).toBe(covered.length);
	expect(event.delta).toBe(updates.map(({ delta }) => delta).join(''));
	expect(event.message).toBe(updates.at(-1)?.message);
	expect(event.block).toBe(updates[0]?.block);
}

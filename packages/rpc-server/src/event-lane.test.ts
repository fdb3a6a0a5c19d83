import { fakeClock } from '@myelin/core/testing';
import type { Envelope, SessionEvent, SessionState } from '@myelin/session';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import { EventLane, type LaneTerms } from './event-lane.ts';

const terms: LaneTerms = { window: { kind: 'open' }, whenFull: 'wait', keepsDeltas: false, stallMs: 30_000 };
const calm = new AbortController().signal;
const next = new AbortController().signal;
const big = 'x'.repeat(300_000);

const update = (delta: string) =>
	({ type: 'message_update', delta, deltaKind: 'text', contentIndex: 0, chunk: {} }) as unknown as SessionEvent;
const notice = (message: string): SessionEvent => ({ type: 'notice', level: 'info', message });

/** A lane whose messages are short names, a session that numbers events, and a client that takes what a test says. */
function setUp(own: Partial<LaneTerms> = {}) {
	const clock = fakeClock();
	const leftOut: number[] = [];
	const unwritable: string[] = [];
	let seq = 0;
	let taken = 0;
	let isOver = false;
	const lane = new EventLane(
		{ ...terms, ...own },
		{
			clock,
			unwritable: ({ seq: number }, thrown) => void unwritable.push(`${number} ${thrown}`),
			message({ seq: number, event }) {
				if (event.type === 'notice' && event.message === 'unwritable') throw new Error('no JSON');
				return `${number} ${nameOf(event)}`.padEnd(sizeOf(event));
			},
			leftOut: (envelope) => void leftOut.push(envelope.seq),
			state: () => ({ sessionId: 's', seq: isOver ? seq - 1 : seq }) as SessionState,
			poke: () => {},
			taken: () => taken,
		},
		0,
	);
	return {
		clock,
		lane,
		leftOut,
		unwritable,
		/** Pushes an event; true once the session may go on. */
		push(event: SessionEvent, signal: AbortSignal = calm) {
			seq += 1;
			isOver = event.type === 'session_end';
			const envelope: Envelope = { sessionId: 's', seq, prev: seq - 1, at: 0, event };
			const told = { isDone: false };
			const waiting = lane.push(envelope, signal);
			if (waiting === undefined) told.isDone = true;
			else void waiting.then(() => Object.assign(told, { isDone: true }));
			return told;
		},
		take(force = false) {
			taken += 1;
			return lane.next(force)?.trimEnd();
		},
	};
}

function sizeOf(event: SessionEvent): number {
	return event.type === 'notice' ? event.message.length : 0;
}

function nameOf(event: SessionEvent): string {
	if (event.type === 'gap') return `gap ${event.from}-${event.to}`;
	if (event.type === 'message_update') return `+${event.delta}`;
	return event.type === 'notice' ? event.message.slice(0, 5) : event.type;
}

const end: SessionEvent = { type: 'session_end', reason: 'closed' };

describe("the session's end", () => {
	it('goes behind all that waits, and holds nobody', () => {
		const { push, take } = setUp();
		push(notice('a'));
		expect(push(end).isDone).toBe(true);
		expect([take(), take(), take()]).toEqual(['1 a', '2 session_end', undefined]);
	});

	it('goes behind a gap, which does not stand for it', () => {
		const { lane, push, take } = setUp({ whenFull: 'gap' });
		push(notice(big));
		push(notice('lost'));
		push(end);
		lane.end();
		expect([take(), take(), take()]).toEqual(['2 gap 1-2', '3 session_end', undefined]);
	});

	it('is not taken by a gap that goes out before it has come', () => {
		const { push, take } = setUp({ whenFull: 'gap' });
		push(notice(big));
		expect(take()).toBe('1 gap 1-1');
		push(end);
		expect(take()).toBe('2 session_end');
	});

	it('is sent to who asked for no such events, and lets an answer wait for it', async () => {
		const { lane, push, take } = setUp({ types: new Set(['notice']) });
		push(end);
		let hasPassed = false;
		const passed = lane.passed().then(() => {
			hasPassed = true;
		});
		await Promise.resolve();
		expect(hasPassed).toBe(false);
		expect(take()).toBe('1 session_end');
		await passed;
	});

	it('goes no more once another lane has its place', () => {
		const { lane, push, take } = setUp();
		push(end);
		lane.replaced();
		expect(take()).toBeUndefined();
	});

	it('follows at once where only an acknowledgement was missing', async () => {
		const { clock, lane, push, take } = setUp({ window: { kind: 'one' } });
		push(notice('a'));
		expect(take()).toBe('1 a');
		await clock.advance(30_000);
		lane.free();
		push(end);
		expect([take(), take()]).toEqual(['2 session_end', undefined]);
	});
});

describe('events that wait for a client', () => {
	it('go one by one while they are few', () => {
		const { push, take } = setUp();
		for (const delta of ['a', 'b']) push(update(delta));
		push(notice('end'));
		expect([take(), take(), take(), take()]).toEqual(['1 +a', '2 +b', '3 end', undefined]);
	});

	it('merge when they are many, under the number of the last; an end is never merged nor passed', () => {
		const { push, take } = setUp();
		for (let count = 1; count <= 100; count++) push(update('.'));
		push(notice('end'));
		push(update('z'));
		const sent = Array.from({ length: 66 }, () => take());
		expect(sent.slice(62)).toEqual(['63 +.', `100 +${'.'.repeat(37)}`, '101 end', '102 +z']);
	});

	it('go one by one up to what the client has given on, however many wait, and merge behind it only', () => {
		const { push, take } = setUp({ seenSeq: 80 });
		for (let count = 1; count <= 100; count++) push(update('.'));
		const sent = Array.from({ length: 82 }, () => take());
		expect(sent.slice(78)).toEqual(['79 +.', '80 +.', `100 +${'.'.repeat(20)}`, undefined]);
	});

	it('are left out when the client asked for other types, and the lane says so', () => {
		const { push, take, leftOut } = setUp({ types: new Set(['notice']) });
		push(update('a'));
		push(notice('n'));
		expect([take(), take()]).toEqual(['2 n', undefined]);
		expect(leftOut).toEqual([1]);
	});
});

describe('an event that cannot be written', () => {
	it('gives way to a gap, with what waits behind it, and what comes later goes as ever', () => {
		const { push, take, unwritable } = setUp();
		for (const message of ['one', 'unwritable', 'three']) push(notice(message));
		expect([take(), take(), take()]).toEqual(['1 one', '3 gap 2-3', undefined]);
		push(notice('four'));
		expect([take(), take()]).toEqual(['4 four', undefined]);
		expect(unwritable).toEqual(['2 Error: no JSON']);
	});
});

describe('a session that waits for a client without room', () => {
	it('goes on when there is room', async () => {
		verifies('R39');
		const { push, take, clock } = setUp();
		const told = push(notice(big));
		await clock.advance(29_000);
		expect(told.isDone).toBe(false);
		expect(take()).toBe('1 xxxxx');
		await clock.advance(0);
		expect(told.isDone).toBe(true);
	});

	it('goes on when the run is aborted, and the closing events are queued above the bound', async () => {
		verifies('R40');
		const { push, take, clock } = setUp();
		const abort = new AbortController();
		const told = push(notice(big), abort.signal);
		abort.abort();
		await clock.advance(0);
		expect([told.isDone, push(notice('end'), abort.signal).isDone]).toEqual([true, true]);
		expect([take(), take()]).toEqual(['1 xxxxx', '2 end']);
	});

	it('goes on after a stall, and the client gets one gap for all it did not take, also ever after', async () => {
		const { push, take, clock } = setUp();
		push(notice('first'));
		expect(take()).toBe('1 first');
		const told = push(notice(big));
		await clock.advance(30_000);
		expect(told.isDone).toBe(true);
		push(notice('more'));
		expect([take(), take()]).toEqual(['gap 2-3'].map((gap) => `3 ${gap}`).concat([undefined as never]));
		push(notice('after'));
		expect(take()).toBe('4 after');
		expect(push(notice(big)).isDone).toBe(true);
		expect(take()).toBe('5 gap 5-5');
	});

	it('waits on for a client that takes something every 29 s: slow is not stalled', async () => {
		const { push, take, clock } = setUp();
		for (let count = 0; count < 4; count++) push(notice('x'.repeat(60_000)));
		const told = push(notice(big));
		for (let count = 0; count < 3; count++) {
			await clock.advance(29_000);
			expect(take()).toMatch(/xxxxx/);
		}
		expect(told.isDone).toBe(false);
	});

	it('waits for one that takes an event every 29 s no longer than 150 s of a run altogether', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		for (let seq = 1; seq <= 5; seq++) {
			const told = push(notice('n'));
			take();
			await clock.advance(29_000);
			expect(told.isDone).toBe(false);
			lane.ack(seq);
			await clock.advance(0);
			expect(told.isDone).toBe(true);
		}
		const last = push(notice('last'));
		take();
		await clock.advance(4999);
		expect(last.isDone).toBe(false);
		await clock.advance(1);
		expect([last.isDone, push(notice('more')).isDone]).toEqual([true, true]);
		lane.ack(6);
		expect(take()).toBe('7 gap 7-7');
	});

	it('waits for one that takes them steadily as long as the run goes on', async () => {
		verifies('R39');
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		for (let seq = 1; seq <= 400; seq++) {
			const told = push(notice('n'));
			expect(take()).toBe(`${seq} n`);
			await clock.advance(900);
			expect(told.isDone).toBe(false);
			lane.ack(seq);
		}
	});

	it('has as much patience in the next run', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		for (let seq = 1; seq <= 12; seq++) {
			const told = push(notice('n'), seq <= 5 ? calm : next);
			take();
			await clock.advance(seq === 11 ? 4999 : 29_000);
			expect(told.isDone).toBe(seq === 12);
			lane.ack(seq);
			await clock.advance(0);
		}
	});

	it('goes on when the subscription ends; what waits is still there for the outbox', async () => {
		const { push, take, lane, clock } = setUp();
		const told = push(notice(big));
		lane.end();
		await clock.advance(0);
		expect(told.isDone).toBe(true);
		expect(take()).toBe('1 xxxxx');
		expect(push(notice('late')).isDone).toBe(true);
		expect(take()).toBeUndefined();
	});

	it('goes on when it closes, and waits for that client no more: all that it still says is there for the outbox', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		const told = push(notice('start'));
		expect(take()).toBe('1 start');
		lane.free();
		await clock.advance(0);
		expect(told.isDone).toBe(true);
		expect([push(notice(big)).isDone, push(notice('end')).isDone]).toEqual([true, true]);
		expect([take(), take(), take()]).toEqual(['2 xxxxx', '3 end', undefined]);
	});

	it('never waits for one that takes a gap instead', () => {
		const { push, take } = setUp({ whenFull: 'gap' });
		push(notice('a'));
		expect(push(notice(big)).isDone).toBe(true);
		expect([take(), take()]).toEqual(['2 gap 1-2', undefined]);
	});
});

describe('credit', () => {
	it('holds events back until what is on its way was acknowledged; one larger than the window goes alone', () => {
		const { push, take, lane } = setUp({ window: { kind: 'bytes', bytes: 400 } });
		push(notice('a'));
		push(notice('b'.repeat(1000)));
		push(notice('c'));
		expect([take(), take()]).toEqual(['1 a', undefined]);
		lane.ack(1);
		expect([take(), take()]).toEqual(['2 bbbbb', undefined]);
		lane.ack(2);
		expect(take()).toBe('3 c');
	});

	it('of one event makes the client part of the barrier; deltas run ahead and merge', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		const start = push(notice('start'));
		expect(take()).toBe('1 start');
		await clock.advance(0);
		expect(start.isDone).toBe(false);
		lane.ack(1);
		await clock.advance(0);
		expect(start.isDone).toBe(true);
		expect([push(update('a')).isDone, take()]).toEqual([true, '2 +a']);
		expect([push(update('b')).isDone, push(update('c')).isDone, take()]).toEqual([true, true, undefined]);
		lane.ack(2);
		expect(take()).toBe('4 +bc');
	});

	it('is not given for what was not sent yet', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		lane.ack(99);
		const start = push(notice('start'));
		expect(take()).toBe('1 start');
		await clock.advance(0);
		expect(start.isDone).toBe(false);
	});

	it('that is never given back is a stall: reading alone is not taking', async () => {
		const { push, take, clock } = setUp({ window: { kind: 'one' } });
		const told = push(notice('start'));
		take();
		await clock.advance(15_000);
		take();
		await clock.advance(15_000);
		expect(told.isDone).toBe(true);
	});

	it('is needed by nobody at the end: what waits goes by force', () => {
		const { push, take } = setUp({ window: { kind: 'one' } });
		push(update('a'));
		push(notice('b'));
		expect([take(), take(), take(true)]).toEqual(['1 +a', undefined, '2 b']);
	});
});

describe('a lane whose place another one has taken', () => {
	it('sends nothing more: neither what waits for the outbox nor a gap', () => {
		const waiting = setUp();
		for (const name of ['a', 'b', 'c']) waiting.push(notice(name));
		expect(waiting.take()).toBe('1 a');
		waiting.lane.replaced();
		expect([waiting.take(), waiting.take(true)]).toEqual([undefined, undefined]);
		const late = setUp({ whenFull: 'gap' });
		late.push(notice(big));
		late.lane.replaced();
		expect(late.take(true)).toBeUndefined();
	});

	it('holds nobody: neither the session nor an answer', async () => {
		const { push, lane, clock } = setUp();
		const told = push(notice(big));
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		lane.replaced();
		await clock.advance(0);
		expect([told.isDone, passed.isDone]).toEqual([true, true]);
	});
});

describe('an answer that must follow its events', () => {
	it('waits until they have gone, or gave way to a gap that has', async () => {
		const { push, take, lane, clock } = setUp({ whenFull: 'gap' });
		push(notice('a'));
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		push(notice(big));
		await clock.advance(60_000);
		expect(passed.isDone).toBe(false);
		expect(take()).toBe('2 gap 1-2');
		await clock.advance(0);
		expect(passed.isDone).toBe(true);
	});

	it('waits no longer for one that gives no credit back: after a stall it gets one gap, and then the answer', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'bytes', bytes: 2000 }, whenFull: 'gap' });
		push(notice('a'.repeat(1500)));
		const first = take();
		push(notice('b'.repeat(1500)));
		expect([first, take()]).toEqual(['1 aaaaa', undefined]);
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		await clock.advance(29_999);
		expect([passed.isDone, take()]).toEqual([false, undefined]);
		await clock.advance(1);
		expect(take()).toBe('2 gap 2-2');
		await clock.advance(0);
		expect(passed.isDone).toBe(true);
	});

	it('waits on for one that gives credit back now and then', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'bytes', bytes: 2000 } });
		push(notice('x'.repeat(1500)));
		expect(take()).toBe('1 xxxxx');
		push(notice('x'.repeat(900)));
		push(notice('x'.repeat(900)));
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		await clock.advance(29_000);
		lane.ack(1);
		expect(take()).toBe('2 xxxxx');
		await clock.advance(29_000);
		lane.ack(2);
		expect([passed.isDone, take()]).toEqual([false, '3 xxxxx']);
		await clock.advance(0);
		expect(passed.isDone).toBe(true);
	});

	it('waits for them no longer for want of credit once the session closes', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		push(update('a'));
		push(notice('b'));
		expect([take(), take()]).toEqual(['1 +a', undefined]);
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		lane.free();
		expect(take()).toBe('2 b');
		await clock.advance(0);
		expect(passed.isDone).toBe(true);
	});

	it('waits for them also when the subscription has ended, and they need no credit then', async () => {
		const { push, take, lane, clock } = setUp({ window: { kind: 'one' } });
		push(update('a'));
		push(notice('b'));
		take();
		const passed = { isDone: false };
		void lane.passed().then(() => Object.assign(passed, { isDone: true }));
		lane.end();
		await clock.advance(0);
		expect(passed.isDone).toBe(false);
		expect(take()).toBe('2 b');
		await clock.advance(0);
		expect(passed.isDone).toBe(true);
	});
});

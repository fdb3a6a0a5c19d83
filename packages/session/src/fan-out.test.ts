import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/verifies.ts';
import type { Envelope } from './events.ts';
import { FanOut } from './fan-out.ts';
import { Ring } from './ring.ts';

const { signal } = new AbortController();

function fixture(limit = 1 << 20) {
	const ring = new Ring(0, limit);
	const failures: unknown[] = [];
	const envelope = (seq: number, prev = seq - 1): Envelope => ({
		sessionId: 's',
		seq,
		prev,
		at: 0,
		event: { type: 'notice', level: 'info', message: `${seq}` },
	});
	const out = new FanOut({
		after: (seq) => ring.after(seq),
		gap: (seq) => ({ ...envelope(ring.newest, seq), event: { type: 'session_idle' } }),
		failed: (thrown) => failures.push(thrown),
	});
	let next = 1;
	const tell = () => {
		const told = envelope(next++);
		ring.push(told);
		return out.deliver(told, signal);
	};
	return { out, ring, tell, failures };
}

/** A listener that stays in its first event until it is released. */
function hanging(): {
	heard: string[];
	release: () => void;
	listener: (envelope: Envelope) => Promise<void> | undefined;
} {
	let release = () => {};
	const gate = new Promise<void>((resolve) => {
		release = resolve;
	});
	const heard: string[] = [];
	return {
		heard,
		release: () => release(),
		listener: ({ seq, event }) => {
			heard.push(event.type === 'session_idle' ? `gap to ${seq}` : `${seq}`);
			return heard.length === 1 ? gate : undefined;
		},
	};
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a fan-out', () => {
	it('waits for each listener in order, and not at all when all return at once', async () => {
		verifies('R43');
		const { out, tell } = fixture();
		const heard: string[] = [];
		out.subscribe(({ seq }) => void heard.push(`a${seq}`), 0, 'live');
		expect(tell()).toBeUndefined();
		out.subscribe(async ({ seq }) => void heard.push(`b${seq}`), 1, 'live');
		out.subscribe(({ seq }) => void heard.push(`c${seq}`), 1, 'live');
		await tell();
		expect(heard).toEqual(['a1', 'a2', 'b2', 'c2']);
	});

	it('gives up who hangs at the deadline, waits for nobody until it has caught up, and loses nothing', async () => {
		verifies('R40');
		const { out, tell } = fixture();
		const slow = hanging();
		const heard: number[] = [];
		out.subscribe(slow.listener, 0, 'live');
		out.subscribe(({ seq }) => void heard.push(seq), 0, 'live');
		const first = tell();
		expect(heard).toEqual([]);
		out.expire();
		await first;
		out.begin();
		expect(tell()).toBeUndefined();
		expect(tell()).toBeUndefined();
		expect([heard, slow.heard]).toEqual([[1, 2, 3], ['1']]);
		slow.release();
		await turn();
		expect(slow.heard).toEqual(['1', '2', '3']);
		await tell();
		expect(slow.heard).toEqual(['1', '2', '3', '4']);
	});

	it('tells one gap to who comes back too late', async () => {
		const { out, tell } = fixture(1000);
		const slow = hanging();
		out.subscribe(slow.listener, 0, 'live');
		const first = tell();
		out.expire();
		await first;
		for (let count = 0; count < 100; count++) await tell();
		slow.release();
		await turn();
		await tell();
		expect(slow.heard).toEqual(['1', 'gap to 101', '102']);
	});

	it('keeps what a listener threw, also late and while it reads, and serves it on', async () => {
		const { out, tell, failures } = fixture();
		const heard: number[] = [];
		await tell();
		out.subscribe(
			({ seq }) => {
				heard.push(seq);
				throw new Error(`at ${seq}`);
			},
			0,
			'reading',
		);
		await turn();
		await tell();
		expect(heard).toEqual([1, 2]);
		expect(failures).toEqual([new Error('at 1'), new Error('at 2')]);
	});

	it('hears no more once it is unsubscribed, also while it reads', async () => {
		const { out, tell } = fixture();
		const heard: number[] = [];
		await tell();
		await tell();
		const stop = out.subscribe(
			({ seq }) => {
				heard.push(seq);
				stop();
			},
			0,
			'reading',
		);
		await turn();
		await tell();
		expect(heard).toEqual([1]);
	});

	it('gives an event once to who has read it while an earlier listener was waited for', async () => {
		verifies('R41');
		const { out, tell } = fixture();
		const first = hanging();
		const heard: number[] = [];
		out.subscribe(first.listener, 0, 'live');
		out.subscribe(({ seq }) => void heard.push(seq), 0, 'reading');
		const told = tell();
		await turn();
		expect(heard).toEqual([1]);
		first.release();
		await told;
		await tell();
		expect(heard).toEqual([1, 2]);
	});
});

import type { Writable } from 'node:stream';
import { encodeFrame, type Framing } from './framing/framing.ts';

/** Characters that may wait before `send` asks its caller to wait: some 1 MiB. */
const roomFor = 1 << 20;

/** Characters after which a write does not wait for the end of the turn of the event loop. */
const worthAWrite = 1 << 16;

/**
 * The one way out of a connection: a FIFO of messages, written once a turn of the event loop, and while one write is
 * under way everything else waits to be joined into the next. Nothing is dropped until the stream is lost.
 */
export interface Outbox {
	/** Queues one serialised message, even when there is no room. Nothing happens once the stream is lost. */
	send(json: string): void;
	/** Undefined when there is room, else a promise that resolves when there is, or when the stream is lost. */
	room(): Promise<void> | undefined;
	/** Resolves when the operating system has taken everything queued so far, or the stream is lost. */
	flush(): Promise<void>;
	/** Characters that the operating system has not taken. */
	readonly size: number;
}

interface State {
	queue: string[];
	/** Characters handed in, given to the stream, and taken by the operating system, since the beginning. */
	handed: number;
	given: number;
	taken: number;
	isScheduled: boolean;
	isLost: boolean;
	waiting: { resolve: () => void; until: () => boolean }[];
}

/**
 * An outbox on a stream. `framing` is asked at each message. `onTaken` is called when a write is done; `onLost` once,
 * when the stream fails or closes (EPIPE is a close like any other).
 */
export function createOutbox(
	stream: Writable,
	options: { framing: () => Framing; onTaken: () => void; onLost: () => void },
): Outbox {
	const state: State = { queue: [], handed: 0, given: 0, taken: 0, isScheduled: false, isLost: false, waiting: [] };
	const hasRoom = () => state.handed - state.taken < roomFor;

	function wake(): void {
		const ready = state.waiting.filter((waiter) => waiter.until());
		if (ready.length === 0) return;
		state.waiting = state.waiting.filter((waiter) => !ready.includes(waiter));
		for (const waiter of ready) waiter.resolve();
	}

	function lose(): void {
		if (state.isLost) return;
		state.isLost = true;
		state.queue = [];
		state.taken = state.handed;
		wake();
		options.onLost();
	}

	function write(): void {
		state.isScheduled = false;
		if (state.isLost || state.given > state.taken || state.queue.length === 0) return;
		const batch = state.queue.join('');
		state.queue = [];
		state.given = state.handed;
		stream.write(batch, 'utf8', (error) => {
			if (error) {
				lose();
				return;
			}
			state.taken = state.given;
			write();
			wake();
			options.onTaken();
		});
	}

	function wait(until: () => boolean): Promise<void> | undefined {
		return until() ? undefined : new Promise((resolve) => state.waiting.push({ resolve, until }));
	}

	stream.on('error', lose);
	stream.on('close', lose);

	return {
		send(json) {
			if (state.isLost) return;
			const frame = encodeFrame(options.framing(), json);
			state.queue.push(frame);
			state.handed += frame.length;
			if (state.handed - state.given > worthAWrite) write();
			else if (!state.isScheduled) {
				state.isScheduled = true;
				setImmediate(write);
			}
		},
		room: () => wait(hasRoom),
		async flush() {
			const mark = state.handed;
			await wait(() => state.taken >= mark);
		},
		get size() {
			return state.handed - state.taken;
		},
	};
}

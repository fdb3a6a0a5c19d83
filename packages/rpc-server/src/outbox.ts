import type { Writable } from 'node:stream';
import { encodeFrame, type Framing } from './framing/framing.ts';

/** Characters that may wait before `room` asks for patience: some 1 MiB. */
const roomFor = 1 << 20;

/** Characters that may wait before sources are asked for no more: what they have can still merge there. */
const roomForSources = 1 << 17;

/** Characters after which a write does not wait for the end of the turn of the event loop; no more are written at once. */
const worthAWrite = 1 << 16;

/** Something whose messages can wait outside the FIFO, until there is room in it. */
export interface Source {
	/** The next message, if there is one that may go now; `force` asks for it whatever holds it back. */
	next(force: boolean): string | undefined;
}

/**
 * The one way out of a connection: a FIFO of messages, written once a turn of the event loop, and while one write is
 * under way everything else waits to be joined into the next. Nothing is dropped until the stream is lost.
 */
export interface Outbox {
	/**
	 * Queues one serialised message, even when there is no room; what sources have goes before it if there is. Nothing
	 * happens once the stream is lost.
	 */
	send(json: string): void;
	/** Asks a source for its messages when there is room, at the end of this turn of the event loop at the earliest. */
	poke(source: Source): void;
	/** Asks them now, as far as there is room. */
	gather(): void;
	/** Undefined when there is room, else a promise that resolves when there is, or when the stream is lost. */
	room(): Promise<void> | undefined;
	/** Asks sources for all they have, room or not. Resolves when the operating system has taken it, or the stream is lost. */
	flush(): Promise<void>;
	/** Resolves when the stream has taken everything that was sent so far, or with false when it was lost before. */
	delivered(): Promise<boolean>;
	/** Characters that the operating system has not taken. */
	readonly size: number;
	/** Characters that it has taken since the beginning. */
	readonly taken: number;
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
	/** Those that may have something, in the order of their turns. */
	readonly sources: Set<Source>;
}

/**
 * An outbox on a stream. `framing` is asked at each message. `onTaken` is called when a write is done; `onLost` once,
 * when the stream fails or closes (EPIPE is a close like any other).
 */
export function createOutbox(
	stream: Writable,
	options: { framing: () => Framing; onTaken: () => void; onLost: () => void },
): Outbox {
	const state: State = {
		queue: [],
		handed: 0,
		given: 0,
		taken: 0,
		isScheduled: false,
		isLost: false,
		waiting: [],
		sources: new Set(),
	};
	const hasRoom = () => state.handed - state.taken < roomFor;

	function wake(): void {
		const ready = state.waiting.filter((waiter) => waiter.until());
		if (ready.length === 0) return;
		state.waiting = state.waiting.filter((waiter) => !ready.includes(waiter));
		for (const waiter of ready) waiter.resolve();
	}

	function enqueue(json: string): void {
		const frame = encodeFrame(options.framing(), json);
		state.queue.push(frame);
		state.handed += frame.length;
	}

	/** Takes one message of each source in turn, while there is room or by force; a lost stream takes all and keeps none. */
	function ask(force: boolean): void {
		while (state.sources.size > 0) {
			for (const source of state.sources) {
				if (!force && state.handed - state.taken >= roomForSources) return;
				const json = source.next(force);
				if (json === undefined) state.sources.delete(source);
				else if (!state.isLost) enqueue(json);
			}
		}
	}

	function lose(): void {
		if (state.isLost) return;
		state.isLost = true;
		state.queue = [];
		state.taken = state.handed;
		ask(true);
		wake();
		options.onLost();
	}

	/** Whole messages of `worthAWrite` characters at most, or a piece of one that is larger: how far it got shows while it goes. */
	function batch(): string {
		const [first = ''] = state.queue;
		if (first.length > worthAWrite) {
			const piece = first.slice(0, endOfPiece(first));
			state.queue[0] = first.slice(piece.length);
			return piece;
		}
		let size = 0;
		const count = state.queue.findIndex((frame) => {
			size += frame.length;
			return size > worthAWrite;
		});
		const frames = count === -1 ? state.queue : state.queue.splice(0, count);
		if (count === -1) state.queue = [];
		return frames.join('');
	}

	function write(): void {
		state.isScheduled = false;
		if (state.isLost || state.given > state.taken) return;
		ask(false);
		if (state.queue.length === 0) return;
		const text = batch();
		state.given += text.length;
		stream.write(text, 'utf8', (error) => {
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

	function schedule(): void {
		if (state.isScheduled) return;
		state.isScheduled = true;
		setImmediate(write);
	}

	/** Ends when the operating system has taken so much, or the stream is lost: whoever cannot wait for that gives the connection up. */
	function wait(until: () => boolean): Promise<void> | undefined {
		return until() ? undefined : new Promise((resolve) => state.waiting.push({ resolve, until }));
	}

	stream.on('error', lose);
	stream.on('close', lose);

	return {
		send(json) {
			if (state.isLost) return;
			ask(false);
			enqueue(json);
			if (state.handed - state.given > worthAWrite) write();
			else schedule();
		},
		poke(source) {
			state.sources.add(source);
			if (state.isLost) ask(true);
			else schedule();
		},
		gather: () => ask(false),
		room: () => wait(hasRoom),
		async flush() {
			ask(true);
			schedule();
			const mark = state.handed;
			await wait(() => state.taken >= mark);
		},
		async delivered() {
			const mark = state.handed;
			await wait(() => state.taken >= mark);
			return !state.isLost;
		},
		get size() {
			return state.handed - state.taken;
		},
		get taken() {
			return state.taken;
		},
	};
}

/** Where a piece of a large text ends, so that no character is cut in two. */
function endOfPiece(text: string): number {
	const last = text.charCodeAt(worthAWrite - 1);
	return last >= 0xd800 && last < 0xdc00 ? worthAWrite - 1 : worthAWrite;
}

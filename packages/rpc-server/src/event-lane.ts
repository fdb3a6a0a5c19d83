import type { Clock } from '@myelin/core';
import type { Envelope, SessionState } from '@myelin/session';
import { Credit, type Window } from './credit.ts';
import { HeldTime } from './held-time.ts';
import type { Source } from './outbox.ts';
import { WaitingEvents } from './waiting-events.ts';

/** What a client and its server agreed on for one subscription. */
export interface LaneTerms {
	readonly window: Window;
	/** What happens when there is no room: the session waits, or the client gets one gap instead of what waits. */
	readonly whenFull: 'wait' | 'gap';
	/** Whether each delta goes by itself, however many wait. */
	readonly keepsDeltas: boolean;
	/** Deltas up to this number go each by itself, however many wait: the client leaves out what it gave on already. */
	readonly seenSeq?: number | undefined;
	/** The only events that are sent, beside gaps; all if absent. */
	readonly types?: ReadonlySet<string> | undefined;
	/** How long a client that is waited for may take nothing before it is treated as `gap`, in ms. */
	readonly stallMs: number;
}

/** What a lane needs of its session and its connection. */
export interface LanePorts {
	readonly clock: Clock;
	/** The message that tells an event. */
	message(envelope: Envelope): string;
	/** An event was left out that the client did not ask for. */
	leftOut(envelope: Envelope): void;
	/** An event could not be made a message; the client gets a gap instead. */
	unwritable(envelope: Envelope, thrown: unknown): void;
	/** Where the session stands. */
	state(): SessionState;
	/** There is something to send. */
	poke(): void;
	/** Rises whenever the client's side has taken something. */
	taken(): number;
}

interface Wait {
	/** Who waits: the session for this client, or an answer for its events. */
	readonly who: 'session' | 'answer';
	readonly isOver: () => boolean;
	readonly resolve: () => void;
}

/** About the bytes that may wait for one client of one session before the session does. */
const roomFor = 64 << 10;

/** What a client may hold one run altogether in long waits, in times of its stall. */
const stallsOfARun = 5;

/** So many events of one turn of the event loop go as they are: more come only in a burst, or to a client that is slow. */
const fewEvents = 64;

/**
 * The events of one subscription on their way to the outbox. While they wait for it, or for the client's credit, adjacent
 * deltas merge; when too many wait the session waits too. Each of these waits ends with room (or an acknowledgement), the
 * abort of the run, a stall, or the end of the session or of the subscription.
 */
export class EventLane implements Source {
	readonly #terms: LaneTerms;
	readonly #ports: LanePorts;
	readonly #waiting: WaitingEvents;
	readonly #credit: Credit;
	readonly #limit: number;
	#whenFull: 'wait' | 'gap';
	/** The first number of what gave way to a gap that is not sent yet. */
	#gapFrom: number | undefined;
	/** The newest number that was pushed, and the newest that was sent. */
	#pushed: number;
	#sent: number;
	#hasEnded = false;
	/** The session's end, which goes behind all else and gives way to nothing. */
	#last: Envelope | undefined;
	/** Nobody waits for the client any longer, nor is anything held back for its credit. */
	#isFree = false;
	#waits: Wait[] = [];
	#callOffWatch: (() => void) | undefined;
	readonly #held: HeldTime;
	/** An answer has waited for credit long enough: the gap that stands for its events needs none. */
	#isGapFree = false;

	/** A lane of a client that knows everything up to `seq`. */
	constructor(terms: LaneTerms, ports: LanePorts, seq: number) {
		this.#terms = terms;
		this.#ports = ports;
		this.#waiting = new WaitingEvents(mergeFrom(terms), terms.seenSeq);
		this.#credit = new Credit(terms.window);
		this.#limit = terms.window.kind === 'bytes' ? Math.min(roomFor, terms.window.bytes) : roomFor;
		this.#whenFull = terms.whenFull;
		this.#held = new HeldTime(ports.clock, terms.stallMs * stallsOfARun);
		this.#pushed = seq;
		this.#sent = seq;
	}

	/** Takes the next event of the session; a promise holds the session. `signal` is the run's. */
	push(envelope: Envelope, signal: AbortSignal): void | Promise<void> {
		if (this.#hasEnded || envelope.seq <= this.#pushed) return;
		this.#pushed = envelope.seq;
		if (!this.#isAsked(envelope)) {
			this.#ports.leftOut(envelope);
			if (this.#waits.length > 0) this.#look();
			return;
		}
		if (envelope.event.type === 'session_end') {
			this.#last = envelope;
			return this.#ports.poke();
		}
		if (this.#gapFrom === undefined) this.#waiting.push(envelope);
		this.#ports.poke();
		if (signal.aborted || this.#isFree || this.#gapFrom !== undefined) return;
		const isOver = this.#waitFor(envelope);
		if (isOver()) return;
		if (this.#whenFull === 'gap') return this.#giveWay();
		this.#held.begin(signal);
		return this.#wait('session', isOver, signal);
	}

	/** The next message if it may go now; `force` asks for it whatever credit there is. */
	next(force: boolean): string | undefined {
		const isFree = force || this.#isFree;
		if (this.#gapFrom !== undefined) return this.#nextGap(this.#gapFrom, isFree);
		if (this.#waiting.count === 0) return this.#nextEnd(isFree);
		if (!(isFree || this.#credit.allows(this.#waiting.nextWeight))) return undefined;
		const envelope = this.#waiting.shift();
		return envelope === undefined ? undefined : this.#sendOrGap(envelope, isFree);
	}

	/** The client has taken everything up to this number. */
	ack(seq: number): void {
		this.#credit.ack(seq);
		this.#ports.poke();
		this.#look();
	}

	/**
	 * Resolves when everything that the session has told has gone to the outbox, or gave way to a gap that has: also what is
	 * still to be pushed, as to a client that came late.
	 */
	async passed(): Promise<void> {
		const mark = Math.max(this.#pushed, this.#ports.state().seq);
		const isOver = () => {
			if (this.#sent >= mark) return true;
			const isPushed = this.#pushed >= mark || this.#hasEnded;
			return isPushed && this.#waiting.count === 0 && this.#gapFrom === undefined && this.#last === undefined;
		};
		if (!isOver()) await this.#wait('answer', isOver);
	}

	/** The session is closing: what it says to its end goes out as fast as the outbox takes it, and nobody waits for the client. */
	free(): void {
		this.#isFree = true;
		this.#ports.poke();
		this.#look();
	}

	/** Takes nothing more. What waits is for the outbox to ask for, and needs no credit any longer. */
	end(): void {
		this.#hasEnded = true;
		this.free();
	}

	/** Another lane has taken its place: what waits here is told there, and goes out from here no more. */
	replaced(): void {
		this.#waiting.clear();
		this.#gapFrom = undefined;
		this.#last = undefined;
		this.end();
	}

	/** What has to come before the session may go on after this event. */
	#waitFor(envelope: Envelope): () => boolean {
		const { window } = this.#terms;
		const mayRunAhead = window.kind !== 'one' || envelope.event.type === 'message_update';
		if (mayRunAhead || this.#whenFull === 'gap') return () => this.#waiting.weight < this.#limit;
		return () => this.#gapFrom !== undefined || this.#credit.acked >= envelope.seq;
	}

	#isAsked({ event: { type } }: Envelope): boolean {
		const isAlways = type === 'gap' || type === 'session_end';
		return isAlways || this.#terms.types === undefined || this.#terms.types.has(type);
	}

	#send(envelope: Envelope): string {
		const text = this.#ports.message(envelope);
		this.#sent = envelope.seq;
		this.#credit.sent(envelope.seq, text.length);
		if (this.#waits.length > 0) this.#look();
		return text;
	}

	/** An event that cannot be written gives way to a gap, as what waits behind it: no client misses a number without being told. */
	#sendOrGap(envelope: Envelope, isFree: boolean): string | undefined {
		try {
			return this.#send(envelope);
		} catch (thrown) {
			this.#ports.unwritable(envelope, thrown);
			this.#giveWay();
			return this.next(isFree);
		}
	}

	#nextGap(from: number, isFree: boolean): string | undefined {
		if (!(isFree || this.#isGapFree || this.#credit.allows(0))) return undefined;
		this.#gapFrom = undefined;
		this.#isGapFree = false;
		const state = this.#ports.state();
		const { sessionId, seq: to } = state;
		// What gave way was sent already, and waited only to be acknowledged.
		if (to < from) return this.next(isFree);
		this.#pushed = Math.max(this.#pushed, to);
		return this.#send({
			sessionId,
			seq: to,
			prev: this.#sent,
			at: this.#ports.clock.now(),
			event: { type: 'gap', from, to, state },
		});
	}

	#nextEnd(isFree: boolean): string | undefined {
		const last = this.#last;
		if (last === undefined || !(isFree || this.#credit.allows(0))) return undefined;
		this.#last = undefined;
		return this.#send(last);
	}

	/** Everything that waits becomes one gap. */
	#giveWay(): void {
		this.#gapFrom = this.#sent + 1;
		this.#waiting.clear();
		this.#ports.poke();
		this.#look();
	}

	#wait(who: Wait['who'], isOver: () => boolean, signal?: AbortSignal): Promise<void> {
		return new Promise((done) => {
			const resolve = () => {
				signal?.removeEventListener('abort', abort);
				done();
			};
			const wait = { who, isOver, resolve };
			const abort = () => {
				this.#waits = this.#waits.filter((other) => other !== wait);
				resolve();
				this.#look();
			};
			signal?.addEventListener('abort', abort, { once: true });
			if (who === 'session' && !this.#holds('session')) this.#callOffWatch?.();
			this.#waits.push(wait);
			this.#watch();
		});
	}

	/** Ends the waits that are over. */
	#look(): void {
		const over = this.#waits.filter(({ who, isOver }) => isOver() || (this.#isFree && who === 'session'));
		this.#waits = this.#waits.filter((wait) => !over.includes(wait));
		for (const { resolve } of over) resolve();
		if (!this.#holds('session')) this.#held.end();
		if (!this.#isWatched()) this.#callOffWatch?.();
	}

	#holds(who: Wait['who']): boolean {
		return this.#waits.some((wait) => wait.who === who);
	}

	/** An answer alone is held up by missing credit only: whoever does not read does not read answers either. */
	#isWatched(): boolean {
		return this.#holds('session') || (this.#holds('answer') && this.#terms.window.kind !== 'open');
	}

	/** While something waits: a client that takes nothing for so long, or holds a run so often, is waited for no longer. */
	#watch(): void {
		if (this.#callOffWatch !== undefined || !this.#isWatched()) return;
		const before = this.#progress();
		const { stallMs } = this.#terms;
		const ms = this.#holds('session') ? Math.min(stallMs, this.#held.restMs) : stallMs;
		const callOff = this.#ports.clock.after(ms, () => {
			this.#callOffWatch = undefined;
			if (!this.#isWatched()) return;
			const hasTime = !this.#holds('session') || this.#held.restMs > 0;
			if (this.#progress() !== before && hasTime) return this.#watch();
			this.#giveUp();
		});
		this.#callOffWatch = () => {
			callOff();
			this.#callOffWatch = undefined;
		};
	}

	#giveUp(): void {
		this.#whenFull = 'gap';
		this.#isGapFree = this.#holds('answer');
		this.#giveWay();
	}

	#progress(): number {
		return this.#terms.window.kind === 'open' ? this.#ports.taken() : this.#credit.acked;
	}
}

function mergeFrom({ window, keepsDeltas }: LaneTerms): number {
	if (keepsDeltas) return Number.POSITIVE_INFINITY;
	return window.kind === 'one' ? 1 : fewEvents;
}

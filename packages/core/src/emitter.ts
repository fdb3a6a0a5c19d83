import type { Clock } from './clock.ts';
import { isThenable } from './wait.ts';

/**
 * Hears every event in order; returning a promise holds the stream until it settles. `signal` is the run's. Heavy work is the
 * listener's own to move elsewhere, and so are its errors to catch: what it throws fails the run.
 */
export type Listener<Event> = (event: Event, signal: AbortSignal) => void | PromiseLike<void>;

/** What an emitter needs from its agent. */
export interface EmitterPorts<Event> {
	/** Changes the state, before any listener hears of the event. */
	apply(event: Event): void;
	/** The signal of the live run. */
	signal(): AbortSignal;
	/** A listener threw or rejected; the event still goes to the others. `late`: it had been given up before, so the run is not its to fail. */
	failed(thrown: unknown, when: 'live' | 'late'): void;
	readonly clock: Clock;
	/** Milliseconds after which a listener that is still waited for is reported. */
	readonly slowListenerMs: number;
	/** A listener holds the stream; told once a run. */
	slow(ms: number): void;
	/** A listener that was given up for a run was still at it when the next began, and is unsubscribed. */
	dropped(): void;
}

/** `behind`: was given up at a deadline and reads what it missed on its own. `gone`: hears nothing more; `lost`: the same, and it had been given up. */
interface Subscriber<Event> {
	readonly listener: Listener<Event>;
	state: 'live' | 'behind' | 'gone' | 'lost';
	readonly missed: [Event, AbortSignal][];
}

/** The only fan-out and the only barrier: events go out one at a time, each listener awaited before the next. */
export class Emitter<Event> {
	readonly #ports: EmitterPorts<Event>;
	readonly #queue: { event: Event; done: () => void }[] = [];
	/** Replaced on every change, so that a delivery under way keeps its own list. */
	#subscribers: readonly Subscriber<Event>[] = [];
	#delivering = false;
	/** How deep the synchronous part of listeners is nested. */
	#calling = 0;
	#awaited: { readonly since: number; readonly giveUp: () => void } | undefined;
	/** Whether somebody looks after slow listeners; `told` until the next run. */
	#watch: 'off' | 'on' | 'told' = 'off';
	/** The deadline has passed: nobody is waited for any longer. */
	#overdue = false;

	constructor(ports: EmitterPorts<Event>) {
		this.#ports = ports;
	}

	/** Whether a listener's synchronous part is on the stack. */
	get isCalling(): boolean {
		return this.#calling > 0;
	}

	subscribe(listener: Listener<Event>): () => void {
		const subscriber: Subscriber<Event> = { listener, state: 'live', missed: [] };
		this.#subscribers = [...this.#subscribers, subscriber];
		return () => {
			subscriber.state = afterLeaving(subscriber);
			this.#subscribers = this.#subscribers.filter((other) => other !== subscriber);
		};
	}

	/** Delivers an event in its turn. Returns nothing when every listener returned at once, else a promise that resolves when all have. */
	emit(event: Event): void | Promise<void> {
		if (this.#delivering) return new Promise((done) => this.#queue.push({ event, done }));
		this.#delivering = true;
		const rest = this.#deliver(event);
		if (rest !== undefined) return rest.then(() => this.#next());
		this.#next();
	}

	/** Gives up whoever is waited for, now and until `begin`: they catch up on their own. */
	expire(): void {
		this.#overdue = true;
		this.#awaited?.giveUp();
	}

	/** A new run: those who are still behind from the last one are unsubscribed. */
	begin(): void {
		this.#overdue = false;
		if (this.#watch === 'told') this.#watch = 'off';
		const late = this.#subscribers.filter((subscriber) => subscriber.state === 'behind');
		for (const subscriber of late) {
			subscriber.state = 'lost';
			this.#ports.dropped();
		}
		if (late.length > 0) this.#subscribers = this.#subscribers.filter((subscriber) => subscriber.state !== 'lost');
	}

	/** Delivers what queued up meanwhile. `#deliver` never rejects: what listeners throw has gone to `failed`. */
	#next(): void {
		for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
			const { event, done } = entry;
			const rest = this.#deliver(event);
			if (rest !== undefined) {
				void rest.then(() => {
					done();
					this.#next();
				});
				return;
			}
			done();
		}
		this.#delivering = false;
	}

	#deliver(event: Event): void | Promise<void> {
		this.#ports.apply(event);
		const signal = this.#ports.signal();
		const subscribers = this.#subscribers;
		for (let place = 0; place < subscribers.length; place++) {
			const waiting = this.#tell(subscribers[place] as Subscriber<Event>, event, signal);
			if (waiting !== undefined) return this.#deliverRest(event, signal, subscribers, place + 1, waiting);
		}
	}

	async #deliverRest(
		event: Event,
		signal: AbortSignal,
		subscribers: readonly Subscriber<Event>[],
		from: number,
		first: Promise<void>,
	): Promise<void> {
		await first;
		for (let place = from; place < subscribers.length; place++) {
			const waiting = this.#tell(subscribers[place] as Subscriber<Event>, event, signal);
			if (waiting !== undefined) await waiting;
		}
	}

	#tell(subscriber: Subscriber<Event>, event: Event, signal: AbortSignal): Promise<void> | undefined {
		if (subscriber.state === 'gone' || subscriber.state === 'lost') return undefined;
		if (subscriber.state === 'behind') {
			subscriber.missed.push([event, signal]);
			return undefined;
		}
		const returned = this.#call(subscriber, event, signal);
		return returned === undefined ? undefined : this.#await(subscriber, returned);
	}

	#call(subscriber: Subscriber<Event>, event: Event, signal: AbortSignal): Promise<void> | undefined {
		this.#calling++;
		try {
			const returned = subscriber.listener(event, signal);
			if (!isThenable(returned)) return undefined;
			return Promise.resolve(returned).then(undefined, (thrown) => this.#failed(subscriber, thrown));
		} catch (thrown) {
			this.#failed(subscriber, thrown);
			return undefined;
		} finally {
			this.#calling--;
		}
	}

	#failed({ state }: Subscriber<Event>, thrown: unknown): void {
		this.#ports.failed(thrown, state === 'behind' || state === 'lost' ? 'late' : 'live');
	}

	#await(subscriber: Subscriber<Event>, returned: Promise<void>): Promise<void> | undefined {
		if (this.#overdue) {
			this.#fallBehind(subscriber, returned);
			return undefined;
		}
		const since = this.#ports.clock.elapsed();
		if (this.#watch === 'off') this.#watchFor(this.#ports.slowListenerMs);
		return new Promise<void>((resolve) => {
			const awaited = {
				since,
				giveUp: () => {
					this.#fallBehind(subscriber, returned);
					resolve();
				},
			};
			this.#awaited = awaited;
			void returned.then(() => {
				if (this.#awaited === awaited) this.#awaited = undefined;
				resolve();
			});
		});
	}

	/** One timer looks after all that is awaited, so that awaiting costs none. */
	#watchFor(ms: number): void {
		const { clock, slowListenerMs, slow } = this.#ports;
		this.#watch = 'on';
		clock.after(ms, () => {
			this.#watch = 'off';
			if (this.#awaited === undefined) return;
			const left = slowListenerMs - (clock.elapsed() - this.#awaited.since);
			if (left > 0) return this.#watchFor(left);
			this.#watch = 'told';
			slow(slowListenerMs);
		});
	}

	#fallBehind(subscriber: Subscriber<Event>, returned: Promise<void>): void {
		this.#awaited = undefined;
		subscriber.state = subscriber.state === 'gone' ? 'lost' : 'behind';
		void this.#catchUp(subscriber, returned);
	}

	async #catchUp(subscriber: Subscriber<Event>, returned: Promise<void>): Promise<void> {
		await returned;
		for (
			let next = subscriber.missed.shift();
			next !== undefined && subscriber.state === 'behind';
			next = subscriber.missed.shift()
		) {
			await this.#call(subscriber, ...next);
		}
		if (subscriber.state === 'behind') subscriber.state = 'live';
	}
}

function afterLeaving({ state }: { readonly state: Subscriber<never>['state'] }): 'gone' | 'lost' {
	return state === 'behind' || state === 'lost' ? 'lost' : 'gone';
}

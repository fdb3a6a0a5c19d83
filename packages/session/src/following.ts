import type { Clock, Message } from '@myelin/core';
import { type AfterRun, chooseNext, type EndedRun, type NextStep, type OwnRun } from './after-run.ts';
import { failureInfo } from './errors.ts';
import type { OwnEvent } from './events.ts';

/** What following a run needs of whoever drives it. */
export interface FollowingPorts {
	readonly clock: Clock;
	/** Who may want something when a run is over, in this order. */
	readonly deciders: readonly AfterRun[];
	/** Resolves when nothing goes on beside the conversation; nothing if that is so already. */
	settled(): Promise<void> | undefined;
	/** Whether somebody has begun a run. */
	isTaken(): boolean;
	work(step: Extract<NextStep, { readonly kind: 'work' }>): Promise<void>;
	/** Begins a run that nobody waits for. Rejects if it cannot begin. */
	run(messages: readonly Message[]): Promise<void>;
	say(event: OwnEvent): void | Promise<void>;
}

/** What may follow one run. */
interface Course {
	readonly ended: EndedRun | undefined;
	deciders: readonly AfterRun[];
}

/** What a session does by itself after a run: one step after another, until it begins a run or there is none; then idle is said. */
export class Following {
	readonly #ports: FollowingPorts;
	#course: Course | undefined;

	constructor(ports: FollowingPorts) {
		this.#ports = ports;
	}

	/** A run is over. What follows comes after the answers to its prompts; whatever a person begins by then goes first. */
	after(ended: EndedRun | undefined): void {
		const course: Course = { ended, deciders: ended === undefined ? [] : this.#ports.deciders };
		this.#course = course;
		void this.#take(course);
	}

	/**
	 * Begins a run as soon as nothing goes on, in place of what would follow. `run` is asked then, and answers nothing if none is
	 * wanted any longer. It is not asked if a run has begun by then: whoever wants another is asked when that is over.
	 */
	async begin(run: () => OwnRun | undefined): Promise<void> {
		await this.#quiet();
		const wanted = this.#ports.isTaken() ? undefined : run();
		if (wanted === undefined) return;
		const course: Course = { ended: undefined, deciders: [] };
		this.#course = course;
		if (!(await this.#do(wanted))) await this.#idle(course);
	}

	/** Nothing more follows the run that is over. */
	callOff(): void {
		if (this.#course !== undefined) this.#course.deciders = [];
	}

	async #take(course: Course): Promise<void> {
		for (;;) {
			await this.#quiet();
			if (this.#ports.isTaken() || this.#course !== course) return;
			const next = course.ended === undefined ? undefined : chooseNext(course.deciders, course.ended);
			if (next === undefined) return this.#idle(course);
			course.deciders = next.left;
			if (await this.#do(next.step)) return;
		}
	}

	/** Comes when others have had their turn, and nothing goes on beside the conversation. */
	async #quiet(): Promise<void> {
		await this.#ports.clock.breathe();
		for (let busy = this.#ports.settled(); busy !== undefined; busy = this.#ports.settled()) await busy;
	}

	async #idle(course: Course): Promise<void> {
		if (this.#course !== course) return;
		this.#course = undefined;
		await this.#ports.say({ type: 'session_idle' });
	}

	/** Whether a run has begun. What fails is told, and the next decider is asked. */
	async #do(step: NextStep): Promise<boolean> {
		try {
			if (step.kind === 'work') await this.#ports.work(step);
			else await this.#ports.run(step.messages);
			return step.kind === 'run';
		} catch (thrown) {
			if (step.kind === 'run') step.failed?.(thrown);
			void this.#ports.say({ type: 'session_error', error: failureInfo(thrown) });
			return false;
		}
	}
}

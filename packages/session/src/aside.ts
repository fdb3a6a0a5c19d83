import type { Clock } from '@myelin/core';

/** What becomes of prompts meanwhile. */
export type WhilePrompted = 'wait' | 'refuse';

/** Something that a session does beside its conversation, and nothing else meanwhile. */
export class Aside {
	/** As it stands in a sentence: the session "goes to another entry". */
	readonly what: string;
	readonly prompts: WhilePrompted;
	/** Resolves when it is over, however. */
	readonly over: Promise<void>;
	readonly #clock: Clock;
	readonly #controller = new AbortController();
	#end = () => {};

	constructor(what: string, prompts: WhilePrompted, clock: Clock) {
		this.what = what;
		this.prompts = prompts;
		this.#clock = clock;
		this.over = new Promise((resolve) => {
			this.#end = resolve;
		});
	}

	/** Aborts when it is to stop. */
	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	end(): void {
		this.#end();
	}

	/** Stops what prompts would wait for, which has so many milliseconds to do so; false for what is refused meanwhile: that is let end. */
	async abort(reason: string | undefined, graceMs: number): Promise<boolean> {
		if (this.prompts === 'refuse') return false;
		this.#controller.abort(reason);
		let callOff = () => {};
		const late = new Promise<void>((resolve) => {
			callOff = this.#clock.after(graceMs, resolve);
		});
		await Promise.race([this.over, late]);
		callOff();
		return true;
	}
}

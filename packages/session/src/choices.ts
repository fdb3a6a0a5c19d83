import type { Model, ModelRef, ThinkingLevel } from '@myelin/core';
import { refOf } from './model-choice.ts';

/** What may be chosen for a session; in force from the next model call on. */
export interface Choices {
	readonly model: Model;
	readonly thinkingLevel: ThinkingLevel;
	/** Names of tools; null stands for all that there are. */
	readonly tools: readonly string[] | null;
}

/** What choices need of their session. */
export interface ChoicePorts {
	/** Throws `MODEL_NOT_FOUND`. */
	find(ref: ModelRef): Model;
	/** From the next model call on. */
	apply(inForce: Pick<Choices, 'model' | 'thinkingLevel'>): void;
}

/** What is chosen for a session, and what is for its live run alone. */
export class SessionChoices {
	readonly #ports: ChoicePorts;
	#chosen: Choices;
	#ofRun: Partial<Choices> = {};

	constructor(chosen: Choices, ports: ChoicePorts) {
		this.#chosen = chosen;
		this.#ports = ports;
	}

	/** What the session goes on with. */
	get chosen(): Choices {
		return this.#chosen;
	}

	/** What the next model call gets. */
	get inForce(): Choices {
		return { ...this.#chosen, ...this.#ofRun };
	}

	/** Chooses for the session: what its live run had of its own in the same place gives way, so that the change is seen at once. */
	choose(part: Partial<Choices>): void {
		const kept = Object.entries(this.#ofRun).filter(([what]) => !Object.hasOwn(part, what));
		this.#chosen = { ...this.#chosen, ...part };
		this.#ofRun = Object.fromEntries(kept) as Partial<Choices>;
		this.#apply();
	}

	/** A run begins, with these of its own. The session's model may have gone meanwhile, or be another one of its name. Throws `MODEL_NOT_FOUND`. */
	beginRun(ofRun: Partial<Choices>): void {
		if (ofRun.model === undefined)
			this.#chosen = { ...this.#chosen, model: this.#ports.find(refOf(this.#chosen.model)) };
		this.#ofRun = ofRun;
		this.#apply();
	}

	/** The run is over. */
	endRun(): void {
		this.#ofRun = {};
		this.#apply();
	}

	#apply(): void {
		const { model, thinkingLevel } = this.inForce;
		this.#ports.apply({ model, thinkingLevel });
	}
}

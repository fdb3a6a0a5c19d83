import type { SessionTool, ToolSource } from './catalog.ts';
import type { SessionChoices } from './choices.ts';
import { SessionError } from './errors.ts';
import type { ToolsChanged } from './events.ts';

/** The tools of a session: of those that there are, the ones that are chosen. */
export class OfferedTools {
	readonly #sessionId: string;
	readonly #source: ToolSource;
	readonly #choices: SessionChoices;
	/** As it was told last. */
	#told: readonly string[];

	constructor(sessionId: string, source: ToolSource, choices: SessionChoices) {
		this.#sessionId = sessionId;
		this.#source = source;
		this.#choices = choices;
		this.#told = this.#names();
	}

	/** The tools that the next model call offers. */
	now(): readonly SessionTool[] {
		return this.#of(this.#choices.inForce.tools);
	}

	/** Throws `TOOL_NOT_FOUND`, naming what there is. */
	assertKnown(names: readonly string[]): void {
		const known = this.#of(null).map(({ name }) => name);
		const strangers = names.filter((name) => !known.includes(name));
		if (strangers.length === 0) return;
		throw new SessionError(
			'TOOL_NOT_FOUND',
			`session ${this.#sessionId} has no tool ${strangers.join(', ')}; it has: ${known.join(', ') || 'none'}`,
		);
	}

	/** What is to be told, if what the session offers is no longer what was told last. One run's own choice is no change. */
	change(): ToolsChanged | undefined {
		const from = this.#told;
		const to = this.#names();
		if (from.length === to.length && from.every((name, place) => name === to[place])) return undefined;
		this.#told = to;
		return { type: 'tools_changed', from, to };
	}

	/** Says each change of what there is, and once what has changed in one go. Returns what ends it. */
	watch(say: (event: ToolsChanged) => void): () => void {
		const look = () => {
			const event = this.change();
			if (event !== undefined) say(event);
		};
		return this.#source.onChange?.(() => queueMicrotask(look)) ?? (() => undefined);
	}

	#names(): readonly string[] {
		return this.#of(this.#choices.chosen.tools).map(({ name }) => name);
	}

	#of(chosen: readonly string[] | null): readonly SessionTool[] {
		const tools = this.#source.tools(this.#sessionId);
		return chosen === null ? tools : tools.filter(({ name }) => chosen.includes(name));
	}
}

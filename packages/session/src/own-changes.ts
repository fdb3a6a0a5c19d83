import type { Clock, ModelRef, ThinkingLevel } from '@myelin/core';
import type { Archive } from './archive.ts';
import type { ModelCatalog } from './catalog.ts';
import type { Conversation } from './conversation.ts';
import type { EntryBody } from './entries.ts';
import type { OwnEvent } from './events.ts';
import type { Goal, GoalAction } from './goals/goal.ts';
import { modelFor, refOf } from './model-choice.ts';

/** What changing a session needs of it. */
export interface OwnChangesPorts {
	readonly archive: Archive;
	readonly conversation: Conversation;
	readonly models: ModelCatalog;
	readonly clock: Clock;
	/** Throws where nothing may be changed (any more). */
	assertWritable(): void;
}

/** What a session changes of its own: each change is in force, and its event follows, once it is written. */
export class OwnChanges {
	readonly #ports: OwnChangesPorts;

	constructor(ports: OwnChangesPorts) {
		this.#ports = ports;
	}

	/** Rejects with `MODEL_NOT_FOUND`. */
	async model(ref: ModelRef): Promise<void> {
		const { conversation, models } = this.#ports;
		const model = modelFor(models, ref);
		const data = { from: refOf(conversation.choices.chosen.model), to: refOf(model) };
		await this.#change({ type: 'model_change', data }, () => {
			conversation.choices.choose({ model });
			return { type: 'model_changed', ...data };
		});
	}

	async thinkingLevel(thinkingLevel: ThinkingLevel): Promise<void> {
		const { conversation } = this.#ports;
		const data = { from: conversation.choices.chosen.thinkingLevel, to: thinkingLevel };
		await this.#change({ type: 'thinking_level_change', data }, () => {
			conversation.choices.choose({ thinkingLevel });
			return { type: 'thinking_level_changed', ...data };
		});
	}

	/** Null for all that there are. Rejects with `TOOL_NOT_FOUND`. */
	async tools(tools: readonly string[] | null): Promise<void> {
		const { conversation } = this.#ports;
		if (tools !== null) conversation.tools.assertKnown(tools);
		const data = { from: conversation.choices.chosen.tools, to: tools };
		await this.#change({ type: 'tools_change', data }, () => {
			conversation.choices.choose({ tools });
			return conversation.tools.change();
		});
	}

	/** Null takes the name away. */
	async name(name: string | null): Promise<void> {
		const from = this.#ports.archive.name ?? null;
		const event = { type: 'session_info_changed', field: 'name', from, to: name } as const;
		await this.#change({ type: 'session_info', data: { name } }, () => event);
	}

	/** Null takes the label away. Rejects with `ENTRY_NOT_FOUND`. */
	async label(entryId: string, label: string | null): Promise<void> {
		const from = this.#ports.archive.labelOf(entryId);
		const event = { type: 'session_info_changed', field: 'label', entryId, from, to: label } as const;
		await this.#change({ type: 'label', data: { entryId, label } }, () => event);
	}

	/** Answers what the goal is then. Rejects with `GOAL_NOT_FOUND`, `GOAL_CONFLICT`. */
	async goal(action: GoalAction): Promise<Goal | null> {
		const { assertWritable, conversation } = this.#ports;
		assertWritable();
		return conversation.work.goals.change(action);
	}

	/** Without a store to wait for, what is written is in force when this returns. */
	write(entry: EntryBody, then: () => void = () => undefined): void | Promise<void> {
		const { archive, assertWritable, clock, conversation } = this.#ports;
		assertWritable();
		const written = archive.write(entry, conversation.stream.journal.entered, clock.now());
		if (written === undefined) then();
		else return written.then(then);
	}

	/** `apply` puts the change into force and answers what is said of it. */
	async #change(entry: EntryBody, apply: () => OwnEvent | undefined): Promise<void> {
		await this.write(entry, () => {
			const event = apply();
			if (event !== undefined) void this.#ports.conversation.say(event);
		});
	}
}

import { type AbortReceipt, type Identify, type Input, randomId } from '@myelin/core';
import type { ModelCatalog } from './catalog.ts';
import type { Choices } from './choices.ts';
import type { Conversation } from './conversation.ts';
import { modelFor } from './model-choice.ts';
import { inputFault, wellFormed } from './prompt-input.ts';
import { writeFailure } from './recorder.ts';
import type { PromptOptions } from './session-options.ts';
import type { PromptOutcome } from './tickets.ts';

/** What talking to a session needs of it. */
export interface TalkPorts {
	readonly conversation: Conversation;
	readonly models: ModelCatalog;
	readonly identify?: Identify | undefined;
	/** Throws where nothing may be said (any more). */
	assertWritable(): void;
}

/** What became of a prompt that was to be taken back. */
export type CancelledPrompt = 'aborting' | 'removed' | 'taken' | 'unknown';

/** What a person says to a session: what it is to do, something beside that, and that it is to stop. */
export class Talk {
	readonly #ports: TalkPorts;

	constructor(ports: TalkPorts) {
		this.#ports = ports;
	}

	/** Runs a prompt, or lets it wait. Rejects as `Session.prompt` does. */
	async prompt(input: Input, options: PromptOptions = {}): Promise<PromptOutcome> {
		this.#assertSayable(input);
		const { conversation, identify = randomId } = this.#ports;
		const { promptId = identify('prompt'), whenBusy = 'reject' } = options;
		return conversation.runs.prompt(wellFormed(input), { promptId, whenBusy, own: this.#ownChoices(options) });
	}

	/** Takes a prompt back, wherever it is. */
	cancelPrompt(promptId: string): CancelledPrompt {
		const { inputs, prompts, runs, waiting } = this.#ports.conversation;
		const { run, tickets } = prompts;
		if (runs.held.takeBack(promptId)) return 'removed';
		if (run?.promptIds[0] === promptId) {
			void this.abort('the prompt was cancelled');
			return 'aborting';
		}
		if (run?.promptIds.includes(promptId)) return 'taken';
		if (inputs.cancel(promptId)) return 'removed';
		const itemId = tickets.withdraw(promptId);
		if (itemId === undefined) return 'unknown';
		waiting.unqueue([itemId]);
		return 'removed';
	}

	/** Queues something; gives the id of the message it will be, later if a plugin takes time over it. */
	enqueue(where: 'steer' | 'followUp', input: Input): string | Promise<string> {
		this.#assertSayable(input);
		const { inputs, waiting } = this.#ports.conversation;
		const read = inputs.read(wellFormed(input), where === 'steer' ? 'steer' : 'follow_up');
		return read instanceof Promise ? read.then((left) => waiting.enqueue(where, left)) : waiting.enqueue(where, read);
	}

	/** Ends the live run, what follows by itself and what was said and runs not yet; always answers. An active goal is paused. */
	async abort(reason?: string, graceMs?: number): Promise<AbortReceipt> {
		const { inputs, prompts, runs } = this.#ports.conversation;
		const tookBack = [inputs.cancel(), runs.held.takeBack(), runs.heldSteps.takeBack()].includes(true);
		const wasLive = prompts.run !== undefined;
		const pausing = wasLive ? undefined : this.#pauseGoal();
		const receipt = await runs.abort(reason, graceMs);
		await pausing;
		// The end of a run that is stopped pauses it, too; one that was ending already does not.
		if (wasLive && !receipt.stopped) await this.#pauseGoal();
		return { ...receipt, stopped: receipt.stopped || tookBack };
	}

	async #pauseGoal(): Promise<void> {
		const { conversation } = this.#ports;
		try {
			await conversation.work.goals.pause('its session was told to stop');
		} catch (error) {
			void conversation.say({ type: 'session_error', error: writeFailure(error) });
		}
	}

	/** What a prompt wants for its run alone. */
	#ownChoices({ model, thinkingLevel, tools }: PromptOptions): Partial<Choices> {
		const { conversation, models } = this.#ports;
		if (tools !== undefined) conversation.tools.assertKnown(tools);
		return {
			...(model === undefined ? {} : { model: modelFor(models, model) }),
			...(thinkingLevel === undefined ? {} : { thinkingLevel }),
			...(tools === undefined ? {} : { tools }),
		};
	}

	#assertSayable(input: Input): void {
		this.#ports.assertWritable();
		const fault = inputFault(input);
		if (fault !== undefined) throw new TypeError(fault);
	}
}

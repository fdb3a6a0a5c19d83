import type { RunSummary } from '@myelin/core';
import { SessionError } from './errors.ts';
import type { PastPrompt } from './load-session.ts';
import type { RunNames } from './run-names.ts';
import { type PromptOutcome, Tickets } from './tickets.ts';

interface LiveRun {
	readonly runId: string;
	promptIds: readonly string[];
}

/** The prompts of a session: each runs once, however often it is asked for under its id. */
export class Prompts {
	readonly tickets = new Tickets();
	/** How prompts ended. */
	readonly #past: Map<string, PastPrompt>;
	/** Prompts that somebody waits for. */
	readonly #open = new Map<string, Promise<PromptOutcome>>();
	/** What was asked under each id, as a digest. */
	readonly #asked: Map<string, string>;
	/** The prompts of messages that have not entered history yet. */
	readonly #promptIds = new Map<string, string>();
	#run: LiveRun | undefined;

	constructor(past: ReadonlyMap<string, PastPrompt> = new Map(), asked: ReadonlyMap<string, string> = new Map()) {
		this.#past = new Map(past);
		this.#asked = new Map(asked);
	}

	/** The live run, or the one that is ending. */
	get run(): LiveRun | undefined {
		return this.#run;
	}

	/** The names of the live run. */
	names(): RunNames {
		return this.#run === undefined ? {} : { runId: this.#run.runId, promptIds: this.#run.promptIds };
	}

	/**
	 * Answers a prompt that is known, joins one that is under way, or lets `run` take it. Rejects with `RUN_LOST`, and with
	 * `PROMPT_MISMATCH` where `digest` says that something else was asked under that id.
	 */
	once(promptId: string, digest: string, run: () => Promise<PromptOutcome>): Promise<PromptOutcome> {
		const asked = this.#asked.get(promptId);
		if (asked !== undefined && asked !== digest) return Promise.reject(mismatch(promptId));
		const open = this.#open.get(promptId);
		if (open !== undefined) return open;
		const past = this.#past.get(promptId);
		if (past === 'lost') return Promise.reject(runLost(promptId));
		if (past !== undefined) return Promise.resolve({ promptId, ...past });
		const outcome = run();
		this.#open.set(promptId, outcome);
		this.#asked.set(promptId, digest);
		outcome.then(
			() => void this.#open.delete(promptId),
			() => {
				this.#open.delete(promptId);
				// What was refused was not asked.
				if (!this.#past.has(promptId)) this.#asked.delete(promptId);
			},
		);
		return outcome;
	}

	/** A run begins with these messages, as a prompt or by itself. */
	begin(runId: string, promptId: string | undefined, messageIds: readonly string[]): void {
		this.#run = { runId, promptIds: promptId === undefined ? [] : [promptId] };
		if (promptId !== undefined) for (const id of messageIds) this.#promptIds.set(id, promptId);
	}

	/** The run takes a queued message: its prompt, if it is one that the run has not begun with. */
	take(messageId: string): string | undefined {
		const promptId = this.tickets.take(messageId);
		if (promptId === undefined || this.#run === undefined) return undefined;
		this.#promptIds.set(messageId, promptId);
		this.#run.promptIds = [...this.#run.promptIds, promptId];
		return promptId;
	}

	/** The prompt that a message of the live run was. */
	promptOf(messageId: string): string | undefined {
		return this.#promptIds.get(messageId);
	}

	/** What was asked under an id, as a digest. */
	digestOf(promptId: string): string | undefined {
		return this.#asked.get(promptId);
	}

	/** The end of the run is told: this is what its prompts are answered with from now on. */
	ended(summary: RunSummary): void {
		if (this.#run === undefined) return;
		const { runId, promptIds } = this.#run;
		for (const promptId of promptIds) this.#past.set(promptId, { runId, summary });
	}

	/** What the store says of prompts counts, after it failed to take what was said here. */
	renew(past: ReadonlyMap<string, PastPrompt>): void {
		this.#past.clear();
		for (const [promptId, outcome] of past) this.#past.set(promptId, outcome);
	}

	/** The run is over. */
	over(): void {
		this.#run = undefined;
		this.#promptIds.clear();
	}
}

function mismatch(promptId: string): SessionError {
	return new SessionError(
		'PROMPT_MISMATCH',
		`prompt ${promptId} was asked before with another text: ask again with the same, or under a new id`,
	);
}

function runLost(promptId: string): SessionError {
	return new SessionError(
		'RUN_LOST',
		`prompt ${promptId} was taken before, and its run was cut off before it came to an end: look at the entries, then prompt under a new id`,
	);
}

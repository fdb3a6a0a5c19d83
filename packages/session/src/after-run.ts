import type { Message, RunSummary } from '@myelin/core';

/** A run whose end has been told. */
export interface EndedRun {
	readonly runId: string;
	/** The prompts that it answered; none for one that the session began by itself. */
	readonly promptIds: readonly string[];
	readonly summary: RunSummary;
}

/** What a session does by itself when nobody else has begun anything. Neither may throw: who does it tells its failures itself. */
export type NextStep =
	/** Something beside the conversation: prompts wait until it is over, an abort ends it through `signal`. */
	{ readonly kind: 'work'; readonly what: string; work(signal: AbortSignal): Promise<void> } | OwnRun;

/** A run of the session's own, which answers no prompt. */
export interface OwnRun {
	readonly kind: 'run';
	readonly messages: readonly Message[];
	/** Told when it could not begin, or was cut short by what is no run's end. */
	failed?(error: unknown): void;
}

/** Decides what follows a run: facts in, a step or nothing out. */
export interface AfterRun {
	next(ended: EndedRun): NextStep | undefined;
}

/** A step, and who is still to be asked when it is done. */
export interface Chosen {
	readonly step: NextStep;
	readonly left: readonly AfterRun[];
}

/** The first step that anybody wants, in their order. Whoever has worked is not asked again, so that what fails is not tried for ever. */
export function chooseNext(deciders: readonly AfterRun[], ended: EndedRun): Chosen | undefined {
	for (const decider of deciders) {
		const step = decider.next(ended);
		if (step !== undefined) return { step, left: deciders.filter((other) => other !== decider) };
	}
	return undefined;
}

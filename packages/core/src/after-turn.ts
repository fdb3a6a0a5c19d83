import type { EndReason } from './events.ts';
import type { AssistantMessage, StopReason, Usage } from './messages.ts';
import type { BatchOutcome } from './run-tools.ts';
import type { Queue } from './state.ts';

/** What a run may spend before it ends with the reason `budget`; absent means no bound. */
export interface Budget {
	/** Tokens of all kinds together, failed attempts included. */
	readonly tokens?: number | undefined;
	/** US dollars, as far as providers tell prices. */
	readonly costUsd?: number | undefined;
}

/** What came of one turn. */
export interface TurnOutcome {
	/** Null if nothing of the answer was kept. */
	readonly message: AssistantMessage | null;
	readonly stopReason: StopReason;
	/** What its calls ask for; nothing if it had none. */
	readonly batch: BatchOutcome | undefined;
}

/** Where a run stands after a turn. */
export interface Standing {
	readonly queue: Queue;
	readonly turn: number;
	readonly maxTurns: number;
	readonly usage: Usage;
	readonly budget: Budget;
	/** How many answers in a row reached their output limit, this one included. */
	readonly cutOffs: number;
}

/** What follows a turn. `natural`: the run would stop by itself, unless a gate or a follow-up wants it to go on. */
export type Next =
	| { readonly kind: 'turn' }
	| { readonly kind: 'recover' }
	| { readonly kind: 'natural'; readonly reason: 'stop' | 'length'; readonly limit: 'max_turns' | 'budget' | undefined }
	| { readonly kind: 'end'; readonly reason: EndReason };

/** How often in a row an answer that was cut off is continued. */
const maxRecoveries = 3;

/** Decides what follows a turn: its tools first, then its answer, then who waits; a limit outweighs whatever wants another turn. */
export function afterTurn(outcome: TurnOutcome, standing: Standing): Next {
	const limit = limitOf(standing);
	const next = wish(outcome, standing, limit);
	return limit !== undefined && (next.kind === 'turn' || next.kind === 'recover')
		? { kind: 'end', reason: limit }
		: next;
}

function wish(
	{ batch, stopReason }: TurnOutcome,
	{ queue, cutOffs }: Standing,
	limit: ReturnType<typeof limitOf>,
): Next {
	if (batch === 'terminate') return { kind: 'end', reason: 'terminated' };
	if (batch === 'stop_repeating') return { kind: 'end', reason: 'guard' };
	if (stopReason === 'refusal') return { kind: 'end', reason: 'refusal' };
	if (stopReason === 'length' && cutOffs <= maxRecoveries) return { kind: 'recover' };
	if (batch !== undefined || stopReason === 'pause' || queue.steering.length > 0) return { kind: 'turn' };
	return { kind: 'natural', reason: stopReason === 'length' ? 'length' : 'stop', limit };
}

function limitOf({ turn, maxTurns, usage, budget }: Standing): 'max_turns' | 'budget' | undefined {
	if (turn >= maxTurns) return 'max_turns';
	const tokens = usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
	const spent = tokens >= (budget.tokens ?? Number.POSITIVE_INFINITY);
	return spent || (usage.costUsd ?? 0) >= (budget.costUsd ?? Number.POSITIVE_INFINITY) ? 'budget' : undefined;
}

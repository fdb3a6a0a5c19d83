import type { Clock, Identify, Message, Model } from '@myelin/core';
import { SessionError } from '../errors.ts';
import type { HookScope, SessionHooks } from '../hooks.ts';
import { askBefore } from '../session-step.ts';
import type { SideCall } from '../side-request.ts';
import type { SideRetries } from '../side-retries.ts';
import type { CompactionReason, TokenBudget } from './budget.ts';
import { messageTokens } from './estimate.ts';
import { touchedFiles } from './files.ts';
import type { RequestSize } from './gauge.ts';
import type { Plan } from './plan.ts';
import { type RequestCut, shownMessages } from './request-cut.ts';
import { summarize } from './summarize.ts';

/** What is to be made of a plan. */
export interface CompactionJob {
	readonly reason: CompactionReason;
	readonly plan: Exclude<Plan, { readonly kind: 'nothing' }>;
	readonly history: readonly Message[];
	/** What is shown now. */
	readonly shown: RequestCut;
	/** The request as it would be now. */
	readonly size: RequestSize;
	/** What it has besides messages, as estimated. */
	readonly fixedTokens: number;
	readonly budget: TokenBudget;
	readonly model: Model;
	/** What a person asked to be heeded. */
	readonly instructions: string | undefined;
}

/** What making a cut stands on. */
export interface CutPorts {
	readonly sessionId: string;
	readonly hooks: SessionHooks;
	readonly clock: Clock;
	readonly identify: Identify;
	readonly retries: SideRetries;
	scope(signal: AbortSignal): HookScope;
	/** Records that the model was called for a summary. */
	called(call: SideCall): void | Promise<void>;
	/** What is known of the project from before this session; a first summary is made in the light of it. */
	recall?(): Promise<string | undefined>;
}

/** A cut that makes requests smaller. */
export interface MadeCut {
	readonly cut: RequestCut;
	/** The size of the request as it will be. */
	readonly tokensAfter: number;
}

/**
 * Asks the guards, lets somebody supply the summary or asks the model for it, and refuses what would not be smaller. Changes nothing.
 * Rejects with `DENIED`, `COMPACTION_FAILED`, and what the model threw.
 */
export async function makeCut(job: CompactionJob, ports: CutPorts, signal: AbortSignal): Promise<MadeCut> {
	const { hooks, scope } = ports;
	await askBefore({ point: 'session_before_compact', reason: job.reason }, hooks, scope(signal));
	const { plan, shown, history } = job;
	const madeAt = history.length;
	if (plan.kind === 'shorten') return smaller(job, { ...shown, short: plan.short, madeAt });
	const { cut, short } = plan;
	const text = await summaryOf(job, plan, ports, signal);
	const summary = { id: ports.identify('msg'), timestamp: ports.clock.now(), text };
	const files = touchedFiles(history.slice(shown.cut, cut), shown.files);
	return smaller(job, { summary, cut, short, madeAt, files });
}

async function summaryOf(
	{ reason, history, shown, instructions, budget, size, model }: CompactionJob,
	{ cut, turn = cut }: Extract<CompactionJob['plan'], { readonly kind: 'summarize' }>,
	{ hooks, scope, clock, retries, called, recall }: CutPorts,
	signal: AbortSignal,
): Promise<string> {
	const previous = shown.summary?.text;
	const messages = history.slice(shown.cut, cut);
	const supplied = await hooks.compaction(
		{
			reason,
			messages,
			...(previous === undefined ? {} : { previousSummary: previous }),
			...(instructions === undefined ? {} : { instructions }),
		},
		scope(signal),
	);
	if (supplied !== undefined) return supplied;
	const task = {
		history: history.slice(shown.cut, turn),
		turn: history.slice(turn, cut),
		previous,
		instructions,
		known: previous === undefined ? await recall?.() : undefined,
	};
	return summarize(task, { model, clock, signal, maxTokens: budget.summary, factor: size.factor, retries, called });
}

/** Both sizes are estimated alike, and told as the model would count them. */
function smaller(job: CompactionJob, cut: RequestCut): MadeCut {
	const { history, shown, size, fixedTokens } = job;
	const before = shownTokens(shown, history);
	const after = shownTokens(cut, history);
	const tokensAfter = Math.round((size.tokens * (after + fixedTokens)) / (before + fixedTokens));
	if (after < before && tokensAfter < size.tokens) return { cut, tokensAfter };
	throw new SessionError(
		'COMPACTION_FAILED',
		`the messages would not have become smaller: ${before} tokens before and ${after} after, as estimated; nothing was changed`,
	);
}

/** The messages of a request, as estimated. */
export function shownTokens(shown: RequestCut, history: readonly Message[]): number {
	let tokens = 0;
	for (const message of shownMessages(shown, history)) tokens += messageTokens(message);
	return tokens;
}

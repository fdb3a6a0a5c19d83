import { type AgentState, errorText, type Message } from '@myelin/core';
import type { AfterRun } from '../after-run.ts';
import type { EntryBody } from '../entries.ts';
import { failureInfo, SessionError } from '../errors.ts';
import type { CompactionEnd, OwnEvent } from '../events.ts';
import { type CompactionReason, type CompactionSettings, planBounds, tokenBudget } from './budget.ts';
import { fixedTokens } from './estimate.ts';
import { Gauge, type RequestSize } from './gauge.ts';
import { inTime } from './in-time.ts';
import { keptCut } from './kept-cut.ts';
import { type CompactionJob, type CutPorts, type MadeCut, makeCut, shownTokens } from './make-cut.ts';
import { planCompaction } from './plan.ts';
import { type RequestCut, shownMessages, wholeHistory } from './request-cut.ts';

/** What a compactor needs of its session. */
export interface CompactorPorts extends CutPorts {
	readonly settings: CompactionSettings;
	agent(): AgentState;
	/** The live run. */
	runId(): string | undefined;
	say(event: OwnEvent): void;
	/** Writes an entry; it is in force when this returns or resolves. Throws or rejects with `STORE_WRITE_FAILED`. */
	write(entry: EntryBody): void | Promise<void>;
}

/** What a compaction by hand did. */
export interface CompactionResult {
	/** The size of the next request before and after, in tokens. */
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	/** The message that stands for those that were left out. */
	readonly summaryId: string;
}

interface CompactorState {
	/** What the model is shown. */
	shown: RequestCut;
	/** How often in a row it has failed by itself. */
	failures: number;
	/** The run in which it failed or was denied: in that one it does not try again before a request is refused as too long. */
	gaveUpIn: string | undefined;
	/** How many messages there were when the last summary was made. */
	summarizedAt: number | undefined;
}

/** So many failures in a row, and it happens by hand only until it has worked once. */
const maxFailures = 3;
/** Milliseconds that a compaction may take: prompts wait for it. */
const limitMs = 300_000;

/**
 * Makes what the model is shown shorter when it grows too large: before a request, after a run, when a request was refused as too long,
 * and by hand. History and entries stay whole. Whatever fails leaves everything as it was.
 */
export class Compactor {
	readonly #ports: CompactorPorts;
	readonly #gauge = new Gauge();
	readonly #state: CompactorState;

	constructor(ports: CompactorPorts, shown: RequestCut | undefined) {
		this.#ports = ports;
		this.#state = { shown: wholeHistory, failures: 0, gaveUpIn: undefined, summarizedAt: undefined };
		this.show(shown);
	}

	/** Another history begins, of which this is shown. */
	show(shown = wholeHistory): void {
		this.#gauge.reset();
		this.#state.shown = shown;
		this.#state.summarizedAt = shown.summary === undefined ? undefined : shown.madeAt;
	}

	/** Weighs what every request has: the tools are weighed once. */
	prepare(): void {
		this.#fixedTokens();
	}

	/** The messages of a request, made shorter first if it is due. */
	beforeRequest(history: readonly Message[], signal: AbortSignal): readonly Message[] | Promise<readonly Message[]> {
		const shown = () => shownMessages(this.#state.shown, history);
		const runId = this.#ports.runId();
		return this.#isDue(history, runId) ? this.#byItself('threshold', history, runId, signal).then(shown) : shown();
	}

	/** A request was too long for the model: whether the next one will be shorter. */
	async recoverOverflow(signal: AbortSignal): Promise<boolean> {
		const { messages } = this.#ports.agent();
		return this.#isEnabled && this.#byItself('overflow', messages, this.#ports.runId(), signal);
	}

	/** What follows a run that has ended well, if it is due. */
	readonly afterRun: AfterRun = {
		next: ({ runId, summary: { endReason } }) => {
			const { messages } = this.#ports.agent();
			if (endReason === 'aborted' || endReason === 'error' || !this.#isDue(messages, runId)) return undefined;
			const work = async (signal: AbortSignal) => void (await this.#byItself('threshold', messages, runId, signal));
			return { kind: 'work', what: 'is being compacted', work };
		},
	};

	/** Rejects with `NOTHING_TO_COMPACT`, `DENIED`, `CANCELLED`, `COMPACTION_FAILED`, `STORE_WRITE_FAILED`. */
	async byHand(instructions: string | undefined, signal: AbortSignal): Promise<CompactionResult> {
		const { messages } = this.#ports.agent();
		const isKnown = this.#state.summarizedAt === messages.length;
		const job = isKnown ? undefined : this.#job('manual', messages, instructions);
		if (job === undefined) throw this.#nothingToCompact();
		try {
			const { cut, tokensAfter } = await this.#carryOut(job, signal);
			return { tokensBefore: job.size.tokens, tokensAfter, summaryId: cut.summary?.id as string };
		} catch (error) {
			throw error instanceof SessionError ? error : this.#failed(error);
		}
	}

	/** A model that does not say how large its window is cannot be measured against. */
	get #isEnabled(): boolean {
		const { contextWindow = 0 } = this.#ports.agent().model ?? {};
		return this.#ports.settings.enabled !== false && contextWindow > 0;
	}

	#isDue(history: readonly Message[], runId: string | undefined): boolean {
		const { failures, gaveUpIn } = this.#state;
		const { model } = this.#ports.agent();
		if (!this.#isEnabled || model === undefined || failures >= maxFailures) return false;
		if (gaveUpIn !== undefined && gaveUpIn === runId) return false;
		const { tokens } = this.#measure(history);
		return tokens > tokenBudget(model, this.#ports.settings).threshold;
	}

	async #byItself(
		reason: CompactionReason,
		history: readonly Message[],
		runId: string | undefined,
		signal: AbortSignal,
	): Promise<boolean> {
		const job = this.#job(reason, history, undefined);
		if (job === undefined) return false;
		try {
			await this.#carryOut(job, signal);
			return true;
		} catch (error) {
			if (!signal.aborted) this.#count(error, runId);
			return false;
		}
	}

	/** What there is to do; nothing if that would gain nothing. */
	#job(
		reason: CompactionReason,
		history: readonly Message[],
		instructions: string | undefined,
	): CompactionJob | undefined {
		const { model } = this.#ports.agent();
		if (model === undefined) return undefined;
		const { shown } = this.#state;
		const fixed = this.#fixedTokens();
		const size = this.#sizeFor(reason, history, model.contextWindow);
		const budget = tokenBudget(model, this.#ports.settings);
		const facts = { shownTokens: shownTokens(shown, history), fixedTokens: fixed, factor: size.factor };
		const plan = planCompaction({ history, shown, ...planBounds(reason, budget, facts) });
		return plan.kind === 'nothing'
			? undefined
			: { reason, plan, history, shown, size, fixedTokens: fixed, budget, model, instructions };
	}

	/** Whatever was measured: what a model refuses as too long does not fit into its window. */
	#sizeFor(reason: CompactionReason, history: readonly Message[], contextWindow: number): RequestSize {
		const size = this.#measure(history);
		if (reason !== 'overflow' || size.tokens >= contextWindow) return size;
		return { tokens: contextWindow, factor: (size.factor * contextWindow) / Math.max(1, size.tokens) };
	}

	/** Says the beginning and the end, whatever happens; an abort is answered at once, and has no effect from the writing on. */
	async #carryOut(job: CompactionJob, signal: AbortSignal): Promise<MadeCut> {
		signal.throwIfAborted();
		const { reason, history, size } = job;
		const tokensBefore = size.tokens;
		this.#ports.say({ type: 'compaction_start', reason });
		const end = (how: Pick<CompactionEnd, 'tokensAfter' | 'summaryId' | 'error'>) =>
			this.#ports.say({ type: 'compaction_end', reason, tokensBefore, ...how });
		const made = await this.#make(job, signal, (error) => end({ error: failureInfo(error) }));
		const { cut, tokensAfter } = made;
		const facts = { reason, tokensBefore, tokensAfter };
		try {
			await this.#ports.write({ type: 'compaction', data: keptCut(cut, history, facts) });
		} catch (error) {
			end({ error: failureInfo(error) });
			throw error;
		}
		this.show(cut);
		this.#state.failures = 0;
		const isNew = cut.summary !== undefined && cut.summary !== job.shown.summary;
		end({ tokensAfter, ...(isNew ? { summaryId: cut.summary.id } : {}) });
		return made;
	}

	/** `failed` is told of an abort before anybody else goes on because of it. */
	async #make(job: CompactionJob, signal: AbortSignal, failed: (error: unknown) => void): Promise<MadeCut> {
		const onAbort = () => failed(this.#cancelled());
		signal.addEventListener('abort', onAbort, { once: true });
		try {
			const { clock } = this.#ports;
			const made = await inTime((own) => makeCut(job, this.#ports, own), { signal, clock, limitMs });
			signal.throwIfAborted();
			return made;
		} catch (error) {
			if (signal.aborted) throw this.#cancelled();
			failed(error);
			throw error;
		} finally {
			signal.removeEventListener('abort', onAbort);
		}
	}

	/** Whoever denies it decides; everything else is a failure. */
	#count(error: unknown, runId: string | undefined): void {
		this.#state.gaveUpIn = runId;
		if (error instanceof SessionError && error.code === 'DENIED') return;
		this.#state.failures++;
		if (this.#state.failures !== maxFailures) return;
		const why = failureInfo(error).message;
		const message = `Compaction failed ${maxFailures} times in a row and is paused until it works by hand: ${why}`;
		this.#ports.say({ type: 'notice', level: 'warning', message });
	}

	#measure(history: readonly Message[]): RequestSize {
		return this.#gauge.measure(this.#state.shown, history, () => this.#fixedTokens());
	}

	#fixedTokens(): number {
		const { systemPrompt, tools } = this.#ports.agent();
		return fixedTokens(systemPrompt, tools);
	}

	#cancelled(): SessionError {
		return new SessionError('CANCELLED', `the compaction of session ${this.#ports.sessionId} was aborted`);
	}

	#nothingToCompact(): SessionError {
		return new SessionError(
			'NOTHING_TO_COMPACT',
			`session ${this.#ports.sessionId} was to be compacted, and it has no messages that a summary could stand for`,
		);
	}

	#failed(error: unknown): SessionError {
		const { sessionId } = this.#ports;
		return new SessionError(
			'COMPACTION_FAILED',
			`session ${sessionId} could not be compacted: ${errorText(error)}`,
			error,
		);
	}
}

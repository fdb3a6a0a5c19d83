import type { Message, Usage } from '@myelin/core';
import { messageTokens } from './estimate.ts';
import { type RequestCut, shownMessage, sparedMessage, summaryMessage } from './request-cut.ts';

/** How large a request is. */
export interface RequestSize {
	readonly tokens: number;
	/** What the model counts for one token that is estimated: 1 while it has reported nothing. */
	readonly factor: number;
}

interface Reported {
	readonly tokens: number;
	/** What had been estimated of the messages by then, the answer that reported included. */
	readonly estimated: number;
}

/** A factor outside of this says more about the report than about the estimate. */
const factorBounds = { least: 0.25, most: 4 };

/**
 * Measures how large the next request will be: what the model reported with its last answer, and an estimate of what came since.
 * Looks at each message once while what is shown stays the same.
 */
export class Gauge {
	#shown: RequestCut | undefined;
	#counted = 0;
	#estimated = 0;
	#reported: Reported | undefined;
	#factor = 1;

	/** `fixed`: estimates what requests have besides messages, asked only where the model has reported nothing. */
	measure(shown: RequestCut, history: readonly Message[], fixed: () => number): RequestSize {
		this.#count(shown, history);
		if (this.#reported === undefined)
			return { tokens: Math.round((this.#estimated + fixed()) * this.#factor), factor: this.#factor };
		const { tokens, estimated } = this.#reported;
		const factor = this.#factorOf(tokens / (estimated + fixed()));
		return { tokens: tokens + Math.round((this.#estimated - estimated) * factor), factor };
	}

	/** Another history begins. */
	reset(): void {
		this.#shown = undefined;
	}

	#count(shown: RequestCut, history: readonly Message[]): void {
		if (this.#shown !== shown || this.#counted > history.length) this.#restart(shown);
		const spared = sparedMessage(shown, history);
		for (; this.#counted < history.length; this.#counted++) {
			const message = history[this.#counted] as Message;
			this.#estimated += messageTokens(shownMessage(shown, history, this.#counted, spared));
			if (message.role !== 'assistant' || this.#counted < shown.madeAt || message.usage === undefined) continue;
			const tokens = tokensOf(message.usage);
			if (tokens > 0) this.#reported = { tokens, estimated: this.#estimated };
		}
	}

	#restart(shown: RequestCut): void {
		this.#shown = shown;
		this.#counted = shown.cut;
		const summary = summaryMessage(shown);
		this.#estimated = summary === undefined ? 0 : messageTokens(summary);
		this.#reported = undefined;
	}

	#factorOf(ratio: number): number {
		this.#factor = Math.min(factorBounds.most, Math.max(factorBounds.least, ratio));
		return this.#factor;
	}
}

function tokensOf({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }: Usage): number {
	return inputTokens + cacheReadTokens + cacheWriteTokens + outputTokens;
}

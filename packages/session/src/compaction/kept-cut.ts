import type { Message } from '@myelin/core';
import type { CompactionReason } from './budget.ts';
import type { RequestCut, Summary, TouchedFiles } from './request-cut.ts';

/** A request cut as it is kept: it names messages, and holds everything, so that the last one on a branch is all that counts. */
export interface KeptCut {
	readonly reason: CompactionReason;
	/** Stands for all messages before `firstKept`; absent if none are left out. */
	readonly summary?: Summary;
	/** The message that is shown first. */
	readonly firstKept: string;
	/** The messages up to this one are shown in their short form. */
	readonly shortThrough?: string;
	/** What tools touched before `firstKept`. */
	readonly files: TouchedFiles;
	/** The size of a request before and after. */
	readonly tokensBefore: number;
	readonly tokensAfter: number;
}

/** How a cut is kept. `history` is what it was made for. */
export function keptCut(
	{ summary, cut, short, files }: RequestCut,
	history: readonly Message[],
	facts: Pick<KeptCut, 'reason' | 'tokensBefore' | 'tokensAfter'>,
): KeptCut {
	const last = short > cut ? history[short - 1]?.id : undefined;
	return {
		...facts,
		...(summary === undefined ? {} : { summary }),
		firstKept: (history[cut] as Message).id,
		...(last === undefined ? {} : { shortThrough: last }),
		files,
	};
}

/** The cut again, for the messages that stood before it was made; nothing if the first one kept is not there: then all is shown. */
export function requestCut(
	{ summary, firstKept, shortThrough, files }: KeptCut,
	history: readonly Message[],
): RequestCut | undefined {
	const cut = history.findLastIndex(({ id }) => id === firstKept);
	if (cut === -1) return undefined;
	const short = shortThrough === undefined ? 0 : history.findLastIndex(({ id }) => id === shortThrough) + 1;
	return { summary, cut, short, files, madeAt: history.length };
}

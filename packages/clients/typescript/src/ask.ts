import { describeError, MyelinError } from './errors.ts';
import type { UiAnswer, UiAskParams } from './generated/protocol.ts';

/** Asks a person what a plugin wants to know, and returns the answer: a boolean for `confirm`, a text for the others. Nothing (or a throw) leaves the question to other clients. The signal aborts when the answer is no longer wanted: somebody else was faster, or the run is over. */
export type AskHandler = (
	question: UiAskParams,
	context: { readonly signal: AbortSignal },
	// biome-ignore lint/suspicious/noConfusingVoidType: a handler that returns on no path answers nothing
) => Promise<boolean | string | undefined | void> | boolean | string | undefined | void;

/** The answer as the protocol has it. Rejects `ASK_FAILED` when the handler throws. */
export async function answerQuestion(
	ask: AskHandler,
	question: UiAskParams,
	signal: AbortSignal,
): Promise<UiAnswer | null> {
	try {
		const value = await ask(question, { signal });
		return value === undefined ? null : { value };
	} catch (cause) {
		throw new MyelinError('ASK_FAILED', `the handler of questions threw ${describeError(cause)}`, { cause });
	}
}

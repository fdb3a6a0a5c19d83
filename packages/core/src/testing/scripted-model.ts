import { ModelError } from '../errors.ts';
import type { Json } from '../json.ts';
import type { Model, ModelChunk, ModelRequest } from '../model.ts';

/**
 * One step of a scripted answer:
 * - a list of chunks: they arrive together, as one network read brings them
 * - a `ModelError`: the call fails, before anything was said or in the middle
 * - `until`: the stream is silent until a promise of the test's settles, such as one of a fake clock
 * - `forever`: the same chunks again and again, each time as one read
 * - `'silence'`: nothing more comes; ends when the signal aborts
 * - `deafSilence`: the same, but it ignores the signal
 * - `'break'`: the stream ends without `done`
 *
 * Broken JSON and chunks in a wrong order are just chunks.
 */
export type ScriptStep =
	| readonly ModelChunk[]
	| ModelError
	| { readonly until: PromiseLike<unknown> }
	| { readonly forever: readonly ModelChunk[] }
	| 'silence'
	| 'break'
	| { readonly deafSilence: true };

/** The steps of one model call. */
export type ScriptedAnswer = readonly ScriptStep[];

/** A model that does what its script says, and remembers what it was asked. */
export interface ScriptedModel extends Model {
	/** Every request, in order. */
	readonly requests: readonly ModelRequest[];
}

/** A deterministic model without a network: the n-th call gets the n-th answer; a call beyond the script fails with INVALID_REQUEST. */
export function scriptedModel(answers: readonly ScriptedAnswer[], id = 'scripted'): ScriptedModel {
	const requests: ModelRequest[] = [];
	return {
		id,
		provider: 'test',
		contextWindow: 100_000,
		maxOutputTokens: 10_000,
		capabilities: { thinking: true, images: true, tools: true },
		requests,
		stream(request, signal) {
			requests.push(request);
			const answer = answers[requests.length - 1];
			if (answer === undefined)
				throw new ModelError(
					'INVALID_REQUEST',
					`the script has ${answers.length} answers, and this is call ${requests.length}`,
				);
			return play(answer, signal);
		},
	};
}

async function* play(answer: ScriptedAnswer, signal: AbortSignal): AsyncGenerator<readonly ModelChunk[]> {
	for (const step of answer) {
		if (step instanceof ModelError) throw step;
		if (step === 'break') return;
		if (step === 'silence') await silence(signal);
		else if ('deafSilence' in step) await new Promise(() => {});
		else if ('until' in step) await step.until;
		else if ('forever' in step) for (;;) yield step.forever;
		else yield step;
	}
}

function silence(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		if (signal.aborted) reject(signal.reason);
		signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	});
}

/** An answer that says `text`, a word a chunk, and stops; with `length` it was cut off by the output limit. */
export function saying(text: string, stopReason: 'stop' | 'length' = 'stop'): ScriptedAnswer {
	const words = text.match(/\S+\s*/g) ?? [];
	return [words.map((delta): ModelChunk => ({ type: 'text_delta', index: 0, delta })), [{ type: 'done', stopReason }]];
}

/** An answer that calls tools, each with its whole arguments. */
export function calling(
	...calls: readonly { readonly id: string; readonly name: string; readonly args?: Json }[]
): ScriptedAnswer {
	const chunks = calls.flatMap(({ id, name, args = {} }, index): ModelChunk[] => [
		{ type: 'tool_call_start', index, id, name },
		{ type: 'tool_call_delta', index, delta: JSON.stringify(args) },
	]);
	return [chunks, [{ type: 'done', stopReason: 'tool_use' }]];
}

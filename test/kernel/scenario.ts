import type { ModelChunk, ModelErrorCode } from '@myelin/core';
import { ModelError } from '@myelin/core';
import type { ScriptedAnswer, ScriptStep } from '@myelin/core/testing';
import fc from 'fast-check';

/** What a listener does besides listening, when it hears its n-th event. */
export type ListenerPlan =
	| { readonly kind: 'quiet' }
	| { readonly kind: 'slow'; readonly ms: number }
	| {
			readonly kind: 'throw' | 'reject' | 'hang' | 'unsubscribe' | 'steer' | 'follow_up' | 'abort';
			readonly at: number;
	  }
	| { readonly kind: 'prompt_again' };

/** How a tool behaves; its name says it. */
export const toolKinds = [
	'answers',
	'fails',
	'slow',
	'deaf',
	'chatty',
	'terminates',
	'stubborn',
	'by_arguments',
	'previews',
	'previews_badly',
	'times_out',
	'cancels',
	'nonsense',
	'floods',
] as const;

/** Those that never run beside another call, whatever their arguments. */
export const exclusiveKinds: readonly string[] = ['fails', 'terminates', 'stubborn', 'previews', 'times_out'];

/** What the guard says. */
export type GuardPlan = 'none' | 'allow' | 'block' | 'throw' | 'hang';

/** One whole generated conversation: a script for the model, and everybody who interferes. */
export interface Scenario {
	readonly answers: readonly ScriptedAnswer[];
	readonly listeners: readonly ListenerPlan[];
	readonly guard: GuardPlan;
	/** Abort at the n-th wait for something outside, if it comes. */
	readonly abortAtWait: number | undefined;
	readonly maxTurns: number;
	/** Tokens. */
	readonly budget: number | undefined;
	readonly maxConcurrentTools: number;
	readonly context: 'none' | 'same' | 'shorter' | 'throw';
	readonly rewrite: 'none' | 'same' | 'other' | 'invalid' | 'nonsense' | 'throw' | 'hang';
	readonly filter: 'none' | 'same' | 'replace' | 'nonsense' | 'throw' | 'hang';
	readonly recovery: 'none' | 'yes' | 'no' | 'throw' | 'hang';
	readonly atStop: 'none' | 'allow' | 'inject' | 'end' | 'throw' | 'hang';
}

const codes: readonly ModelErrorCode[] = [
	'RATE_LIMIT',
	'OVERLOADED',
	'TIMEOUT',
	'NETWORK',
	'AUTH',
	'QUOTA',
	'CONTEXT_OVERFLOW',
	'STREAM_BROKEN',
	'UNKNOWN',
];

const delta = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('a\ud83d', '\ude00b', '\u2028', 'é', ''));

const chunk: fc.Arbitrary<ModelChunk> = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ type: fc.constant('text_delta' as const), index: fc.nat(2), delta }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant('thinking_delta' as const), index: fc.nat(3), delta }) },
	{
		weight: 1,
		arbitrary: fc.record({
			type: fc.constant('thinking_signature' as const),
			index: fc.nat(3),
			signature: fc.constant('sig'),
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } } as const) },
	{
		weight: 1,
		arbitrary: fc.constant({
			type: 'block',
			index: 7,
			block: { type: 'opaque', provider: 'test', data: { x: 1 } },
		} as const),
	},
);

const call = fc
	.record({
		id: fc.constantFrom('same', '', 'bad id', 'c1', 'c2'),
		name: fc.constantFrom(...toolKinds, 'unknown'),
		args: fc.constantFrom('{"x":1}', '{"x":2}', '', '{"x":', '[1]', '{}'),
	})
	.map(({ id, name, args }) => ({ id, name, args }));

const answer: fc.Arbitrary<ScriptedAnswer> = fc
	.record({
		chunks: fc.array(chunk, { maxLength: 8 }),
		calls: fc.array(call, { maxLength: 5 }),
		interleaved: fc.boolean(),
		batch: fc.integer({ min: 1, max: 5 }),
		end: fc.constantFrom('done', 'done', 'done', 'done', 'error', 'break', 'silence', 'deaf'),
		stopReason: fc.constantFrom('stop', 'length', 'refusal', 'pause'),
		code: fc.constantFrom(...codes),
	})
	.map(({ chunks, calls, interleaved, batch, end, stopReason, code }) => {
		const perCall = calls.map(callChunks);
		const all = [...chunks, ...(interleaved ? inTurns(perCall) : perCall.flat())];
		const steps: ScriptStep[] = [];
		for (let from = 0; from < all.length; from += batch) steps.push(all.slice(from, from + batch));
		return [...steps, lastStep(end, calls.length > 0 && stopReason === 'stop' ? 'tool_use' : stopReason, code)];
	});

function callChunks({ id, name, args }: { id: string; name: string; args: string }, place: number): ModelChunk[] {
	const index = 10 + place;
	return [
		{ type: 'tool_call_start', index, id, name },
		{ type: 'tool_call_delta', index, delta: args.slice(0, 3) },
		{ type: 'tool_call_delta', index, delta: args.slice(3) },
	];
}

/** One of each, then the next of each. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
	const longest = Math.max(0, ...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

function lastStep(
	end: string,
	stopReason: 'stop' | 'length' | 'refusal' | 'pause' | 'tool_use',
	code: ModelErrorCode,
): ScriptStep {
	if (end === 'error') return new ModelError(code, `scripted ${code}`);
	if (end === 'break' || end === 'silence') return end;
	if (end === 'deaf') return { deafSilence: true };
	return [{ type: 'done', stopReason }];
}

const at = fc.integer({ min: 1, max: 25 });

const listener: fc.Arbitrary<ListenerPlan> = fc.oneof(
	fc.constant({ kind: 'quiet' } as const),
	fc.record({ kind: fc.constant('slow' as const), ms: fc.constantFrom(0, 5, 50) }),
	fc.record({ kind: fc.constantFrom('throw', 'reject', 'hang', 'unsubscribe', 'steer', 'follow_up', 'abort'), at }),
	fc.constant({ kind: 'prompt_again' } as const),
);

/** Any conversation. */
export const scenario: fc.Arbitrary<Scenario> = fc.record({
	answers: fc.array(answer, { minLength: 1, maxLength: 5 }),
	listeners: fc.array(listener, { maxLength: 3 }),
	guard: fc.constantFrom('none', 'none', 'allow', 'block', 'throw', 'hang'),
	abortAtWait: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
	maxTurns: fc.constantFrom(1, 3, 100),
	budget: fc.constantFrom(undefined, undefined, 5, 20),
	maxConcurrentTools: fc.constantFrom(1, 2, 8),
	context: fc.constantFrom('none', 'none', 'same', 'shorter', 'throw'),
	rewrite: fc.constantFrom('none', 'none', 'same', 'other', 'invalid', 'nonsense', 'throw', 'hang'),
	filter: fc.constantFrom('none', 'none', 'same', 'replace', 'nonsense', 'throw', 'hang'),
	recovery: fc.constantFrom('none', 'yes', 'no', 'throw', 'hang'),
	atStop: fc.constantFrom('none', 'none', 'allow', 'inject', 'end', 'throw', 'hang'),
});

import type { Gates, JsonObject, Verdict } from '@myelin/core';
import type { Scenario } from './scenario.ts';
import type { Witness } from './scenario-tools.ts';

/** The gates of a scenario; the guard tells the witness which arguments it let through. */
export function gatesOf(scenario: Scenario, witness: Witness): Gates {
	let injections = 2;
	const { context, rewrite, guard, filter, recovery, atStop } = scenario;
	return {
		...(context === 'none'
			? {}
			: {
					transformContext: async ({ messages }) => answer(context, { same: messages, shorter: messages.slice(-1) }),
				}),
		...(rewrite === 'none'
			? {}
			: {
					toolArgs: () =>
						answer(rewrite, {
							same: undefined,
							other: { x: 2 },
							invalid: { x: 'no' },
							nonsense: 'x' as unknown as JsonObject,
						}),
				}),
		...(guard === 'none'
			? {}
			: {
					toolCall(call) {
						if (guard === 'allow') witness.allowed(call);
						return answer<Verdict>(guard, { allow: undefined, block: { block: true, reason: 'blocked' } });
					},
				}),
		...(filter === 'none'
			? {}
			: {
					toolResult: async () =>
						answer(filter, {
							same: undefined,
							replace: { content: [{ type: 'text', text: 'replaced' }], isError: true },
							nonsense: { content: 7 as unknown as [] },
						}),
				}),
		...(recovery === 'none' ? {} : { recoverOverflow: () => answer(recovery, { yes: true, no: false }) }),
		...(atStop === 'none'
			? {}
			: {
					stop: async () =>
						answer(atStop, {
							allow: undefined,
							end: { kind: 'end' },
							inject: injections-- > 0 ? { kind: 'inject', content: 'go on' } : undefined,
						}),
				}),
	};
}

/** The answer of a plan, or its failure to give one. */
function answer<T>(plan: string, answers: Readonly<Record<string, T>>): T | Promise<T> {
	if (plan === 'throw') throw new Error('the gate broke');
	if (plan === 'hang') return new Promise<never>(() => {});
	return answers[plan] as T;
}

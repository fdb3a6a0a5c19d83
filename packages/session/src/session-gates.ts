import { isDeepStrictEqual } from 'node:util';
import { type Gates, isThenable, type JsonObject, type Message, type ToolCall } from '@myelin/core';
import type { OwnEvent, Rewrite } from './events.ts';
import type { HookScope, RewrittenArgs, SessionHooks } from './hooks.ts';

/** What the gates need of their session. */
export interface GatePorts {
	readonly hooks: SessionHooks;
	scope(signal: AbortSignal): HookScope;
	/** What of a history is shown, made shorter first where it has to be. */
	beforeRequest(history: readonly Message[], signal: AbortSignal): readonly Message[] | Promise<readonly Message[]>;
	/** Whether a request that was too long will be shorter. */
	recoverOverflow(signal: AbortSignal): Promise<boolean>;
	/** Says something and waits until it has been delivered. */
	say(event: OwnEvent): void | Promise<void>;
	/** The model is called next. */
	requested(): void;
}

/** Who gave a call other arguments, from then until its guards have been asked. */
class Rewrites {
	readonly #by = new WeakMap<ToolCall, readonly Rewrite[]>();

	keep(call: ToolCall, rewritten: RewrittenArgs | undefined): JsonObject | undefined {
		if (rewritten === undefined) return undefined;
		if (rewritten.rewrittenBy.length > 0) this.#by.set(call, rewritten.rewrittenBy);
		return rewritten.args;
	}

	of(call: ToolCall): readonly Rewrite[] | undefined {
		return this.#by.get(call);
	}
}

/** The kernel's gates, asked of whoever interferes with this session; every decision is said before the tool runs. */
export function sessionGates({ hooks, scope, say, beforeRequest, recoverOverflow, requested }: GatePorts): Gates {
	const rewrites = new Rewrites();
	return {
		systemPrompt: (systemPrompt, signal) => hooks.systemPrompt(systemPrompt, scope(signal)),
		transformContext(request, signal) {
			const shown = beforeRequest(request.messages, signal);
			const ask = (messages: readonly Message[]) => hooks.context({ ...request, messages }, scope(signal));
			return shown instanceof Promise ? shown.then(ask) : ask(shown);
		},
		recoverOverflow: (_error, signal) => recoverOverflow(signal),
		modelRequest(request, signal) {
			const answer = hooks.modelRequest(request, scope(signal));
			if (!isThenable(answer)) requested();
			else void answer.then(requested, () => undefined);
			return answer;
		},
		toolArgs(call, signal) {
			const answer = hooks.toolArgs(call, scope(signal));
			return answer instanceof Promise ? answer.then((late) => rewrites.keep(call, late)) : rewrites.keep(call, answer);
		},
		toolResult: (call, result, signal) => hooks.toolResult(call, result, scope(signal)),
		async toolCall(call, signal, { given, checked }) {
			const outcome = await hooks.toolCall(call, scope(signal));
			const rewrittenBy = rewrites.of(checked);
			if (outcome === undefined && rewrittenBy === undefined) return undefined;
			const { toolCallId, toolName, args } = call;
			await say({
				type: 'tool_decision',
				toolCallId,
				toolName,
				answer: outcome?.blocked === undefined ? 'allow' : 'block',
				decisions: outcome?.decisions ?? [],
				...(isDeepStrictEqual(args, given) ? {} : { args }),
				...(rewrittenBy === undefined ? {} : { rewrittenBy }),
			});
			return outcome?.blocked === undefined ? undefined : { block: true, reason: outcome.blocked.reason };
		},
	};
}

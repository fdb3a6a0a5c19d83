import { type Gates, isThenable, type Message } from '@myelin/core';
import type { OwnEvent } from './events.ts';
import type { HookScope, SessionHooks } from './hooks.ts';

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

/** The kernel's gates, asked of whoever interferes with this session; every decision is said before the tool runs. */
export function sessionGates({ hooks, scope, say, beforeRequest, recoverOverflow, requested }: GatePorts): Gates {
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
		toolArgs: (call, signal) => hooks.toolArgs(call, scope(signal)),
		toolResult: (call, result, signal) => hooks.toolResult(call, result, scope(signal)),
		async toolCall(call, signal) {
			const outcome = await hooks.toolCall(call, scope(signal));
			if (outcome === undefined) return undefined;
			const { toolCallId, toolName } = call;
			const answer = outcome.blocked === undefined ? 'allow' : 'block';
			await say({ type: 'tool_decision', toolCallId, toolName, answer, decisions: outcome.decisions });
			return outcome.blocked === undefined ? undefined : { block: true, reason: outcome.blocked.reason };
		},
	};
}

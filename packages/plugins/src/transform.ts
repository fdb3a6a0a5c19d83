import { AgentError, type ContextRequest, type Message } from '@myelin/core';
import type { HookScope } from '@myelin/session';
import { applyContext, type Minting } from './context-patch.ts';
import type { Outcome } from './guard.ts';
import { type CallPorts, callHook, hookName } from './hook-call.ts';
import { inTurn } from './in-turn.ts';
import { type HookEntry, isInForce } from './plugin-record.ts';

/**
 * Lets each hook change the messages of one request, on top of what those before it made of them. One that fails is skipped;
 * one that is required and fails ends the run: throws `AgentError` with `HOOK_FAILED`.
 */
export function transformContext(
	entries: readonly HookEntry[],
	request: ContextRequest,
	scope: HookScope,
	ports: CallPorts & { readonly minting: Minting },
): readonly Message[] | Promise<readonly Message[]> {
	let messages = frozenList(request.messages);
	const take = (entry: HookEntry, outcome: Outcome<readonly Message[]>): boolean => {
		if (outcome.kind === 'answer') messages = outcome.value;
		else if (outcome.kind === 'failure' && entry.required) throw required(entry, outcome.message, outcome.thrown);
		return outcome.kind === 'cancelled';
	};
	const waiting = inTurn(entries, (entry) => {
		if (!isInForce(entry, scope.sessionId)) return false;
		if (entry.plugin.state !== 'loaded') return passOver(entry);
		const payload = Object.freeze({ ...request, messages });
		const outcome = callHook(entry, payload, scope, ports, (answer) =>
			applyContext(payload.messages, answer, ports.minting),
		);
		return outcome instanceof Promise ? outcome.then((late) => take(entry, late)) : take(entry, outcome);
	});
	return waiting === undefined ? messages : waiting.then(() => messages);
}

/** The kernel may go on using its own list, so that it is the copy that is frozen. */
function frozenList(messages: readonly Message[]): readonly Message[] {
	return Object.isFrozen(messages) ? messages : Object.freeze([...messages]);
}

function passOver(entry: HookEntry): false {
	if (!entry.required) return false;
	const { state, lastError } = entry.plugin;
	throw required(entry, lastError === undefined ? `it is ${state}` : `it is ${state} (${lastError})`, undefined);
}

function required(entry: HookEntry, why: string, cause: unknown): AgentError {
	return new AgentError('HOOK_FAILED', `${hookName(entry)} is required at ${entry.point} and failed: ${why}`, cause);
}

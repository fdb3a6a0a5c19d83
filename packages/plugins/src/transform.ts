import { AgentError } from '@myelin/core';
import type { HookScope } from '@myelin/session';
import { askStanding } from './ask-standing.ts';
import type { Outcome } from './guard.ts';
import { type CallPorts, callHook, hookName } from './hook-call.ts';
import type { HookTable } from './hook-table.ts';
import type { HookEntry } from './plugin-record.ts';

/** What is changed at a point. Both are pure. */
export interface Transform<T> {
	/** What a hook is given of what those before it made: frozen. */
	payloadOf(value: T): unknown;
	/** What a hook's answer makes of it; throws `HookError` with `INVALID` for nonsense. */
	apply(value: T, answer: unknown): T;
	/** A hook has changed it, in so many milliseconds. */
	changed?(entry: HookEntry, durationMs: number): void;
}

/**
 * Lets each hook of a point change something, on top of what those before it made of it; those that came meanwhile too, unless they
 * have had their say before they were loaded anew. One that fails is skipped; one that is required and fails throws `AgentError` with
 * `HOOK_FAILED`.
 */
export function transformWith<T>(
	{ table, point }: { readonly table: HookTable; readonly point: string },
	first: T,
	{ payloadOf, apply, changed }: Transform<T>,
	scope: HookScope,
	ports: CallPorts,
): T | Promise<T> {
	let value = first;
	const heard: HookEntry[] = [];
	const take = (entry: HookEntry, outcome: Outcome<T>, from: number): boolean => {
		if (outcome.kind === 'answer') {
			if (outcome.value !== value) changed?.(entry, Math.max(0, Math.round(ports.clock.elapsed() - from)));
			value = outcome.value;
			heard.push(entry);
		} else if (outcome.kind === 'failure' && entry.required) throw required(entry, outcome.message, outcome.thrown);
		return outcome.kind === 'cancelled';
	};
	const waiting = askStanding(table, point, {
		sessionId: scope.sessionId,
		ask(entry) {
			if (heard.some((other) => isSame(entry, other))) return false;
			if (entry.plugin.state !== 'loaded') return passOver(entry);
			const before = value;
			const from = changed === undefined ? 0 : ports.clock.elapsed();
			const outcome = callHook(entry, payloadOf(before), scope, ports, (answer) => apply(before, answer));
			return outcome instanceof Promise ? outcome.then((late) => take(entry, late, from)) : take(entry, outcome, from);
		},
		giveUp(entry) {
			if (!entry.required) return false;
			throw required(entry, 'hooks are registered again and again while they are asked; register each once', undefined);
		},
	});
	return waiting === undefined ? value : waiting.then(() => value);
}

/** Whether one is the other, registered anew. */
function isSame(entry: HookEntry, other: HookEntry): boolean {
	const { name, session } = entry.plugin;
	return (
		entry !== other && entry.hookId === other.hookId && name === other.plugin.name && session === other.plugin.session
	);
}

function passOver(entry: HookEntry): false {
	if (!entry.required) return false;
	const { state, lastError } = entry.plugin;
	throw required(entry, lastError === undefined ? `it is ${state}` : `it is ${state} (${lastError})`, undefined);
}

function required(entry: HookEntry, why: string, cause: unknown): AgentError {
	return new AgentError('HOOK_FAILED', `${hookName(entry)} is required at ${entry.point} and failed: ${why}`, cause);
}

import type { Decision, GuardOutcome, HookScope } from '@myelin/session';
import { askStanding } from './ask-standing.ts';
import { cutText } from './cut-text.ts';
import { HookError, type HookErrorCode } from './errors.ts';
import type { Outcome } from './guard.ts';
import { type CallPorts, callHook } from './hook-call.ts';
import type { HookTable } from './hook-table.ts';
import type { HookEntry } from './plugin-record.ts';

const causes = {
	TIMEOUT: 'timeout',
	CRASH: 'crash',
	DISCONNECT: 'disconnect',
	INVALID: 'invalid',
} as const satisfies Record<HookErrorCode, Decision['cause']>;

const comesAgain = 'guards are registered again and again while they are asked; register each once';

/** What a guard said; nothing allows. */
type GuardVerdict = { readonly block: true; readonly reason: string; readonly cause: 'policy' | 'invalid' } | undefined;

/**
 * Asks the guards of a point in order until one denies, those too that came while others were asked. A guard that fails denies,
 * unless its own terms say otherwise.
 */
export function askGuards(
	table: HookTable,
	point: string,
	payload: object,
	scope: HookScope,
	ports: CallPorts,
): GuardOutcome | undefined | Promise<GuardOutcome | undefined> {
	const decisions: Decision[] = [];
	const keep = (decision: Decision): boolean => {
		decisions.push(decision);
		return decision.answer === 'block';
	};
	const waiting = askStanding(table, point, {
		sessionId: scope.sessionId,
		ask(entry) {
			const decision = ask(entry, payload, scope, ports);
			return decision instanceof Promise ? decision.then(keep) : keep(decision);
		},
		giveUp: (entry) => keep(failed(entry, 'INVALID', comesAgain, 0)),
	});
	return waiting === undefined ? outcomeOf(decisions) : waiting.then(() => outcomeOf(decisions));
}

function outcomeOf(decisions: readonly Decision[]): GuardOutcome | undefined {
	const last = decisions.at(-1);
	if (last === undefined) return undefined;
	return last.answer === 'block' ? { decisions, blocked: { reason: last.reason ?? '' } } : { decisions };
}

function ask(entry: HookEntry, payload: object, scope: HookScope, ports: CallPorts): Decision | Promise<Decision> {
	if (entry.plugin.state !== 'loaded') return shutGate(entry);
	const from = ports.clock.elapsed();
	const decided = (outcome: Outcome<GuardVerdict>) =>
		decisionOf(entry, outcome, Math.max(0, Math.round(ports.clock.elapsed() - from)));
	const outcome = callHook(entry, payload, scope, ports, verdictOf);
	return outcome instanceof Promise ? outcome.then(decided) : decided(outcome);
}

/** What a guard's answer to a call means. Pure. */
function decisionOf(entry: HookEntry, outcome: Outcome<GuardVerdict>, durationMs: number): Decision {
	// Written out: a spread costs more than all else that the host does for a call.
	const { hookId } = entry;
	const by = entry.plugin.name;
	switch (outcome.kind) {
		case 'answer': {
			const verdict = outcome.value;
			// Whoever asked a person answers for that person.
			const { heard } = outcome;
			if (verdict === undefined) return { by, hookId, answer: 'allow', cause: heard ?? 'policy', durationMs };
			return {
				by,
				hookId,
				answer: 'block',
				reason: verdict.reason,
				cause: verdict.cause === 'policy' ? (heard ?? 'policy') : verdict.cause,
				durationMs,
			};
		}
		case 'failure':
			return failed(entry, outcome.code, outcome.message, durationMs);
		case 'cancelled': {
			const reason = 'the run was aborted before the guard answered';
			return { by, hookId, answer: 'block', reason, cause: 'default', durationMs };
		}
	}
}

/** A guard that nobody can ask: its plugin is quarantined or its process is gone. */
function shutGate(entry: HookEntry): Decision {
	const { state, lastError } = entry.plugin;
	const code = state === 'quarantined' ? 'CRASH' : 'DISCONNECT';
	const why = lastError === undefined ? `its plugin is ${state}` : `its plugin is ${state} (${lastError})`;
	return failed(entry, code, why, 0);
}

function failed(entry: HookEntry, code: HookErrorCode, why: string, durationMs: number): Decision {
	const { hookId, onFailure } = entry;
	const by = entry.plugin.name;
	const cause = causes[code];
	const guard = `the guard ${hookId} of ${by} has no answer: ${why}`;
	return onFailure === 'allow'
		? { by, hookId, answer: 'allow', reason: `${guard}; its terms say to allow then`, cause, durationMs }
		: { by, hookId, answer: 'block', reason: `${guard}; a guard that fails denies`, cause, durationMs };
}

/** Reads a guard's answer; anything but nothing and a denial is nonsense. A denial without a reason, or with one that is no text, is still one. */
function verdictOf(answer: unknown): GuardVerdict {
	if (answer === undefined) return undefined;
	const { block, reason } = (answer ?? {}) as { block?: unknown; reason?: unknown };
	if (block !== true) {
		throw new HookError(
			'INVALID',
			`it answered ${shown(answer)}; answer nothing to allow, or { block: true, reason: '…' } to deny`,
		);
	}
	// Whatever else it said, it said no: terms that allow when it fails do not make that a yes.
	const given = reason === undefined || reason === null || reason === '' ? 'no reason given' : reason;
	if (typeof given !== 'string')
		return { block: true, reason: `it denied, and its reason is ${shown(given)}, not a text`, cause: 'invalid' };
	const { block: _block, reason: _reason, ...others } = answer as Readonly<Record<string, unknown>>;
	const odd = Object.keys(others).filter((name) => others[name] !== undefined);
	if (odd.length === 0) return { block: true, reason: cutText(given), cause: 'policy' };
	const names = odd.slice(0, 10).join(', ');
	return {
		block: true,
		reason: `${cutText(given)} (its answer also has ${names}; a denial has a reason alone)`,
		cause: 'invalid',
	};
}

function shown(answer: unknown): string {
	if (typeof answer !== 'object') return `${typeof answer} ${String(answer).slice(0, 100)}`;
	if (answer === null) return 'null';
	return Array.isArray(answer)
		? 'an array'
		: `an object with ${Object.keys(answer).slice(0, 10).join(', ') || 'nothing in it'}`;
}

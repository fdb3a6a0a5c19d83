import type { Clock } from '@myelin/core';
import type { HookScope, OwnEvent, QuestionAsker } from '@myelin/session';
import { HookError } from './errors.ts';
import { type GuardedCall, guarded, type Outcome } from './guard.ts';
import { afterCall, quarantineAfter } from './health.ts';
import { CallContext } from './hook-context.ts';
import type { Logger } from './plugin.ts';
import type { PluginNews } from './plugin-news.ts';
import type { HookEntry, Interrupt } from './plugin-record.ts';
import { quarantine } from './quarantine.ts';

/** What calling hooks needs from the host. */
export interface CallPorts {
	readonly clock: Clock;
	readonly log: Logger;
	readonly news: PluginNews;
	/** Asks people; without it nobody is there. */
	readonly questions: QuestionAsker | undefined;
}

/** Calls one hook, keeps its health, and reports what went wrong. Never throws. */
export function callHook<T>(
	entry: HookEntry,
	payload: unknown,
	scope: HookScope,
	ports: CallPorts,
	check: (answer: unknown) => T,
): Outcome<T> | Promise<Outcome<T>> {
	const call = new HookCall(entry, payload, scope, ports, check);
	const outcome = guarded<T>(call);
	return outcome instanceof Promise ? outcome.then((late) => call.done(late)) : call.done(outcome);
}

/** One call of one hook. Events come by the thousand: it is one object, without closures. */
class HookCall<T> implements GuardedCall<T> {
	readonly check: (answer: unknown) => T;
	readonly #entry: HookEntry;
	readonly #payload: unknown;
	readonly #scope: HookScope;
	readonly #ports: CallPorts;
	readonly #context: CallContext;

	constructor(entry: HookEntry, payload: unknown, scope: HookScope, ports: CallPorts, check: (answer: unknown) => T) {
		this.check = check;
		this.#entry = entry;
		this.#payload = payload;
		this.#scope = scope;
		this.#ports = ports;
		this.#context = new CallContext(scope, entry.plugin.name, ports.questions);
	}

	get timeoutMs(): number {
		return this.#entry.timeoutMs;
	}

	get signal(): AbortSignal {
		return this.#scope.signal;
	}

	get pending(): Set<Interrupt> {
		return this.#entry.plugin.pending;
	}

	get clock(): Clock {
		return this.#ports.clock;
	}

	call(): unknown {
		const { hook } = this.#entry;
		return hook(this.#payload, this.#context);
	}

	onAbandoned(reason: unknown): void {
		CallContext.abandon(this.#context, reason);
	}

	onLateFailure(thrown: unknown): void {
		this.#ports.log.debug(`${hookName(this.#entry)} failed after nobody waited for it:`, thrown);
	}

	done(outcome: Outcome<T>): Outcome<T> {
		if (outcome.kind !== 'cancelled') CallContext.release(this.#context);
		const { state, name } = this.#entry.plugin;
		// It went in the course of its own answer, before anybody waited for that.
		if (outcome.kind === 'answer' && (state === 'unloaded' || state === 'lost'))
			return gone(`${name} was ${state} while it was asked`);
		judge(this.#entry, outcome, this.#scope, this.#ports);
		const heard = CallContext.heard(this.#context);
		return outcome.kind === 'answer' && heard !== undefined ? { ...outcome, heard } : outcome;
	}
}

function gone(message: string): Outcome<never> {
	return { kind: 'failure', code: 'DISCONNECT', message, thrown: new HookError('DISCONNECT', message) };
}

/** How reports and decisions name a hook. */
export function hookName(entry: HookEntry): string {
	return `plugin ${entry.plugin.name}, hook ${entry.hookId}`;
}

/** Reports to the session; where that fails the log has it. */
function report(event: OwnEvent, scope: HookScope, log: Logger): void {
	try {
		scope.report(event);
	} catch (thrown) {
		log.error(`cannot report ${JSON.stringify(event)}:`, thrown);
	}
}

/** A plugin that is not loaded any more, whose own process went away, or who took the hook back, is not failing: it is gone, and that has been told. */
function judge(entry: HookEntry, outcome: Outcome<unknown>, scope: HookScope, ports: CallPorts): void {
	const { plugin } = entry;
	if (outcome.kind === 'cancelled' || plugin.state !== 'loaded') return;
	if (outcome.kind === 'failure' && outcome.code === 'DISCONNECT' && !plugin.hooks.has(entry)) return;
	const failed = outcome.kind === 'failure';
	if (!failed && entry.failuresInRow === 0) return;
	const health = afterCall(entry.failuresInRow, failed);
	entry.failuresInRow = health.failuresInRow;
	if (!failed) return;
	plugin.lastError = `${entry.hookId}: ${outcome.message}`;
	// Who observes failures and fails at it would be told of itself for ever.
	if (entry.point === 'plugin_error') ports.log.error(`${hookName(entry)}:`, outcome.thrown);
	else {
		// What guards and transforms do is told with their decision or run; of an observer nobody else is told.
		if (entry.kind === 'observe') ports.log.error(`${hookName(entry)} failed:`, outcome.thrown);
		report(
			{ type: 'plugin_error', plugin: plugin.name, hook: entry.hookId, message: outcome.message },
			scope,
			ports.log,
		);
	}
	if (!health.quarantine) return;
	const message = `hook ${entry.hookId} failed ${quarantineAfter} times in a row, at last: ${outcome.message}`;
	quarantine(plugin, message, ports.news, scope);
}

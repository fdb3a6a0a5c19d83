import { kindOf } from '@myelin/core';
import type { HookScope } from '@myelin/session';
import type { CommandEntry, CommandInfo, CommandRegistry } from './command-registry.ts';
import { cutText } from './cut-text.ts';
import { HookError, HostError } from './errors.ts';
import { guarded, type Outcome } from './guard.ts';
import type { CallPorts } from './hook-call.ts';
import { CallContext } from './hook-context.ts';

/** What a command came to: something to show, or a prompt that whoever ran it is to ask. */
export type CommandOutcome =
	| { readonly kind: 'action'; readonly text?: string }
	| { readonly kind: 'prompt'; readonly text: string };

/** The commands that plugins registered. */
export interface CommandSource {
	/** Those of a session, in load order. */
	list(sessionId: string): readonly CommandInfo[];
	/**
	 * Runs a command for a session, within its own time if it has one. Rejects with `HostError`: `COMMAND_NOT_FOUND`, `COMMAND_FAILED`; with the reason
	 * of the scope's signal when that aborts.
	 */
	run(name: string, args: string, scope: HookScope): Promise<CommandOutcome>;
}

/** The commands of a registry, each call of theirs guarded. */
export function createCommandSource(registry: CommandRegistry, ports: CallPorts): CommandSource {
	return {
		list: registry.list,
		async run(name, args, scope) {
			const entry = registry.find(name, scope.sessionId);
			if (entry === undefined) throw notFound(name, registry.list(scope.sessionId));
			const { state, lastError = 'nothing is known of why' } = entry.plugin;
			if (state !== 'loaded') throw failed(entry, `its plugin is ${state} (${lastError})`);
			return outcomeOf(entry, await call(entry, args, scope, ports), scope);
		},
	};
}

async function call(entry: CommandEntry, args: string, scope: HookScope, ports: CallPorts) {
	const context = new CallContext(scope, entry.plugin.name, ports.questions);
	const outcome = await guarded({
		call: () => entry.run(args, context),
		check: textOf,
		timeoutMs: entry.timeoutMs,
		signal: scope.signal,
		pending: entry.plugin.pending,
		clock: ports.clock,
		onAbandoned: (reason) => CallContext.abandon(context, reason),
		onLateFailure: (thrown) => ports.log.debug(`command ${entry.info.name} failed after nobody waited for it:`, thrown),
	});
	CallContext.release(context);
	return outcome;
}

function outcomeOf(entry: CommandEntry, outcome: Outcome<string | undefined>, { signal }: HookScope): CommandOutcome {
	const { kind } = entry.info;
	switch (outcome.kind) {
		case 'answer': {
			const text = outcome.value;
			if (kind === 'prompt') return { kind, text: text ?? '' };
			return text === undefined ? { kind } : { kind, text: cutText(text) };
		}
		case 'failure':
			throw failed(entry, outcome.message, outcome.thrown);
		case 'cancelled':
			throw signal.reason;
	}
}

function textOf(answer: unknown): string | undefined {
	if (answer === undefined || typeof answer === 'string') return answer;
	throw new HookError('INVALID', `it answered ${kindOf(answer)}; answer a text to show, or nothing`);
}

function failed({ info, plugin }: CommandEntry, why: string, cause?: unknown): HostError {
	return new HostError('COMMAND_FAILED', `the command ${info.name} of ${plugin.name} failed: ${cutText(why)}`, cause);
}

function notFound(name: string, commands: readonly CommandInfo[]): HostError {
	const names = commands.map((command) => command.name).join(', ') || 'none';
	return new HostError('COMMAND_NOT_FOUND', `no command ${name} is registered; there are: ${names}`);
}
